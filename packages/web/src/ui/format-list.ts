import { currentLanguage } from '#texts/language.ts'
import { lazily } from './lazily.ts'

const list = lazily(() => new Intl.ListFormat(currentLanguage().locale))

/** `Anna, Bert, and Cleo`. */
export function formatList(items: Iterable<string>): string {
  return list().format(items)
}
