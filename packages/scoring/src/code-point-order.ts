/**
 * Compares two texts by their Unicode code points: below 0 where `a` comes first, 0 only where they
 * are the same. JavaScript's own `<` compares UTF-16 units, which puts U+1F3C1 before U+FF21; the
 * database's `collate "C"` does not.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    if (a.charCodeAt(index) !== b.charCodeAt(index)) {
      return (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0)
    }
  }
  return a.length - b.length
}
