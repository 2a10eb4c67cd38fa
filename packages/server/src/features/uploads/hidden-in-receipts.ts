/** Sentences about uploads name racers in quotation marks. Hidden racers are shown as others know them. */
import { quoted } from '@rollcall/formats/quoted'
import type { ProblemParams } from '@rollcall/scoring/problem'
import { normalLogin } from '@rollcall/scoring/racer'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { findHiddenNames } from '../../racer-names.ts'

export interface UploadSentence {
  message: string
  params?: ProblemParams | undefined
}

interface Names {
  /** In quotation marks. */
  quoted: RegExp
  facts: readonly string[]
}

/** Names of channels are no racers'. */
const RACERS: Names = { quoted: /(?<!channel )"([^"]+)"/g, facts: ['login', 'names'] }
/** Also those of channels. */
export const ALL_NAMES: Names = { quoted: /"([^"]+)"/g, facts: ['login', 'names', 'channel'] }

export async function hideNamesIn<Said extends UploadSentence>(
  db: Db,
  sentences: readonly Said[],
  scope: RawBuilder<unknown>,
): Promise<Said[]> {
  const logins = new Set(sentences.flatMap((said) => namesIn(said)).map(normalLogin))
  const hidden = await findHiddenNames(db, [...logins], scope)
  return hidden.size === 0
    ? [...sentences]
    : replaceNamesIn(sentences, (name) => hidden.get(normalLogin(name)))
}

/** @param replace returns undefined for names that stay */
export function replaceNamesIn<Said extends UploadSentence>(
  sentences: readonly Said[],
  replace: (name: string) => string | undefined,
  names = RACERS,
): Said[] {
  const shown = (name: string) => replace(name) ?? name
  return sentences.map((said) => ({
    ...said,
    message: replaceFacts(said, replace, names).replace(names.quoted, (whole, name) => {
      const other = replace(name)
      return other === undefined ? whole : quoted(other)
    }),
    ...(said.params && { params: replaceNames(said.params, shown, names) }),
  }))
}

/** Names in a sentence or in its facts. */
export function namesIn(
  { message, params = {} }: UploadSentence,
  { quoted: marked, facts } = RACERS,
): string[] {
  const named = facts.flatMap((key) => params[key] ?? [])
  return [
    ...[...message.matchAll(marked)].map(([, name = '']) => name),
    ...named.filter((name) => typeof name === 'string'),
  ]
}

/** The sentence names some of its facts without quotation marks. */
function replaceFacts(
  { message, params = {} }: UploadSentence,
  replace: (name: string) => string | undefined,
  { facts }: Names,
): string {
  const named = facts.flatMap((key) => params[key] ?? []).filter((name) => typeof name === 'string')
  return named.reduce((sentence, name) => {
    const other = replace(name)
    return other === undefined ? sentence : sentence.replaceAll(name, other)
  }, message)
}

function replaceNames(
  params: ProblemParams,
  shown: (name: string) => string,
  { facts }: Names,
): ProblemParams {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => {
      if (!facts.includes(key)) {
        return [key, value]
      }
      return [key, Array.isArray(value) ? value.map(shown) : shown(String(value))]
    }),
  )
}
