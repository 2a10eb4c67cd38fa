import { currentLanguage } from '#texts/language.ts'
import { lazily } from './lazily.ts'

const list = lazily(() => new Intl.ListFormat(currentLanguage().locale))
const alternatives = lazily(
  () => new Intl.ListFormat(currentLanguage().locale, { type: 'disjunction' }),
)

/** `Anna, Bert, and Cleo`. */
export function formatList(items: Iterable<string>): string {
  return list().format(items)
}

/** `.exe or .msi`. */
export function formatAlternatives(items: Iterable<string>): string {
  return alternatives().format(items)
}

/** For a list whose items are not only text; what is between them is `literal`. */
export function partsOfList(items: Iterable<string>) {
  return list().formatToParts(items)
}
