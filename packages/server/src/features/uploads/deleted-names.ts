/**
 * Files go on naming people after these have deleted their accounts. Their logins are replaced as they come in, so that
 * what is stored never has them again: docs/decisions/102-deleting-an-account.md.
 */

import type { Game } from '@rollcall/formats/game-files'
import { normalisedLogin } from '@rollcall/formats/names'
import { type Racer, racerKey } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { ADVISORY_LOCKS } from '../../database/advisory-locks.ts'
import type { Db } from '../../database/schema.ts'
import { type DeletedLogins, findDeletedLogins, hideListedRacers } from '../../privacy-hashes.ts'
import { insertRacers, insertSnapshotRacers, isAmong, isOfSnapshot } from '../standings/racers.ts'
import type { ReadRacers, SnapshotRacers } from '../standings/snapshot-racers.ts'
import { ALL_NAMES, namesIn, replaceNamesIn, type UploadSentence } from './hidden-in-receipts.ts'
import { listRacers } from './store-games.ts'

/** The platform that people sign in with, and so the only one on which logins are deleted. */
const PLATFORM = 'twitch'

/** Until the end of the transaction, no account is deleted. */
export async function keepNames(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.names})`.execute(trx)
}

/** Until the end of the transaction, no upload brings names. */
export async function lockNames(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.names})`.execute(trx)
}

/** Makes rows of the games' racers, hidden ones if a privacy list names them. */
export async function insertRacersOfGames(
  { db, keys }: Pick<AppContext, 'db' | 'keys'>,
  games: readonly Game[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await keepNames(trx)
    const racers = listRacers(await withoutDeletedNames(trx, keys.privacy, games))
    await insertRacers(trx, racers)
    await hideListedRacers(trx, keys.privacy, isAmong(racers))
  })
}

/** The games without names of deleted people. Their content's hash is that of the files. */
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
  { db, keys }: Pick<AppContext, 'db' | 'keys'>,
  read: Snapshot,
): Promise<{ snapshot: Snapshot & SnapshotRacers; deleted: DeletedLogins }> {
  return db.transaction().execute(async (trx) => {
    await keepNames(trx)
    const { logins, deleted } = await replaceDeletedLogins(trx, keys.privacy, read)
    const snapshot = await insertSnapshotRacers(trx, { ...read, logins })
    await hideListedRacers(trx, keys.privacy, isOfSnapshot(snapshot))
    return { snapshot, deleted }
  })
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
    select ${PLATFORM} as platform, login from ${named} as named (login)
    where exists (select from deleted_hashes) and not exists (
      select from racers where platform = ${PLATFORM} and racers.login = named.login
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

/** Sentences of an upload without names of deleted people. */
export async function withoutDeletedNamesIn<Said extends UploadSentence>(
  db: Db,
  key: Uint8Array,
  sentences: readonly Said[],
): Promise<Said[]> {
  const named = sentences.flatMap((said) => namesIn(said, ALL_NAMES)).map(asRacer)
  const deleted = named.length === 0 ? new Map() : await findDeletedLogins(db, key, named)
  return replaceNamesIn(sentences, (name) => deleted.get(racerKey(asRacer(name))), ALL_NAMES)
}

/** The claim to speak for a channel, without the name if its streamer is deleted. */
export async function withoutDeletedName(db: Db, key: Uint8Array, claim: string): Promise<string> {
  const racer = asRacer(claim)
  return (await findDeletedLogins(db, key, [racer])).get(racerKey(racer)) ?? claim
}

const asRacer = (name: string): Racer => ({ platform: PLATFORM, login: normalisedLogin(name) })
