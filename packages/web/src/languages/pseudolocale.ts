/**
 * The language `en-XA`, for tests: English in brackets and 40 % longer. Text that it leaves unchanged does
 * not come from a catalogue, and a page that it breaks would break in another language.
 */
import type { Language, Texts } from '#texts/language.ts'

const LENGTHENING = 0.4
/** The added characters come in groups of this length, so that lines can break. */
const GROUP = 8

/** Lengthens each run of text between the tags of a sentence's parts; spaces and signs on their own stay as they are. */
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
  findTexts: (_, english) => lengthenAll(english),
  problemText: ({ error }) => lengthen(error),
}
