/** Keyed hashes by which hidden people and logins are recognised, for example after an older backup was restored. */
import { createHmac } from 'node:crypto'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database/schema.ts'

export interface PlatformPerson {
  platform: string
  platformUserId: string
}

/** The hash of a person, whatever they are called. */
export function hashOfPerson(
  key: Uint8Array,
  { platform, platformUserId }: PlatformPerson,
): Buffer {
  return hashOf(key, ['person', platform, platformUserId])
}

/** The hash of a login. */
export function hashOfLogin(key: Uint8Array, { platform, login }: Racer): Buffer {
  return hashOf(key, ['login', platform, login])
}

/** The same for every list that was written with the key. */
export function hashOfKey(key: Uint8Array): Buffer {
  return hashOf(key, ['key'])
}

const hashOf = (key: Uint8Array, parts: readonly string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** Hides those of the racers that a privacy list names by their hash. */
export async function hideListedRacers(
  db: Db,
  key: Uint8Array,
  /** About the query's `racer`. */
  which: RawBuilder<boolean>,
): Promise<void> {
  const { rows: racers } = await sql<Racer>`
    select platform, login from racers as racer
    where exists (select from hidden_hashes) and ${which}`.execute(db)
  if (racers.length > 0) {
    await sql`
      insert into hidden_racers (platform, login)
      select platform, login
      from unnest(
        ${racers.map(({ platform }) => platform)}::text[],
        ${racers.map(({ login }) => login)}::text[],
        ${racers.map((racer) => hashOfLogin(key, racer))}::bytea[]
      ) as racer (platform, login, hash)
      join hidden_hashes using (hash)
      order by platform, login
      on conflict do nothing`.execute(db)
  }
}

/**
 * Since when a privacy list hides somebody who signs in; null if it does not. From now on they decide for themselves, so
 * the list forgets them and their login.
 */
export async function takeListedPerson(
  trx: Db,
  key: Uint8Array,
  person: PlatformPerson & { login: string },
): Promise<Date | null> {
  const [own, login] = [hashOfPerson(key, person), hashOfLogin(key, person)]
  const taken = await trx
    .deleteFrom('hidden_hashes')
    .where('hash', 'in', [own, login])
    .returning(['hash', 'since'])
    .execute()
  return taken.find(({ hash }) => own.equals(hash))?.since ?? null
}
