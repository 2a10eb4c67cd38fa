/**
 * Upload keys by their prefix, and everything signed like our tokens: whatever stands before those that are
 * long, and shorter ones, as they may be cut off, where a word begins.
 */
const SECRETS =
  /(?:\brck_|rck_(?=[a-z2-7]{20}))[a-z2-7]+|eyJ[\w-]{15,}(?:\.[\w-]*){0,2}|\beyJ[\w-]{1,14}\.[\w-]*\.?[\w-]*/gi

/** No client encodes an address so often. */
const MOST_DECODINGS = 8

/**
 * Makes text from outside safe to show and store: an upload key that was pasted where a name belongs
 * must not be in the answer, nor on the receipt that others read.
 */
export function redactSecrets(text: string): string {
  return text.replace(SECRETS, '***')
}

/** An address for the log: without a query or a key, however it is encoded. */
export function redactAddress(url: string): string {
  const path = url.replace(/\?.*$/s, '')
  const decoded = fullyDecoded(path)
  if (decoded === null) {
    return '/***'
  }
  const redacted = redactSecrets(decoded.replace(/\/k\/[^/?#]+/gi, '/k/***'))
  return redacted === decoded ? path : redacted
}

/** null: encoded too often. */
function fullyDecoded(text: string): string | null {
  let decoded = text
  for (let time = 0; time < MOST_DECODINGS; time += 1) {
    const encoded = decoded
    decoded = encoded.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
    )
    if (decoded === encoded) {
      return decoded
    }
  }
  return null
}
