/** Estimates a text's width in multiples of its font size, rather too wide than too narrow. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => {
    if (letter > '\u02ff') return sum + 1
    return sum + (/[MWmw@%]/.test(letter) ? 0.7 : /[A-Z\d]/.test(letter) ? 0.5 : 0.44)
  }, 0)
}

/** The same for the widest word: names shrink rather than break within a word. */
export function widestWord(name: string): number {
  return Math.max(1, ...name.split(/\s+/u).map(textWidth))
}
