/** What each marble did in a game: rows of `game_results` as answers have them. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import {
  GAME_PAGE_SIZE,
  type GameRow,
  type listGameRows,
  type PlaceInGame,
} from '@rollcall/contract/games'
import type { GameMode } from '@rollcall/scoring/games'
import type { Racer, RacerLabel } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { isOfOthers, ownsAt, racersOfUser } from '../../domain/people/login-owners.ts'
import { CHANNEL_SCOPE, joinTied } from '../../domain/people/racer-names.ts'
import {
  fitOfRacer,
  isCalled,
  joinNames,
  KNOWN_NAMES,
  type KnownNames,
  labelOf,
  takeLook,
} from '../../domain/standings/racer-looks.ts'
import { namedBy } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'

/** What we need to find a game's results and to put them in order. */
export interface ResultsOfGame {
  id: number
  channelId: number
  season: number
  mode: GameMode
  finishedAt: Date
}

/**
 * A page of a game's rows, how many there are on all pages, and the place of the racer whom the search names: by place,
 * in a tilt level survivors first.
 *
 * @param search part of a name as the channel shows it, compared as by `foldName`; empty: all rows
 */
export async function findGameRows(
  db: Db,
  game: ResultsOfGame,
  { page, search }: { page: number; search: string },
): Promise<ResponseOf<typeof listGameRows>> {
  const words = search.trim()
  const listed = words === '' ? listedResults(game) : foundResults(game, words)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${listed}) as result`.execute(db)
  const total = rows[0]?.total ?? 0
  const found = sql`${listed} limit ${GAME_PAGE_SIZE} offset ${(page - 1) * GAME_PAGE_SIZE}`
  return {
    rows: await readRows(db, game, found),
    total,
    totalPages: Math.ceil(total / GAME_PAGE_SIZE),
    found: words === '' ? null : await findNamed(db, game, words),
  }
}

/** The place of the racer whom the words name; null: nobody, or several. */
export async function findNamed(
  db: Db,
  game: ResultsOfGame,
  words: string,
): Promise<PlaceInGame | null> {
  const { rows } = await sql<{ named: number | null }>`
    select ${namedBy(sql`place`)} as named
    from (${foundResults(game, words.trim())}) as result`.execute(db)
  const named = rows[0]?.named ?? null
  return named === null ? null : readPlace(db, game, named)
}

/** The best row under a login that was the user's at the time; null if the user was not in the game. */
export async function findOwn(
  db: Db,
  game: ResultsOfGame,
  userId: number,
): Promise<PlaceInGame | null> {
  const { rows } = await sql<{ place: number | null }>`
    select min(result.place) as place
    from (${listedResults(game)}) as result
    join ${racersOfUser(userId)} as owned on owned.racer_id = result.racer_id
    where ${ownsAt('owned', sql`${game.finishedAt}::timestamptz`)}`.execute(db)
  const place = rows[0]?.place ?? null
  return place === null ? null : readPlace(db, game, place)
}

/** @param place in the list of the game */
async function readPlace(db: Db, game: ResultsOfGame, place: number): Promise<PlaceInGame | null> {
  const around = sql`
    select * from (${listedResults(game)}) as result
    where place between ${place - 1}::bigint and ${place + 1}::bigint
    order by place`
  const rows = await readRows(db, game, around)
  const [above, row, below] = place === 1 ? [undefined, ...rows] : rows
  return row === undefined
    ? null
    : {
        row,
        page: Math.ceil(place / GAME_PAGE_SIZE),
        above: above ?? null,
        below: below ?? null,
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
  const { racer_name, display_name, color, leads_nowhere } = row
  return {
    racer_name,
    ...(display_name !== undefined && { display_name }),
    ...(color !== undefined && { color }),
    ...(leads_nowhere && { leads_nowhere }),
  }
}

/** A game's results with their `place` in its list; among equals, hidden racers come last. */
function listedResults({ id, channelId, season, mode }: ResultsOfGame): RawBuilder<unknown> {
  return sql`
    select result.*, row_number() over (
      order by ${mode === 'tilt' ? sql`eliminated,` : sql``} position, tied.number nulls first, racer_id
    ) as place
    from game_results as result
    join racers as racer on racer.id = result.racer_id
    ${joinTied(CHANNEL_SCOPE(sql`${channelId}::integer`))}
    where channel_id = ${channelId} and season = ${season} and game_id = ${id}
    order by place`
}

function foundResults(game: ResultsOfGame, words: string): RawBuilder<unknown> {
  return sql`
    select result.*, ${fitOfRacer(words)} as fit
    from (${listedResults(game)}) as result
    join racers as racer on racer.id = result.racer_id
    ${joinGameNames(game)}
    where ${isCalled(words)}
    order by place`
}

/** Somebody else may have taken the login of the query's `racer` since the game. */
const joinGameNames = ({ channelId, finishedAt }: ResultsOfGame) =>
  joinNames(sql`${channelId}::integer`, {
    isOfOthers: isOfOthers('racer', ownsAt('period', sql`${finishedAt}::timestamptz`)),
  })

type StoredRow = Omit<GameRow, keyof RacerLabel> & Racer & KnownNames

/** @param results of the game, each with its `place` */
async function readRows(
  db: Db,
  game: ResultsOfGame,
  results: RawBuilder<unknown>,
): Promise<GameRow[]> {
  const { id, channelId, season } = game
  const { rows } = await sql<StoredRow>`
    select result.position, result.points, result.time_us / 1000000.0 as seconds,
      result.eliminated as "isEliminated", result.kills, result.damage,
      result.is_top_tiltee as "isTopTiltee", coalesce(hit.checkpoints, '{}') as checkpoints,
      racer.platform, racer.login, ${KNOWN_NAMES}
    from (${results}) as result
    join racers as racer on racer.id = result.racer_id
    ${joinGameNames(game)}
    left join (
      select racer_id, array_agg(number order by number) as checkpoints
      from checkpoint_hits
      where channel_id = ${channelId} and season = ${season} and game_id = ${id}
      group by racer_id
    ) as hit on hit.racer_id = result.racer_id
    order by result.place`.execute(db)
  return rows.map((stored) => {
    const { row, look } = takeLook(stored)
    return { ...row, ...labelOf(look) }
  })
}
