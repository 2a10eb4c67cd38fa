/** About how many times as wide as its letters are high a text is; rather too much than too little. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => {
    if (letter > '\u02ff') return sum + 1
    return sum + (/[MWmw@%]/.test(letter) ? 0.7 : /[A-Z\d]/.test(letter) ? 0.5 : 0.44)
  }, 0)
}

/** The same of the longest word: letters shrink, words never break. */
export function widestWord(name: string): number {
  return Math.max(1, ...name.split(/\s+/u).map(textWidth))
}
