/** What each marble did in a game: rows of `game_results` as answers have them. */
import type { GameMode, GameRow } from '@rollcall/contract/games'
import type { Racer, RacerLabel } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import {
  isCalled,
  joinNames,
  KNOWN_NAMES,
  type KnownNames,
  labelOf,
  lookOf,
} from '../standings/racer-looks.ts'

/** What we need to find a game's results and to put them in order. */
export interface ResultsOfGame {
  id: number
  channelId: number
  season: number
  mode: GameMode
}

/**
 * A page of a game's rows, and how many there are on all pages: by place, in a tilt level survivors first.
 *
 * @param search part of a name as the channel shows it, letter case ignored; empty: all rows
 */
export async function findGameRows(
  db: Db,
  game: ResultsOfGame,
  { page, pageSize, search }: { page: number; pageSize: number; search: string },
): Promise<{ rows: GameRow[]; total: number; totalPages: number }> {
  const words = search.trim()
  const listed = words === '' ? listedResults(game) : foundResults(game, words)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${listed}) as result`.execute(db)
  const total = rows[0]?.total ?? 0
  const found = sql`${listed} limit ${pageSize} offset ${(page - 1) * pageSize}`
  return {
    rows: await readRows(db, game, found),
    total,
    totalPages: Math.ceil(total / pageSize),
  }
}

/** Ranks that have a place on the podium. */
const PODIUM_PLACES = 3

/** The first three: of a race, those who finished; of a royale, if anybody survived. */
export async function findPodium(db: Db, game: ResultsOfGame): Promise<GameRow[]> {
  if (game.mode === 'tilt') {
    return []
  }
  const first = sql`
    select * from (${listedResults(game)}) as result where position <= ${PODIUM_PLACES}`
  const rows = await readRows(db, game, first)
  if (game.mode === 'race') {
    return rows.filter(({ isEliminated }) => !isEliminated)
  }
  return rows[0]?.isEliminated ? [] : rows
}

export async function findTopTiltee(db: Db, game: ResultsOfGame): Promise<RacerLabel | null> {
  if (game.mode !== 'tilt') {
    return null
  }
  const best = sql`select * from (${listedResults(game)}) as result where is_top_tiltee limit 1`
  const [row] = await readRows(db, game, best)
  if (row === undefined) {
    return null
  }
  const { racer_name, display_name, color } = row
  return {
    racer_name,
    ...(display_name !== undefined && { display_name }),
    ...(color !== undefined && { color }),
  }
}

/** A game's results with their `place` in its list. */
function listedResults({ id, channelId, season, mode }: ResultsOfGame): RawBuilder<unknown> {
  return sql`
    select *, row_number() over (
      order by ${mode === 'tilt' ? sql`eliminated,` : sql``} position, racer_id
    ) as place
    from game_results
    where channel_id = ${channelId} and season = ${season} and game_id = ${id}
    order by place`
}

function foundResults(game: ResultsOfGame, words: string): RawBuilder<unknown> {
  return sql`
    select result.*
    from (${listedResults(game)}) as result
    join racers as racer on racer.id = result.racer_id
    ${joinNames(sql`${game.channelId}::integer`)}
    where ${isCalled(words)}
    order by place`
}

type StoredRow = Omit<GameRow, keyof RacerLabel> & Racer & KnownNames

/** @param results of the game, each with its `place` */
async function readRows(
  db: Db,
  { id, channelId, season }: ResultsOfGame,
  results: RawBuilder<unknown>,
): Promise<GameRow[]> {
  const { rows } = await sql<StoredRow>`
    select result.position, result.points, result.time_us / 1000000.0 as seconds,
      result.eliminated as "isEliminated", result.kills, result.damage,
      result.is_top_tiltee as "isTopTiltee", coalesce(hit.checkpoints, '{}') as checkpoints,
      racer.platform, racer.login, ${KNOWN_NAMES}
    from (${results}) as result
    join racers as racer on racer.id = result.racer_id
    ${joinNames(sql`${channelId}::integer`)}
    left join (
      select racer_id, array_agg(number order by number) as checkpoints
      from checkpoint_hits
      where channel_id = ${channelId} and season = ${season} and game_id = ${id}
      group by racer_id
    ) as hit on hit.racer_id = result.racer_id
    order by result.place`.execute(db)
  return rows.map(({ platform, login, anywhere, here, color, hidden, ...row }) => ({
    ...row,
    ...labelOf(lookOf({ platform, login }, { anywhere, here, color, hidden })),
  }))
}
