/** The game that a league's rules name, for the rule of ties that compares the places in it. */
import { hasCounted, type LeagueRules } from '@rollcall/contract/leagues'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findHolds, isPublicGame } from '../../visibility/public-games.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { readBoardRows, rowKey } from './round-results.ts'
import { listRounds } from './rounds.ts'
import type { Results } from './table.ts'

type Named = NonNullable<LeagueRules['namedGame']>

interface PlaceInGame {
  racerId: number
  channelId: number
  place: number
}

/** The place of each row; nobody has one while the game's round does not count. */
export async function readPlaces(
  parts: { db: Db; boards: EventBoards; now: Date },
  { ties, namedGame }: LeagueRules,
  { rounds }: Results,
): Promise<ReadonlyMap<string, number>> {
  const round = rounds.find(({ eventId }) => eventId === namedGame?.eventId)
  const places = new Map<string, number>()
  if (namedGame === undefined || round === undefined || !ties.includes('named_game')) {
    return places
  }
  const isFinal = round.state === 'final' && round.board !== null
  const found = await findPlaces(parts.db, namedGame, { isFinal, now: parts.now })
  const rows = Map.groupBy(await readBoardRows(parts, round), ({ racerId }) => racerId)
  for (const { racerId, channelId, place } of found) {
    const own = rows.get(racerId)
    // What a hidden racer has on a later channel is a row of its own.
    const row =
      own?.find(({ laterChannelId }) => laterChannelId === channelId) ??
      own?.find(({ laterChannelId }) => laterChannelId === null)
    if (row === undefined || row.isDisqualified) continue
    const key = rowKey(row)
    places.set(key, Math.min(place, places.get(key) ?? place))
  }
  return places
}

/** In a final round as they were when it became final, unless the rules name another game since. */
async function findPlaces(
  db: Db,
  named: Named,
  { isFinal, now }: { isFinal: boolean; now: Date },
): Promise<readonly PlaceInGame[]> {
  if (isFinal) {
    const { rows } = await sql<PlaceInGame>`
      select frozen.racer_id as "racerId", frozen.channel_id as "channelId", frozen.place
      from league_game_places as frozen
      join events as event on event.series_id = frozen.series_id
      where event.id = ${named.eventId} and frozen.game_id = ${named.gameId}`.execute(db)
    if (rows.length > 0) {
      return rows
    }
  }
  const { rows } = await sql<PlaceInGame>`
    select result.racer_id as "racerId", game.channel_id as "channelId", result.position as place
    from ${await publicGames(db, { eventId: named.eventId, now })} as game
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
    where game.id = ${named.gameId} and result.position is not null`.execute(db)
  return rows
}

/** The games in the event's window that everybody may see. */
export async function publicGames(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<RawBuilder<unknown>> {
  const holds = await findHolds(db, now)
  return sql`(
    select game.* from events as event
    join event_participants as participant on participant.event_id = event.id
    join channels as channel on channel.user_id = participant.user_id
    join games as game on game.channel_id = channel.id
      and game.finished_at >= event.starts_at and game.finished_at < event.ends_at
    where event.id = ${eventId} and ${isPublicGame(holds)}
  )`
}

/**
 * Keeps the places, if the rules name a game of this event and its round is final. The caller has locked the series.
 */
export async function freezePlaces(
  trx: Db,
  { seriesId, eventId, now }: { seriesId: number; eventId: number; now: Date },
): Promise<void> {
  const series = await trx
    .selectFrom('event_series as series')
    .innerJoin('league_rounds as round', 'round.series_id', 'series.id')
    .select(sql<LeagueRules | null>`series.league_rules`.as('rules'))
    .where('series.id', '=', seriesId)
    .where('round.event_id', '=', eventId)
    .where('round.final_at', 'is not', null)
    .executeTakeFirst()
  const named = series?.rules?.namedGame
  if (named?.eventId !== eventId) {
    return
  }
  await trx.deleteFrom('league_game_places').where('series_id', '=', seriesId).execute()
  const places = await findPlaces(trx, named, { isFinal: false, now })
  await sql`
    insert into league_game_places (series_id, game_id, racer_id, channel_id, place)
    select ${seriesId}::integer, ${named.gameId}::bigint, *
    from unnest(
      ${places.map(({ racerId }) => racerId)}::integer[],
      ${places.map(({ channelId }) => channelId)}::integer[],
      ${places.map(({ place }) => place)}::integer[]
    )`.execute(trx)
}

/**
 * Checks the game of new rules, which stays as it is if the rules had it before.
 *
 * @throws {ApiError} if the rules need a game of a round that counts, and have none
 */
export async function checkNamedGame(
  trx: Db,
  {
    seriesId,
    before,
    after,
    now,
  }: { seriesId: number; before: LeagueRules | null; after: LeagueRules | null; now: Date },
): Promise<void> {
  const named = after?.namedGame
  if (!after?.ties.includes('named_game') || isSame(named, before?.namedGame)) {
    return
  }
  const rounds = await listRounds(trx, { seriesId, now })
  const round = rounds.find(({ eventId }) => eventId === named?.eventId)
  if (named === undefined || round === undefined || !hasCounted(round)) {
    throw new ApiError('no_such_league_game')
  }
  const { rows } = await sql<{ finishedAt: Date }>`
    select game.finished_at as "finishedAt" from ${await publicGames(trx, { eventId: named.eventId, now })} as game
    where game.id = ${named.gameId}`.execute(trx)
  if (rows[0]?.finishedAt.getTime() !== Date.parse(named.finishedAt)) {
    throw new ApiError('no_such_league_game')
  }
}

const isSame = (one: Named | undefined, other: Named | undefined) =>
  one !== undefined && one.gameId === other?.gameId && one.finishedAt === other.finishedAt
