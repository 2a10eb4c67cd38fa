import type { ReactElement } from 'react'
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

/** Like `formatList`, for elements; each needs a key. */
export function joinElements(
  elements: readonly ReactElement[],
): (ReactElement | string | undefined)[] {
  return list()
    .formatToParts(elements.map((_, index) => String(index)))
    .map(({ type, value }) => (type === 'element' ? elements[Number(value)] : value))
}
