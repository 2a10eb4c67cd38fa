/** Where a patch note may link to and take pictures from. */

const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:']

/**
 * What a browser would make of the address decides, not how it is spelled.
 *
 * @param kind the attribute that is to hold it: `src` is a picture, of our own host only
 * @param origin the page's own, such as `https://host`
 * @returns null: not allowed
 */
export function safeAddressOf(
  address: string,
  { kind, origin }: { kind: string; origin: string },
): string | null {
  // An anchor would lead to an element of the page around the note.
  if (address.startsWith('#') || !URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  if (kind === 'href') return LINK_SCHEMES.includes(url.protocol) ? url.href : null
  return kind === 'src' && url.origin === origin ? url.href : null
}
