// Upload keys, webhooks, and whatever is signed like our tokens; short ones only where a word begins.
const SECRETS =
  /\bwebhooks\/\d+\/[\w-]+|(?:\brck_|rck_(?=[a-z2-7]{20}))[a-z2-7]+|eyJ[\w-]{15,}(?:\.[\w-]*){0,2}|\beyJ[\w-]{1,14}\.[\w-]*\.?[\w-]*/gi

/** Addresses that open something without sign-in. */
const WITH_SECRET =
  /\/(k|e|overlay\/[ec]|api\/show\/(?:public|overlay|channel)|api\/chat\/[^/]+\/event)\/[^/?#]+/gi

/** No client encodes an address so often. */
const MOST_DECODINGS = 8

/** An upload key pasted where a name belongs must be in no answer, nor on a receipt that others read. */
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
  const redacted = redactSecrets(decoded.replace(WITH_SECRET, '/$1/***'))
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
