/** Text that somebody else chose, made fit for where it is repeated. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One line; format characters go too, except those that join letters and emoji. */
export function singleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .trim()
}

/** Between whole graphemes, to so many UTF-16 units. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text
  }
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length >= maxLength) {
      break
    }
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
