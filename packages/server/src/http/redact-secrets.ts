// Upload keys, webhooks, and whatever is signed like our tokens; short ones only where a word begins.
const SECRETS =
  /\bwebhooks\/\d+\/[\w-]+|(?:\brck_|rck_(?=[a-z2-7]{20}))[a-z2-7]+|eyJ[\w-]{15,}(?:\.[\w-]*){0,2}|\beyJ[\w-]{1,14}\.[\w-]*\.?[\w-]*/gi

/** Addresses that open something without sign-in. */
const WITH_SECRET =
  /\/(k|e|overlay\/[a-z]+|api\/show\/(?:public|overlay|channel)|api\/chat\/[^/]+\/event)\/[^/?#]+/gi

/** As long as a token; the longest names in our own addresses have neither capitals nor digits. */
const LONG_WORD = /[\w-]{22,}/g

/** The web's own files have a hash in their names. */
const OWN_FILE = /^\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)$/

/** Slashes as browsers and routers take them: backslashes, doubled ones, and with dots between them. */
const SLASHES = /[\\/]+(?:\.+(?:[\\/]+|$))*/g

/** No client encodes an address so often. */
const MOST_DECODINGS = 8

/** An upload key pasted where a name belongs must be in no answer, nor on a receipt that others read. */
export function redactSecrets(text: string): string {
  return text.replace(SECRETS, '***')
}

/** An address for the log: without a query, a key or a token, however it is spelled. */
export function redactAddress(url: string): string {
  const path = url.replace(/\?.*$/s, '')
  if (OWN_FILE.test(path)) {
    return path
  }
  const plain = fullyDecoded(path)?.replace(SLASHES, '/')
  if (plain === undefined) {
    return '/***'
  }
  const redacted = redactSecrets(plain.replace(WITH_SECRET, '/$1/***')).replace(
    LONG_WORD,
    (word) => (/[A-Z0-9]/.test(word) ? '***' : word),
  )
  return redacted === plain ? path : redacted
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
