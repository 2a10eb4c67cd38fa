/** Keyed hashes by which we recognise people and logins that are hidden or deleted, also after an older backup was restored. */
import { createHmac } from 'node:crypto'
import { DELETED_LOGIN_DIGITS, type Racer, racerKey } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { hideRacers } from './racer-names.ts'

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
    await hideRacers(
      db,
      sql`
        select platform, login, null::integer as user_id
        from unnest(
          ${racers.map(({ platform }) => platform)}::text[],
          ${racers.map(({ login }) => login)}::text[],
          ${racers.map((racer) => hashOfLogin(key, racer))}::bytea[]
        ) as racer (platform, login, hash)
        join hidden_hashes using (hash)`,
    )
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

/** What we store in place of a deleted login, given its hash. */
export const deletedLogin = (hash: Buffer): string =>
  `deleted-${hash.toString('hex').slice(0, DELETED_LOGIN_DIGITS)}`

/** By `racerKey`, what we store in place of logins. */
export type DeletedLogins = ReadonlyMap<string, string>

/**
 * Which of the racers' logins are deleted. Rows in `racers` have none of these logins, so only racers without a row are
 * looked at.
 */
export async function findDeletedLogins(
  db: Db,
  key: Uint8Array,
  racers: readonly Racer[],
): Promise<DeletedLogins> {
  const { rows: unknown } = await sql<Racer>`
    select distinct platform, login
    from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    ) as named (platform, login)
    where exists (select from deleted_hashes) and not exists (
      select from racers as known
      where known.platform = named.platform and known.login = named.login
    )`.execute(db)
  if (unknown.length === 0) {
    return new Map()
  }
  const { rows: deleted } = await sql<Racer & { hash: Buffer }>`
    select platform, login, hash
    from unnest(
      ${unknown.map(({ platform }) => platform)}::text[],
      ${unknown.map(({ login }) => login)}::text[],
      ${unknown.map((racer) => hashOfLogin(key, racer))}::bytea[]
    ) as racer (platform, login, hash)
    join deleted_hashes using (hash)`.execute(db)
  const logins = deleted.map(({ platform, login, hash }) => ({
    key: racerKey({ platform, login }),
    platform,
    stored: deletedLogin(hash),
  }))
  await hideDeletedLogins(
    db,
    logins.map(({ platform, stored }) => ({ platform, login: stored })),
  )
  return new Map(logins.map((login) => [login.key, login.stored]))
}

/** Deleted racers have a number in place of a name, like hidden ones. */
export async function hideDeletedLogins(db: Db, racers: readonly Racer[]): Promise<void> {
  await hideRacers(
    db,
    sql`
      select platform, login, null::integer as user_id
      from unnest(
        ${racers.map(({ platform }) => platform)}::text[],
        ${racers.map(({ login }) => login)}::text[]
      ) as racer (platform, login)`,
  )
}

/** A login that somebody signs in with is theirs from now on, so it is no longer replaced. */
export async function takeDeletedLogin(trx: Db, key: Uint8Array, racer: Racer): Promise<void> {
  await trx.deleteFrom('deleted_hashes').where('hash', '=', hashOfLogin(key, racer)).execute()
}
