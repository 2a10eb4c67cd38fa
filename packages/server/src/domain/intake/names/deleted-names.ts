/**
 * Files go on naming people after these have deleted their accounts. Their logins are replaced as they come in, so that
 * what is stored never has them again: docs/decisions/102-deleting-an-account.md.
 */

import type { Game } from '@rollcall/formats/game-files'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { type Racer, racerKey } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts'
import type { Db } from '../../../platform/database/schema.ts'
import {
  type DeletedLogins,
  findDeletedLogins,
  hideListedRacers,
} from '../../people/privacy-hashes.ts'
import {
  insertRacers,
  insertSnapshotRacers,
  isAmong,
  isOfSnapshot,
} from '../../standings/racers.ts'
import type { ReadRacers, SnapshotRacers } from '../../standings/snapshot-racers.ts'
import { listRacers } from '../games/store-games.ts'
import { asRacer } from './names-in-params.ts'

/** Until the end of the transaction, no account is deleted. */
export async function shareNamesLock(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.names})`.execute(trx)
}

/** Until the end of the transaction, no upload brings names. */
export async function lockNames(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.names})`.execute(trx)
}

/** The same if no upload is under way; otherwise it is false at once. */
export async function tryLockNames(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.names}) as "isLocked"`.execute(trx)
  return rows[0]?.isLocked === true
}

/** Makes rows of the games' racers, hidden ones if a privacy list names them. Needs `shareNamesLock`. */
export async function insertRacersOfGames(
  trx: Db,
  key: Uint8Array,
  games: readonly Game[],
): Promise<void> {
  const racers = listRacers(await withoutDeletedNames(trx, key, games))
  await insertRacers(trx, racers)
  await hideListedRacers(trx, key, isAmong(racers))
}

/** Removes deleted people's names. The content hash stays that of the original files. */
export async function withoutDeletedNames(
  db: Db,
  key: Uint8Array,
  games: readonly Game[],
): Promise<readonly Game[]> {
  const deleted = await findDeletedLogins(db, key, listRacers(games))
  if (deleted.size === 0) {
    return games
  }
  const rename = <Named extends Racer & { displayName: string }>(racer: Named): Named => {
    const login = deleted.get(racerKey(racer))
    return login === undefined ? racer : { ...racer, login, displayName: login }
  }
  return games.map((game) => ({
    ...game,
    results: game.results.map((result) => {
      const renamed = rename(result)
      return renamed === result ? result : { ...renamed, colour: null }
    }),
    hits: game.hits.map(rename),
  })) as readonly Game[]
}

/** The same for a snapshot. Also says which logins were replaced, for its files. */
export async function insertRacersOfSnapshot<Snapshot extends ReadRacers>(
  trx: Db,
  key: Uint8Array,
  read: Snapshot,
): Promise<{ snapshot: Snapshot & SnapshotRacers; deleted: DeletedLogins }> {
  const { logins, deleted } = await replaceDeletedLogins(trx, key, read)
  const snapshot = await insertSnapshotRacers(trx, { ...read, logins })
  await hideListedRacers(trx, key, isOfSnapshot(snapshot))
  return { snapshot, deleted }
}

/** Which of the snapshot's logins were deleted after `insertRacersOfSnapshot`. */
export async function findDeletedSince(
  trx: Db,
  key: Uint8Array,
  snapshot: ReadRacers,
): Promise<DeletedLogins> {
  const { deleted } = await replaceDeletedLogins(trx, key, snapshot)
  return deleted
}

async function replaceDeletedLogins(
  db: Db,
  key: Uint8Array,
  { logins }: ReadRacers,
): Promise<{ logins: ReadRacers['logins']; deleted: DeletedLogins }> {
  const named = sql`unnest((convert_from(${logins}, 'UTF8') collate "default")::text[])`
  const { rows: unknown } = await sql<Racer>`
    select ${DEFAULT_PLATFORM} as platform, login from ${named} as named (login)
    where exists (select from deleted_hashes) and not exists (
      select from racers where platform = ${DEFAULT_PLATFORM} and racers.login = named.login
    )`.execute(db)
  const deleted = await findDeletedLogins(db, key, unknown)
  if (deleted.size === 0) {
    return { logins, deleted }
  }
  const gone = unknown.filter((racer) => deleted.has(racerKey(racer)))
  const { rows } = await sql<{ logins: string }>`
    select array_agg(coalesce(gone.stored, named.login) order by number)::text as logins
    from ${named} with ordinality as named (login, number)
    left join unnest(
      ${gone.map(({ login }) => login)}::text[],
      ${gone.map((racer) => deleted.get(racerKey(racer)) ?? '')}::text[]
    ) as gone (login, stored) using (login)`.execute(db)
  return { logins: new TextEncoder().encode(rows[0]?.logins ?? '{}'), deleted }
}

/** The claim to speak for a channel, without the name if its streamer is deleted. */
export async function withoutDeletedName(db: Db, key: Uint8Array, claim: string): Promise<string> {
  const racer = asRacer(claim)
  return (await findDeletedLogins(db, key, [racer])).get(racerKey(racer)) ?? claim
}
