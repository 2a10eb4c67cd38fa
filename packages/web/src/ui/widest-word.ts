/** About how many times as wide as its letters are high the longest word is: letters shrink, words never break. */
export function widestWord(name: string): number {
  const widthOf = (word: string) =>
    [...word].reduce((sum, letter) => {
      if (letter > '\u02ff') return sum + 1
      return sum + (/[MWmw@%]/.test(letter) ? 0.7 : /[A-Z\d]/.test(letter) ? 0.5 : 0.44)
    }, 0)
  return Math.max(1, ...name.split(/\s+/u).map(widthOf))
}
