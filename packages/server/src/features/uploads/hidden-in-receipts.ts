/** Sentences about uploads name racers in quotation marks. Hidden racers are shown as others know them. */
import { quoted } from '@rollcall/formats/quoted'
import type { ProblemParams } from '@rollcall/scoring/problem'
import { normalLogin } from '@rollcall/scoring/racer'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { findHiddenNames } from '../../racer-names.ts'

export interface Sentence {
  message: string
  params?: ProblemParams | undefined
}

/** Names in quotation marks; those of channels are no racers'. */
const QUOTED = /(?<!channel )"([^"]+)"/g
/** The facts that are names of racers. */
const NAMES = ['login', 'names']

export async function hideNamesIn<Said extends Sentence>(
  db: Db,
  sentences: readonly Said[],
  scope: RawBuilder<unknown>,
): Promise<Said[]> {
  const logins = new Set(sentences.flatMap(namesIn).map(normalLogin))
  const hidden = await findHiddenNames(db, [...logins], scope)
  return hidden.size === 0
    ? [...sentences]
    : replaceNamesIn(sentences, (name) => hidden.get(normalLogin(name)))
}

/** @param replace returns undefined for names that stay */
export function replaceNamesIn<Said extends Sentence>(
  sentences: readonly Said[],
  replace: (name: string) => string | undefined,
): Said[] {
  const shown = (name: string) => replace(name) ?? name
  return sentences.map((said) => ({
    ...said,
    message: said.message.replace(QUOTED, (whole, name) => {
      const other = replace(name)
      return other === undefined ? whole : quoted(other)
    }),
    ...(said.params && { params: replaceNames(said.params, shown) }),
  }))
}

/** Names of racers in a sentence or in its facts. */
export function namesIn({ message, params = {} }: Sentence): string[] {
  const named = NAMES.flatMap((key) => params[key] ?? [])
  return [
    ...[...message.matchAll(QUOTED)].map(([, name = '']) => name),
    ...named.filter((name) => typeof name === 'string'),
  ]
}

function replaceNames(params: ProblemParams, shown: (name: string) => string): ProblemParams {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => {
      if (!NAMES.includes(key)) {
        return [key, value]
      }
      return [key, Array.isArray(value) ? value.map(shown) : shown(String(value))]
    }),
  )
}
