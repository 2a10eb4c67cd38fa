/** Checks that everything the load had acknowledged is stored, and nothing is stored in part. */

import { findDifferences } from '@rollcall/server/ops/verify/find-differences'
import {
  type Database,
  openExistingDatabase,
} from '@rollcall/server/platform/database/open-database'
import { sql } from 'kysely'
import { must } from './fault.ts'
import type { FaultLoad, Streamer } from './fault-load.ts'
import { GAMES_SEASON, gameId, hitsIn, racersIn, resultsIn, SEASON } from './fault-load-files.ts'

interface Stored {
  racers: number
  lowest: number | null
  highest: number | null
}

/** Reads the whole database; a server may be running on it. */
export async function checkStored(
  load: FaultLoad,
  place: { dataDir: string; databaseUrl?: string | undefined },
): Promise<void> {
  const database = await openExistingDatabase({
    databaseUrl: place.databaseUrl,
    dataDir: place.dataDir,
    warn: () => {},
  })
  try {
    await checkLoad(load, database)
    const { differences } = await findDifferences(database.kysely, place)
    must(differences.length === 0, `verify found: ${differences.slice(0, 5).join(' ')}`)
  } finally {
    await database.close()
  }
}

async function checkLoad(load: FaultLoad, { kysely: db }: Database): Promise<void> {
  const missing = await countLostReceipts(load, db)
  must(missing === 0, `${missing} acknowledged receipts are gone`)
  const twice = await countGamesStoredTwice(db)
  must(twice === 0, `${twice} games are stored twice`)
  for (const streamer of load.streamers) {
    await checkSnapshot(streamer, 'season', await storedSeason(streamer, db))
    await checkSnapshot(streamer, 'event', await storedEvent(streamer, db))
    await checkGames(streamer, db)
  }
}

/** Acknowledged uploads of which nothing is stored any more. */
export async function countLostReceipts(load: FaultLoad, db: Database['kysely']): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    select count(*) as lost from unnest(${load.receipts}::bigint[]) as acknowledged (id)
    where not exists (
      select from uploads where uploads.id = acknowledged.id and outcome <> 'refused'
    )`.execute(db)
  return rows[0]?.lost ?? 0
}

/** Copies of games that their channel has already. No two games of the load are the same. */
export async function countGamesStoredTwice(db: Database['kysely']): Promise<number> {
  const { rows } = await sql<{ twice: number }>`
    select count(*) - count(distinct (channel_id, content_hash)) as twice from games`.execute(db)
  return rows[0]?.twice ?? 0
}

async function storedSeason({ name }: Streamer, db: Database['kysely']): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select count(*) as racers, min(points) as lowest, max(points) as highest
    from racer_totals join channels on channels.id = channel_id
    where channels.login = ${name} and season = ${SEASON}`.execute(db)
  return rows[0] ?? { racers: 0, lowest: null, highest: null }
}

async function storedEvent({ eventId }: Streamer, db: Database['kysely']): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select count(*) as racers, min(race_points) as lowest, max(race_points) as highest
    from event_racers where event_id = ${eventId}`.execute(db)
  return rows[0] ?? { racers: 0, lowest: null, highest: null }
}

async function checkSnapshot(
  streamer: Streamer,
  kind: 'season' | 'event',
  { racers, lowest, highest }: Stored,
): Promise<void> {
  const where = `The ${kind} of ${streamer.name}`
  const version = lowest ?? 0
  must(lowest === highest, `${where} is a mixture of versions ${lowest} and ${highest}`)
  must(
    version >= streamer.acknowledged[kind] && version <= streamer.sent[kind],
    `${where} is version ${version}; acknowledged is ${streamer.acknowledged[kind]}, sent ${streamer.sent[kind]}`,
  )
  const expected = version === 0 ? 0 : racersIn(version).length
  must(racers === expected, `${where} has ${racers} racers of ${expected}`)
}

async function checkGames(streamer: Streamer, db: Database['kysely']): Promise<void> {
  const { rows } = await sql<{ game_key: string; results: number; hits: number }>`
    select game_key,
      (select count(*) from game_results as fact where fact.channel_id = game.channel_id
        and fact.season = game.season and fact.game_id = game.id) as results,
      (select count(*) from checkpoint_hits as fact where fact.channel_id = game.channel_id
        and fact.season = game.season and fact.game_id = game.id) as hits
    from games as game join channels on channels.id = game.channel_id
    where channels.login = ${streamer.name} and game.season = ${GAMES_SEASON}`.execute(db)
  const stored = new Map(rows.map((row) => [row.game_key, row]))
  for (let version = 1; version <= streamer.sent.game; version += 1) {
    const key = gameId(streamer.name, version)
    const game = stored.get(key)
    stored.delete(key)
    if (game === undefined) {
      must(!streamer.acceptedGames.has(version), `The game ${key} was acknowledged and is gone`)
      continue
    }
    must(
      game.results === resultsIn(version) && game.hits === hitsIn(version),
      `The game ${key} is stored in part: ${game.results} results, ${game.hits} hits`,
    )
  }
  must(stored.size === 0, `There are games that nobody sent: ${[...stored.keys()].join(', ')}`)
}
