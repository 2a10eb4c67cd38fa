/**
 * The language of the pages. It is set once, before any module with texts is loaded, because modules take
 * their texts as they are loaded (docs/decisions/086).
 */

/** The texts of one area of the pages: strings, or functions that turn facts into a string. */
export type Texts = { readonly [name: string]: string | ((...facts: never[]) => string) | Texts }

/** A problem as the server reports it. */
export interface Problem {
  /** Its sentence, in English. */
  readonly error: string
  readonly code?: string | null | undefined
  /** The facts that the sentence is made of. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** Where the problem is in a file; its sentence begins with that. Lines and columns count from 1. */
  readonly part?: string | null | undefined
  readonly line?: number | null | undefined
  readonly column?: string | number | null | undefined
}

export interface Language {
  /** For `Intl`. */
  readonly locale: string
  /** An area's texts; the English ones if the language has none. */
  readonly findTexts: <Area extends Texts>(area: string, english: Area) => Area
  /** The sentence for a problem, by its code and params; the server's sentence if the language has none. */
  readonly problemText: (problem: Problem) => string
}

const english: Language = {
  locale: 'en-US',
  findTexts: (_, texts) => texts,
  problemText: ({ error }) => error,
}

/** The key in local storage; the login page writes it. */
export const LANGUAGE_KEY = 'language'

let language = english
let isInUse = false

/** @throws if a catalogue has already been read */
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
  return language.findTexts(area, texts)
}
