/** Makes text that another person chose safe to repeat. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text on one line, without format characters except those that join letters and emoji. */
export function singleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .trim()
}

/** The text cut to `maxLength` UTF-16 units, between whole graphemes. */
export function cutGraphemes(text: string, maxLength: number): string {
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
