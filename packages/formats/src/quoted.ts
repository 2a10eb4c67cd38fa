/**
 * Text from a file that is safe to use in a sentence: in quotation marks, cut to `longest` characters, without
 * invisible characters or characters that change the reading direction.
 */
export function quoted(text: string, longest = 40): string {
  return `"${cut(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''), longest)}"`
}

/** Text cut to `longest` whole characters. */
export function cut(text: string, longest: number): string {
  // Cuts first, so that a megabyte is not split into characters.
  const characters = Array.from(text.slice(0, 2 * longest + 2))
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
}
