/** Names in what is wrong or odd about an upload become entries before they are stored. */
import type { NameEntry, StoredFact, StoredFacts } from '@rollcall/contract/words/name-entry'
import { normalisedLogin } from '@rollcall/formats/names'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import type { ProblemParams } from '@rollcall/scoring/problem'
import type { Racer } from '@rollcall/scoring/racer'
import { racerKey } from '@rollcall/scoring/racer'
import type { Db } from '../../../platform/database/schema.ts'
import { findDeletedLogins } from '../../people/privacy-hashes.ts'
import { isKept } from '../../people/racer-names.ts'

export const asRacer = (name: string): Racer => ({
  platform: DEFAULT_PLATFORM,
  login: normalisedLogin(name),
})

/** Params that name racers by their normalised login. */
const RACERS = ['login', 'names']
/** Params with what a file or a form says, which may be anybody's login. */
const WRITTEN = [...RACERS, 'channel', 'expected', 'value', 'season', 'found', 'status']

/** @param uploaderId who `uploader` is */
export async function storeNames(
  db: Db,
  key: Uint8Array,
  { params, uploaderId }: { params: readonly ProblemParams[]; uploaderId?: number | undefined },
): Promise<StoredFacts[]> {
  const named = params.flatMap((each) => WRITTEN.flatMap((name) => textsIn(each[name])))
  const deleted =
    named.length === 0 ? new Map() : await findDeletedLogins(db, key, named.map(asRacer))
  const stored = (text: string): string => deleted.get(racerKey(asRacer(text))) ?? text
  const racers = await findRacers(
    db,
    params.flatMap((each) => RACERS.flatMap((name) => textsIn(each[name]))).map(stored),
  )
  const entryOf = (name: string, text: string): NameEntry => {
    const login = stored(text)
    const racer = RACERS.includes(name) ? racers.get(login) : undefined
    return racer === undefined ? { login } : { racer }
  }
  const store = (name: string, value: ProblemParams[string]): StoredFact => {
    if (name === 'uploader' && uploaderId !== undefined) {
      return { user: uploaderId }
    }
    if (!WRITTEN.includes(name) || textsIn(value).length === 0) {
      return value
    }
    return Array.isArray(value)
      ? value.map((text) => entryOf(name, text))
      : entryOf(name, String(value))
  }
  return params.map((each) =>
    Object.fromEntries(Object.entries(each).map(([name, value]) => [name, store(name, value)])),
  )
}

function textsIn(value: ProblemParams[string] | undefined): string[] {
  return [value ?? []].flat().filter((each) => typeof each === 'string')
}

async function findRacers(db: Db, logins: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (logins.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('racers')
    .select(['id', 'login'])
    .where('platform', '=', DEFAULT_PLATFORM)
    .where('login', 'in', [...new Set(logins)])
    .where(isKept)
    .execute()
  return new Map(rows.map(({ id, login }) => [login, id]))
}
