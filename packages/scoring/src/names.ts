/** How names are compared, and which names can be shown: docs/scoring.md, Racers. */
import { HIDDEN_RACER } from './racer.ts'

/** Accents and dots of Latin, Greek and Cyrillic letters. The iota below a Greek letter is a letter. */
const ACCENTS = /[\u0300-\u0344\u0346-\u036f]/gu
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const ASCII = /^[\0-\x7f]*$/

/**
 * The form in which searches compare names, asked and stored ones: without letter case, accents, widths, ligatures and
 * characters that nobody sees. `İzmir`, `IZMIR` and `ızmır` are the same; so are `ΟΔΥΣΣΕΥΣ` and `Οδυσσεύς`, `José` in any
 * Unicode form and `jose`, `Straße` and `STRASSE`, `ﬁn` and `fin`. Of ASCII it is just the lower case. Spaces stay.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) {
    return name.toLowerCase()
  }
  // Only upper case joins some letters with others (ß, ı), and only lower case joins others (ẞ).
  const oneCase = name
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(UNSEEN, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
  return oneCase.normalize('NFKD').replace(ACCENTS, '').replaceAll('ς', 'σ').normalize('NFC')
}

/** Symbols and letters that are blank, although Unicode counts them among the visible ones. */
const BLANK = '\u2800\ufffc\u{13441}\u{13442}\u{1d159}'
const VISIBLE = new RegExp(
  `[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}${BLANK}]`,
  'u',
)

/** Whether anything of the text can be seen. A mark without a letter cannot. A name without anything counts as none. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/**
 * What looks like a letter of `HIDDEN_RACER`: Latin, Greek, Cyrillic, Armenian and Cherokee letters, and the figure 1.
 * H and N share a line, because a Greek η looks like one of them as a capital, and like the other one otherwise.
 */
const LOOK_ALIKES = {
  n: 'hĦʜΗНҺћհᎻɴΝпոռ',
  i: '1lƗɪΙІӀᎥ|',
  d: 'ĐɗᴅԁᎠ',
  e: 'ɆᴇΕЕҽᎬ',
  r: 'ɍʀᴦгᎡᏒ',
  a: 'ɑᴀΑАᎪ',
  c: 'ȻᴄϹСᏟ',
}
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    [...others].map((other) => [foldName(other), letter]),
  ),
)

/** The text as a hasty reader sees it, without what is between letters. */
const lookOf = (name: string) =>
  [...foldName(name)]
    .map((letter) => LOOKS_LIKE.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')

const PLACEHOLDER = lookOf(HIDDEN_RACER)

/**
 * Whether a display name can be shown: something of it is visible, and nobody could take it for the number that
 * stands in for a hidden name.
 */
export function canBeShown(displayName: string): boolean {
  return isVisible(displayName) && !lookOf(displayName).startsWith(PLACEHOLDER)
}
