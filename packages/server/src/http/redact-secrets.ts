/** Upload keys by their prefix, and everything signed like our tokens; truncated ones too. */
const SECRETS = /\brck_[a-z2-7]+|\beyJ[\w-]+\.[\w-]*\.?[\w-]*/gi

/**
 * Makes text from outside safe to show and store: an upload key that was pasted where a name belongs
 * must not be in the answer, nor on the receipt that others read.
 */
export function redactSecrets(text: string): string {
  return text.replace(SECRETS, '***')
}

/** An address for the log: without a key or a query. */
export function redactAddress(url: string): string {
  return redactSecrets(url.replace(/\/k\/[^/?#]+/g, '/k/***').replace(/\?.*$/s, ''))
}
