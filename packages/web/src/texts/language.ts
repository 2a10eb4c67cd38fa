/**
 * The language that pages are written in. It is chosen once, before anything is loaded that has texts:
 * modules take their texts as they are loaded. docs/decisions/086.
 */

/** What an area of the pages says: strings, or functions of facts that give one. */
export type Texts = { readonly [name: string]: string | ((...facts: never[]) => string) | Texts }

/** A problem as the server reports it. */
export interface Problem {
  /** Its sentence, in English. */
  readonly error: string
  readonly code?: string | undefined
  /** The facts that the sentence is made of. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

export interface Language {
  /** For `Intl`. */
  readonly locale: string
  /** An area's texts; the English ones where the language has none of its own. */
  readonly textsOf: <Area extends Texts>(area: string, english: Area) => Area
  /** What is said of a problem, by its code and params; the server's sentence where the language has none of its own. */
  readonly problemText: (problem: Problem) => string
}

const english: Language = {
  locale: 'en-US',
  textsOf: (_, texts) => texts,
  problemText: ({ error }) => error,
}

/** In local storage, on every page and in the login page's choice. */
export const LANGUAGE_KEY = 'language'

let language = english
let isInUse = false

/** @throws where texts have been read in another one */
export function setLanguage(chosen: Language): void {
  if (isInUse) throw new Error('Texts were loaded before their language.')
  language = chosen
}

export function currentLanguage(): Language {
  return language
}

/**
 * An area's texts in the reader's language.
 *
 * @param area the folder that the texts belong to, such as `events/board`
 */
export function catalogue<Area extends Texts>(area: string, texts: Area): Area {
  isInUse = true
  return language.textsOf(area, texts)
}
