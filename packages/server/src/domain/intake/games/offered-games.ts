/**
 * Uploaded games that count as one with an equal stored game until their streamer says that they are another:
 * docs/formats.md, Which game is the same.
 */
import type { FileWarning } from '@rollcall/formats/problem'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { uploadWarning } from '../upload-problem.ts'
import { type GameToStore, hashSummary } from './known-games.ts'
import {
  addToMaps,
  addToSeasons,
  findLastHits,
  hashHits,
  type StoringOutcome,
} from './store-games.ts'

export interface OfferedGame {
  game: GameToStore
  /** The stored game that equals it. */
  gameId: number
}

/**
 * The games whose streamer can say that they are another. Without a level's own file, more racers may be in a legacy game
 * than in the stored one; then the stored results are not those of the uploaded game.
 */
export async function selectOffered(
  trx: Db,
  { games, outcomes }: { games: readonly GameToStore[]; outcomes: readonly StoringOutcome[] },
): Promise<OfferedGame[]> {
  const unsure = games.flatMap((game, index) => {
    const outcome = outcomes[index]
    return outcome?.isUnsure ? [{ game, gameId: outcome.gameId }] : []
  })
  if (unsure.length === 0) {
    return []
  }
  const stored = await trx
    .selectFrom('games')
    .select(['id', 'player_count'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(unsure.map(({ gameId }) => gameId)))))
    .execute()
  const counts = new Map(stored.map(({ id, player_count }) => [id, player_count]))
  return unsure.filter(({ game, gameId }) => counts.get(gameId) === game.facts.playerCount)
}

/** @param of how many games the upload has */
export function warnOfOffered(offered: readonly OfferedGame[], of: number): FileWarning[] {
  return offered.length === 0 ? [] : [uploadWarning('equal_games', { count: offered.length, of })]
}

/** Stores what the games have that the stored ones lack. Needs the transaction that stored the receipt. */
export async function offerGames(
  trx: Db,
  { uploadId, offered }: { uploadId: number; offered: readonly OfferedGame[] },
): Promise<void> {
  for (const { game, gameId } of offered) {
    const { facts } = game
    const { rows } = await sql<{ id: number }>`
      insert into offered_games
        (upload_id, channel_id, season, game_id, finished_at, given_finish, own_season, level,
         level_passed, is_rankable, summary_hash, hits_hash)
      select ${uploadId}::bigint, channel_id, season, id, ${game.finishedAt}::timestamptz,
        ${game.givenFinish}::timestamptz, ${game.season}::integer, ${facts.level}::integer,
        ${facts.levelPassed}::boolean, ${facts.isRankable}::boolean, ${hashSummary(facts)},
        ${hashHits(facts.hits)}
      from games where id = ${gameId}
      returning id`.execute(trx)
    await sql`
      insert into offered_hits (offer_id, number, racer_id)
      select ${rows[0]?.id}::bigint, hit.number, racer.id
      from unnest(
        ${facts.hits.map((hit) => hit.number)}::integer[],
        ${facts.hits.map((hit) => hit.platform)}::text[],
        ${facts.hits.map((hit) => hit.login)}::text[]
      ) as hit (number, platform, login)
      join racers as racer on racer.platform = hit.platform and racer.login = hit.login`.execute(
      trx,
    )
  }
}

/** Stores each offered game as a game of its own, with the results of the stored one and its own hits. */
export async function countOffered(
  trx: Db,
  { channelId, uploadId }: { channelId: number; uploadId: number },
): Promise<{ gameId: number; season: number }[]> {
  const offers = await trx
    .selectFrom('offered_games')
    .select(['id', 'own_season as season', 'finished_at as finishedAt', 'hits_hash as hitsHash'])
    .where('upload_id', '=', uploadId)
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute()
  const counted: { gameId: number; season: number }[] = []
  for (const { id, season, finishedAt, hitsHash } of offers) {
    const lastHits = await findLastHits(trx, { channelId, finishedAt })
    const gameId = await insertOffered(trx, id)
    await copyResults(trx, { offerId: id, gameId })
    if (hitsHash !== lastHits) {
      await sql`
        insert into checkpoint_hits (channel_id, season, game_id, number, racer_id)
        select ${channelId}::integer, ${season}::integer, ${gameId}::bigint, number, racer_id
        from offered_hits where offer_id = ${id}`.execute(trx)
    }
    counted.push({ gameId, season })
  }
  await addToSeasons(trx, channelId, counted)
  await addToMaps(trx, counted)
  return counted
}

async function insertOffered(trx: Db, offerId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into games
      (channel_id, season, mode, file_kind, game_key, content_hash, summary_hash, finished_at,
       given_finish, is_rankable, session_type, map_id, level, level_passed, expertise,
       player_count, eliminated_count, fastest_us, hits_hash)
    select game.channel_id, offer.own_season, game.mode, game.file_kind,
      concat(game.game_key, ' again ', offer.id), game.content_hash,
      coalesce(offer.summary_hash, game.summary_hash), offer.finished_at, offer.given_finish,
      offer.is_rankable, game.session_type, game.map_id, coalesce(offer.level, game.level),
      coalesce(offer.level_passed, game.level_passed), game.expertise, game.player_count,
      game.eliminated_count, game.fastest_us, offer.hits_hash
    from offered_games as offer
    join games as game on game.id = offer.game_id
    where offer.id = ${offerId}
    returning id`.execute(trx)
  // The stored game took the time of this one, when both still were one game.
  await sql`
    update games as game set given_finish = null
    from offered_games as offer
    where offer.id = ${offerId} and game.id = offer.game_id
      and game.given_finish = offer.given_finish`.execute(trx)
  const [game] = rows
  if (game === undefined) {
    throw new Error('the offered game is gone')
  }
  return game.id
}

async function copyResults(
  trx: Db,
  { offerId, gameId }: { offerId: number; gameId: number },
): Promise<void> {
  await sql`
    insert into game_results
      (channel_id, season, game_id, racer_id, position, points, time_us,
       eliminated, kills, damage, is_top_tiltee)
    select result.channel_id, offer.own_season, ${gameId}::bigint, result.racer_id, result.position,
      result.points, result.time_us, result.eliminated, result.kills, result.damage,
      result.is_top_tiltee
    from offered_games as offer
    join game_results as result on result.channel_id = offer.channel_id
      and result.season = offer.season and result.game_id = offer.game_id
    where offer.id = ${offerId}`.execute(trx)
}
