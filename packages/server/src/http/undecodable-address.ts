/**
 * An address that cannot be decoded (`/%`, overlong UTF-8) means itself, letter by letter. The router
 * would answer it on its own: without our headers, in its own words and with the address in them.
 */
export function withoutBadEscapes(url: string): string {
  if (!url.includes('%')) {
    return url
  }
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
