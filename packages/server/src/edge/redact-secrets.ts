import { allEndpoints } from '@rollcall/contract/all-endpoints'
import { KEYED_SITE, PLACES, SECRET_PARAMS } from '@rollcall/contract/places'

// Upload keys, API keys, webhooks, and anything signed like our tokens; short ones only at the beginning of a word.
const SECRETS =
  /\bwebhooks\/\d+\/[\w-]+|(?:\br[ac]k_|r[ac]k_(?=[a-z2-7]{20}))[a-z2-7]+|eyJ[\w-]{15,}(?:\.[\w-]*){0,2}|\beyJ[\w-]{1,14}\.[\w-]*\.?[\w-]*/gi

const ADDRESSES = [...PLACES, KEYED_SITE, ...allEndpoints].map(({ path }) =>
  path.split('/').slice(1),
)

/** Where addresses have a secret, as patterns of that part alone. */
const SECRET_PARTS = ADDRESSES.flatMap((parts) => {
  const secret = parts.findIndex((part) => SECRET_PARAMS.includes(part.slice(1)))
  if (secret === -1) {
    return []
  }
  const before = parts.slice(0, secret).map((part) => (part.startsWith(':') ? '[^/]+' : part))
  // Other addresses have a word there, which stays: only what follows tells them apart.
  const hasOthers = ADDRESSES.some(
    (others) =>
      others.slice(0, secret).join() === parts.slice(0, secret).join() &&
      /^\w/.test(others[secret] ?? ''),
  )
  const after = hasOthers ? `(?=/${parts[secret + 1]}(?:[/?#]|$))` : ''
  return [`(?<=/${before.join('/')}/)[^/?#]+${after}`]
})
const SECRET_PART = new RegExp([...new Set(SECRET_PARTS)].join('|'), 'gi')

/** Words as long as a token; the longest names in our own addresses have neither capitals nor digits. */
const LONG_WORD = /[\w-]{22,}/g

/** The web's own files have a hash in their names. */
const OWN_FILE = /^\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2)$/

/** Everything that browsers and routers read as a slash: backslashes, repeated slashes, and slashes with dots between. */
const SLASHES = /[\\/]+(?:\.+(?:[\\/]+|$))*/g

/** Real clients encode an address fewer times than this. */
const MOST_DECODINGS = 8

/**
 * Removes secrets. If someone pastes an upload key where a name belongs, neither answers nor receipts may show it to
 * others.
 */
export function redactSecrets(text: string): string {
  return text.replace(SECRETS, '***')
}

/** The value as JSON, with secrets in its texts redacted. */
export function redactedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? redactSecrets(each) : each,
  )
}

/** An address for the log, without query, keys and tokens, no matter how they are encoded. */
export function redactAddress(url: string): string {
  const path = url.replace(/\?.*$/s, '')
  if (OWN_FILE.test(path)) {
    return path
  }
  const plain = fullyDecoded(path)?.replace(SLASHES, '/')
  if (plain === undefined) {
    return '/***'
  }
  const redacted = redactSecrets(plain.replace(SECRET_PART, '***')).replace(LONG_WORD, (word) =>
    /[A-Z0-9]/.test(word) ? '***' : word,
  )
  return redacted === plain ? path : redacted
}

/** null if the text is encoded too often. */
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
