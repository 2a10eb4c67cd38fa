/** Stores games that are not known yet, and completes games from a day log. */
import { hitsContent } from '@rollcall/formats/checkpoint-hits'
import type { Game } from '@rollcall/formats/game-files'
import { fastestFinish } from '@rollcall/scoring/map-records'
import { sql } from 'kysely'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { checkBadgesOfGames } from '../../standings/badge-checks.ts'
import { noteGameChanges } from '../../standings/game-changes.ts'
import { addPlays, findMapIds, sumPlays } from '../../standings/maps.ts'
import { type NamedRacer, nameRacersOnChannel } from '../../standings/racers.ts'
import { addGames, recountGames } from '../../standings/season-totals.ts'
import { contentHash } from '../files/readers.ts'
import {
  findKnown,
  type GameToStore,
  hashSummary,
  type KnownGame,
  makeLegacyKeys,
} from './known-games.ts'
import { forgetLeftOut } from './left-out-games.ts'

/**
 * `completed`: the game was known from a day log, and its own files add what the log lacks.
 * `conflict`: another game has the same key; that one stays.
 */
export interface StoringOutcome {
  kind: 'stored' | 'completed' | 'known' | 'conflict'
  gameId: number
  season: number
  /** How many hits were stored. Hits that repeat the previous game's are not counted again. */
  hits: number
  hasRepeatedHits: boolean
  /** The game is known only because its results are equal, and may be another one. */
  isUnsure: boolean
}

/** All racers that the games name. They must exist as rows before the games are stored. */
export function listRacers(
  games: readonly Game[],
): Pick<NamedRacer, 'platform' | 'login' | 'displayName'>[] {
  return games.flatMap(({ results, hits }) => [...results, ...hits])
}

/**
 * Stores games and returns the outcome of each. docs/formats.md, Which game is the same, says which of them are known.
 * Needs a transaction that has locked the channel.
 */
export async function storeGames(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly GameToStore[] },
): Promise<StoringOutcome[]> {
  const known = await findKnown(trx, { channelId, games })
  const fresh = new Map<string, GameToStore>()
  for (const [index, game] of games.entries()) {
    if (!known.has(index)) {
      const key = uniqueKey(game)
      fresh.set(key, fresh.get(key) ?? game)
    }
  }
  const stored = await insertGames(trx, { channelId, games: [...fresh.values()] })
  await addToSeasons(trx, channelId, [...stored.values()])
  await nameRacersOnChannel(trx, { channelId, racers: latestNames(games) })
  await addToMaps(trx, [...stored.values()])
  const seen = new Set<StoringOutcome>()
  const outcomes: StoringOutcome[] = []
  for (const [index, game] of games.entries()) {
    const earlier = known.get(index)
    const outcome = earlier
      ? await storeKnown(trx, { channelId, game, earlier })
      : stored.get(uniqueKey(game))
    if (outcome === undefined) {
      throw new Error('a game was neither known nor stored')
    }
    outcomes.push(seen.has(outcome) ? { ...outcome, kind: 'known' } : outcome)
    seen.add(outcome)
  }
  return outcomes
}

/** Among the games of one upload; several of them always have keys of their own. */
const uniqueKey = ({ facts: { mode, gameKey }, hash }: GameToStore): string =>
  `${mode} ${gameKey ?? hash}`

type Season = { channelId: number; season: number }

interface HitsToStore {
  hash: string | null
  isRepeated: boolean
  /** Hits that the previous game did not have. */
  fresh: Game['hits']
}

/** Keeps statements and their values short, no matter how many games or racers there are. */
const GAMES_A_STATEMENT = 200
const RESULTS_A_STATEMENT = 2_000

/** Returns the outcomes by mode and key. */
async function insertGames(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly GameToStore[] },
): Promise<Map<string, StoringOutcome>> {
  const stored: { game: GameToStore; hits: HitsToStore; gameId: number }[] = []
  const mapIds = await findMapIds(
    trx,
    games.map(({ facts }) => facts),
  )
  for (let at = 0; at < games.length; at += GAMES_A_STATEMENT) {
    const portion = games.slice(at, at + GAMES_A_STATEMENT)
    const keys = await makeLegacyKeys(trx, { channelId, games: portion })
    const some: GameToInsert[] = []
    for (const [index, game] of portion.entries()) {
      const hits = await hitsToStore(trx, { channelId, ...game })
      const key = game.facts.gameKey ?? keys[index] ?? game.hash
      some.push({ game, hits, key, mapId: mapIds[at + index] ?? null })
    }
    const inserted = await trx
      .insertInto('games')
      .values(some.map((it) => toRow({ channelId, ...it })))
      .returning(['id', 'mode', 'game_key as key'])
      .execute()
    const ids = new Map(inserted.map(({ id, mode, key }) => [`${mode} ${key}`, id]))
    stored.push(
      ...some.map((it) => ({ ...it, gameId: ids.get(`${it.game.facts.mode} ${it.key}`) ?? 0 })),
    )
  }
  const results = games.reduce((sum, { facts }) => sum + facts.results.length, 0)
  if (results > RESULTS_A_STATEMENT) {
    // Each result is checked against the games. Plans that were made for few games would not use the index.
    await sql`discard plans`.execute(trx)
  }
  await insertResults(
    trx,
    channelId,
    stored.map(({ game: { season, facts }, gameId }) => ({ season, gameId, facts })),
  )
  const outcomes = new Map<string, StoringOutcome>()
  for (const { game, hits, gameId } of stored) {
    const { season } = game
    await insertHits(trx, { channelId, season, gameId, hits: hits.fresh })
    const outcome = { kind: 'stored', gameId, season, ...countHits(hits), isUnsure: false } as const
    outcomes.set(uniqueKey(game), outcome)
  }
  return outcomes
}

export async function addToMaps(
  trx: Db,
  games: readonly Pick<StoringOutcome, 'gameId'>[],
): Promise<void> {
  const ids = games.map(({ gameId }) => gameId)
  await addPlays(trx, await sumPlays(trx, sql<boolean>`game.id = any(${ids}::bigint[])`))
}

export async function addToSeasons(
  trx: Db,
  channelId: number,
  added: readonly Pick<StoringOutcome, 'gameId' | 'season'>[],
): Promise<void> {
  if (added.length === 0) {
    return
  }
  for (const [season, games] of Map.groupBy(added, (game) => game.season)) {
    await addGames(trx, { channelId, season, gameIds: games.map(({ gameId }) => gameId) })
    announce(trx, [`season:${season}/channel:${channelId}`])
  }
  await checkBadgesOfGames(trx, {
    channelId,
    gameIds: added.map(({ gameId }) => gameId),
    areNew: true,
  })
  await noteGameChanges(trx, [channelId])
}

/** Each racer's name and colour in the latest of the games. */
function latestNames(games: readonly GameToStore[]): NamedRacer[] {
  const latest = new Map<string, NamedRacer>()
  const byFinish = games.toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime())
  for (const { facts, finishedAt: namedAt } of byFinish) {
    for (const { platform, login, displayName, colour } of facts.results) {
      const color = colour ?? latest.get(`${login} ${platform}`)?.color ?? null
      latest.set(`${login} ${platform}`, { platform, login, displayName, color, namedAt })
    }
  }
  return [...latest.values()]
}

async function storeKnown(
  trx: Db,
  { channelId, game, earlier }: { channelId: number; game: GameToStore; earlier: KnownGame },
): Promise<StoringOutcome> {
  const { kind, id, season, isUnsure } = earlier
  if (kind === 'completes') {
    return completeGame(trx, { channelId, game, gameId: id, season })
  }
  if (isUnsure && game.givenFinish !== null) {
    // From now on, equal games at other times are other games.
    await trx
      .updateTable('games')
      .set({ given_finish: game.givenFinish })
      .where('id', '=', id)
      .where('channel_id', '=', channelId)
      .execute()
  }
  return { kind, gameId: id, season, hits: 0, hasRepeatedHits: false, isUnsure }
}

/**
 * The game keeps its season and its time. If its files show that it is not rankable, it no longer counts, and nobody needs
 * to leave it out. If an admin has left it out, it stays so (migration 0058).
 */
async function completeGame(
  trx: Db,
  { channelId, game, gameId, season }: Season & { game: GameToStore; gameId: number },
): Promise<StoringOutcome> {
  const hits = await hitsToStore(trx, { channelId, gameId, ...game })
  const [mapId = null] = await findMapIds(trx, [game.facts])
  const isGame = { channel_id: channelId, season, id: gameId }
  const [legacyKey = game.hash] = await makeLegacyKeys(trx, { channelId, games: [game] })
  const key = game.facts.gameKey ?? legacyKey
  const {
    channel_id: _,
    season: __,
    finished_at: ___,
    given_finish: ____,
    ...row
  } = toRow({ channelId, game, hits, key, mapId })
  await trx
    .updateTable('games')
    .set(row)
    .where(({ and }) => and(isGame))
    .execute()
  if (!game.facts.isRankable) {
    await forgetLeftOut(trx, { channelId, season, id: gameId })
  }
  await trx
    .deleteFrom('game_results')
    .where(({ and }) => and({ channel_id: channelId, season, game_id: gameId }))
    .execute()
  await insertResults(trx, channelId, [{ season, gameId, facts: game.facts }])
  await insertHits(trx, { channelId, season, gameId, hits: hits.fresh })
  await recountGames(trx, { channelId, seasons: [season] })
  await checkBadgesOfGames(trx, { channelId, gameIds: [gameId], areNew: false })
  await noteGameChanges(trx, [channelId])
  announce(trx, [`season:${season}/channel:${channelId}`])
  const outcome = {
    ...({ kind: 'completed', gameId, season, isUnsure: false } as const),
    ...countHits(hits),
  }
  // Until now it had no map, because a day log names none.
  await addToMaps(trx, [outcome])
  return outcome
}

async function hitsToStore(
  trx: Db,
  game: GameToStore & { channelId: number; gameId?: number },
): Promise<HitsToStore> {
  const { hits } = game.facts
  const hash = hashHits(hits)
  const isRepeated = hash !== null && hash === (await findLastHits(trx, game))
  return { hash, isRepeated, fresh: isRepeated ? [] : hits }
}

/** null if there are none. */
export function hashHits(hits: Game['hits']): string | null {
  const text = hitsContent(hits)
  return text && contentHash(text)
}

/** The hits of the channel's game before that time. */
export async function findLastHits(
  trx: Db,
  { channelId, finishedAt, gameId }: { channelId: number; finishedAt: Date; gameId?: number },
): Promise<string | null> {
  const before = await trx
    .selectFrom('games')
    .select('hits_hash')
    .where('channel_id', '=', channelId)
    .where('finished_at', '<=', finishedAt)
    .where('id', '<>', gameId ?? 0)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.hits_hash ?? null
}

const countHits = ({ fresh, isRepeated }: HitsToStore) => ({
  hits: fresh.length,
  hasRepeatedHits: isRepeated,
})

interface GameToInsert {
  game: GameToStore
  hits: HitsToStore
  key: string
  mapId: number | null
}

function toRow({ channelId, game, hits, key, mapId }: GameToInsert & { channelId: number }) {
  const { season, finishedAt, givenFinish, facts, hash } = game
  return {
    channel_id: channelId,
    season,
    mode: facts.mode,
    file_kind: facts.fileKind,
    game_key: key,
    content_hash: hash,
    summary_hash: hashSummary(facts),
    finished_at: finishedAt,
    given_finish: givenFinish,
    is_rankable: facts.isRankable,
    session_type: facts.sessionType,
    map_id: mapId,
    level: facts.level,
    level_passed: facts.levelPassed,
    expertise: facts.expertise,
    player_count: facts.playerCount,
    eliminated_count: facts.results.filter(({ eliminated }) => eliminated).length,
    fastest_us: facts.mode === 'race' ? fastestFinish(facts.results) : null,
    hits_hash: hits.hash,
  }
}

async function insertResults(
  trx: Db,
  channelId: number,
  games: readonly { season: number; gameId: number; facts: Game }[],
): Promise<void> {
  let results: StoredResult[] = []
  for (const { season, gameId, facts } of games) {
    for (const result of facts.results) {
      results.push({ ...result, season, gameId })
      if (results.length === RESULTS_A_STATEMENT) {
        await insertPortion(trx, channelId, results)
        results = []
      }
    }
  }
  await insertPortion(trx, channelId, results)
}

type StoredResult = Game['results'][number] & { season: number; gameId: number }

async function insertPortion(
  trx: Db,
  channelId: number,
  results: readonly StoredResult[],
): Promise<void> {
  await sql`
    insert into game_results
      (channel_id, season, game_id, racer_id, position, points, time_us,
       eliminated, kills, damage, is_top_tiltee)
    select ${channelId}::integer, result.season, result.game_id, racer.id, result.position, result.points,
      result.time_us, result.eliminated, result.kills, result.damage, result.is_top_tiltee
    from unnest(
      ${results.map((result) => result.season)}::integer[],
      ${results.map((result) => result.gameId)}::bigint[],
      ${results.map((result) => result.platform)}::text[],
      ${results.map((result) => result.login)}::text[],
      ${results.map((result) => result.position)}::integer[],
      ${results.map((result) => result.points)}::integer[],
      ${results.map((result) => result.timeUs)}::bigint[],
      ${results.map((result) => result.eliminated)}::boolean[],
      ${results.map((result) => result.kills)}::integer[],
      ${results.map((result) => result.damage)}::integer[],
      ${results.map((result) => result.isTopTiltee)}::boolean[]
    ) as result (season, game_id, platform, login, position, points, time_us,
      eliminated, kills, damage, is_top_tiltee)
    join racers as racer on racer.platform = result.platform and racer.login = result.login`.execute(
    trx,
  )
}

async function insertHits(
  trx: Db,
  { channelId, season, gameId, hits }: Season & { gameId: number; hits: Game['hits'] },
): Promise<void> {
  if (hits.length === 0) {
    return
  }
  await sql`
    insert into checkpoint_hits (channel_id, season, game_id, number, racer_id)
    select ${channelId}::integer, ${season}::integer, ${gameId}::bigint, hit.number, racer.id
    from unnest(
      ${hits.map((hit) => hit.number)}::integer[],
      ${hits.map((hit) => hit.platform)}::text[],
      ${hits.map((hit) => hit.login)}::text[]
    ) as hit (number, platform, login)
    join racers as racer on racer.platform = hit.platform and racer.login = hit.login`.execute(trx)
}
