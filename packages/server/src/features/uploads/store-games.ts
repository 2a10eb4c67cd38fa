/** Games as facts: storing those that are not known, and completing what a day log told. */
import { hitsContent } from '@rollcall/formats/checkpoint-hits'
import type { Game } from '@rollcall/formats/game-files'
import { sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { noteGameChanges } from '../standings/game-changes.ts'
import { type NamedRacer, nameRacersOnChannel } from '../standings/racers.ts'
import { addGames, recountGames } from '../standings/season-totals.ts'
import { findKnown, type GameToStore, type KnownGame, keyOf } from './known-games.ts'
import { contentHash } from './readers.ts'

/**
 * `completed`: a day log had told it, and its own files add what the log does not know.
 * `conflict`: another game has the same key; it stays.
 */
export interface StoringOutcome {
  kind: 'stored' | 'completed' | 'known' | 'conflict'
  gameId: number
  season: number
  /** Hits stored; those of the game before are not counted again. */
  hits: number
  hasRepeatedHits: boolean
}

/** All racers that the games name, to be made rows before they are stored. */
export function racersOf(
  games: readonly Game[],
): Pick<NamedRacer, 'platform' | 'login' | 'displayName'>[] {
  return games.flatMap(({ results, hits }) => [...results, ...hits])
}

/**
 * In the caller's transaction, with the channel locked; what becomes of each game. The key is (channel,
 * mode, game key), with a hash of the results in place of the key that a legacy game lacks. A game that
 * another kind of file told is the same one if its results are equal and it finished within 10 minutes.
 */
export async function storeGames(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly GameToStore[] },
): Promise<StoringOutcome[]> {
  const known = await findKnown(trx, { channelId, games })
  const fresh = new Map<string, GameToStore>()
  for (const [index, game] of games.entries()) {
    if (!known.has(index)) {
      const key = nameOf(game)
      fresh.set(key, fresh.get(key) ?? game)
    }
  }
  const stored = await insertGames(trx, { channelId, games: [...fresh.values()] })
  await addToSeasons(trx, channelId, [...stored.values()])
  await nameRacersOnChannel(trx, { channelId, racers: latestNames(games) })
  const seen = new Set<StoringOutcome>()
  const outcomes: StoringOutcome[] = []
  for (const [index, game] of games.entries()) {
    const earlier = known.get(index)
    const outcome = earlier
      ? await outcomeOfKnown(trx, { channelId, game, earlier })
      : stored.get(nameOf(game))
    if (outcome === undefined) {
      throw new Error('a game was neither known nor stored')
    }
    outcomes.push(seen.has(outcome) ? { ...outcome, kind: 'known' } : outcome)
    seen.add(outcome)
  }
  return outcomes
}

const nameOf = (game: GameToStore): string => `${game.facts.mode} ${keyOf(game)}`

type Place = { channelId: number; season: number }

interface HitsToStore {
  hash: string | null
  isRepeated: boolean
  /** Those that are not the game's before. */
  fresh: Game['hits']
}

/** So that no statement takes long, nor its values, however many games or racers there are. */
const GAMES_A_STATEMENT = 200
const RESULTS_A_STATEMENT = 2_000

/** By mode and key. */
async function insertGames(
  trx: Db,
  { channelId, games }: { channelId: number; games: readonly GameToStore[] },
): Promise<Map<string, StoringOutcome>> {
  const stored: { game: GameToStore; hits: HitsToStore; gameId: number }[] = []
  for (let at = 0; at < games.length; at += GAMES_A_STATEMENT) {
    const some: { game: GameToStore; hits: HitsToStore }[] = []
    for (const game of games.slice(at, at + GAMES_A_STATEMENT)) {
      some.push({ game, hits: await hitsToStore(trx, { channelId, ...game }) })
    }
    const inserted = await trx
      .insertInto('games')
      .values(some.map((it) => rowOf({ channelId, ...it })))
      .returning(['id', 'mode', 'game_key as key'])
      .execute()
    const ids = new Map(inserted.map(({ id, mode, key }) => [`${mode} ${key}`, id]))
    stored.push(...some.map((it) => ({ ...it, gameId: ids.get(nameOf(it.game)) ?? 0 })))
  }
  const results = games.reduce((sum, { facts }) => sum + facts.results.length, 0)
  if (results > RESULTS_A_STATEMENT) {
    // Each result is checked against the games: by an index, and not by a plan that was made for a few of them.
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
    outcomes.set(nameOf(game), { kind: 'stored', gameId, season, ...countsOf(hits) })
  }
  return outcomes
}

async function addToSeasons(
  trx: Db,
  channelId: number,
  added: readonly StoringOutcome[],
): Promise<void> {
  if (added.length === 0) {
    return
  }
  for (const [season, games] of Map.groupBy(added, (game) => game.season)) {
    await addGames(trx, { channelId, season, gameIds: games.map(({ gameId }) => gameId) })
    await announce(trx, [`season:${season}/channel:${channelId}`])
  }
  await noteGameChanges(trx, [channelId])
}

/** Of each racer the name and the colour in the latest of the games. */
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

async function outcomeOfKnown(
  trx: Db,
  { channelId, game, earlier }: { channelId: number; game: GameToStore; earlier: KnownGame },
): Promise<StoringOutcome> {
  const { kind, id, season } = earlier
  return kind === 'completes'
    ? completeGame(trx, { channelId, game, gameId: id, season })
    : { kind, gameId: id, season, hits: 0, hasRepeatedHits: false }
}

/** It keeps its season and its time; an unranked one counts no longer. */
async function completeGame(
  trx: Db,
  { channelId, game, gameId, season }: Place & { game: GameToStore; gameId: number },
): Promise<StoringOutcome> {
  const hits = await hitsToStore(trx, { channelId, gameId, ...game })
  const isOfGame = { channel_id: channelId, season, id: gameId }
  const { channel_id: _, season: __, finished_at: ___, ...row } = rowOf({ channelId, game, hits })
  await trx
    .updateTable('games')
    .set(row)
    .where(({ and }) => and(isOfGame))
    .execute()
  await trx
    .deleteFrom('game_results')
    .where(({ and }) => and({ channel_id: channelId, season, game_id: gameId }))
    .execute()
  await insertResults(trx, channelId, [{ season, gameId, facts: game.facts }])
  await insertHits(trx, { channelId, season, gameId, hits: hits.fresh })
  await recountGames(trx, { channelId, seasons: [season] })
  await noteGameChanges(trx, [channelId])
  await announce(trx, [`season:${season}/channel:${channelId}`])
  return { kind: 'completed', gameId, season, ...countsOf(hits) }
}

async function hitsToStore(
  trx: Db,
  game: GameToStore & { channelId: number; gameId?: number },
): Promise<HitsToStore> {
  const { hits } = game.facts
  const text = hitsContent(hits)
  const hash = text && contentHash(text)
  const isRepeated = hash !== null && hash === (await findLastHits(trx, game))
  return { hash, isRepeated, fresh: isRepeated ? [] : hits }
}

async function findLastHits(
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

const countsOf = ({ fresh, isRepeated }: HitsToStore) => ({
  hits: fresh.length,
  hasRepeatedHits: isRepeated,
})

function rowOf({
  channelId,
  game,
  hits,
}: {
  channelId: number
  game: GameToStore
  hits: HitsToStore
}) {
  const { season, finishedAt, facts, hash } = game
  return {
    channel_id: channelId,
    season,
    mode: facts.mode,
    game_key: keyOf(game),
    content_hash: hash,
    finished_at: finishedAt,
    is_rankable: facts.isRankable,
    session_type: facts.sessionType,
    map_name: facts.mapName,
    map_creator: facts.mapCreator,
    level: facts.level,
    level_passed: facts.levelPassed,
    player_count: facts.playerCount,
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
  { channelId, season, gameId, hits }: Place & { gameId: number; hits: Game['hits'] },
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
