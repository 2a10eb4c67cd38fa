/**
 * The language `en-XA`, for tests: English in brackets and 40 % longer. What it does not change on a page has not
 * come from a catalogue, and what breaks there would break in another language.
 */
import type { Language, Texts } from '#texts/language.ts'

const LENGTHENING = 0.4
/** Lines may break between groups of this length. */
const GROUP = 8

/** Each run of text between the tags of a sentence's parts; spaces and signs alone stay as they are. */
function lengthen(text: string): string {
  return text
    .split(/(<\/?\w+\/?>)/)
    .map((run, index) => (index % 2 === 1 || !/\p{L}/u.test(run) ? run : bracketed(run)))
    .join('')
}

function bracketed(run: string): string {
  const added = '~'.repeat(Math.ceil(run.length * LENGTHENING))
  return `[${run}${added.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join(' ')}]`
}

function lengthenAll<Area extends Texts>(texts: Area): Area {
  const entries = Object.entries(texts).map(([name, text]): [string, Texts[string]] => {
    if (typeof text === 'string') return [name, lengthen(text)]
    if (typeof text === 'function') return [name, (...facts) => lengthen(text(...facts))]
    return [name, lengthenAll(text)]
  })
  return Object.fromEntries(entries) as Area
}

export const pseudolocale: Language = {
  locale: 'en-XA',
  textsOf: (_, english) => lengthenAll(english),
  problemText: ({ error }) => lengthen(error),
}
