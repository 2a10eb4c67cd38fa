/** Which games count in rounds that prescribe them. docs/decisions/178-prescribed-rounds.md */
import {
  decideGames,
  gamesOfNamings,
  type Naming,
  type PlayedGame,
  type Prescription,
} from '@rollcall/scoring/prescription'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'

/**
 * Decides again about the games of these channels, in all their rounds. Games that come, go or change must be decided
 * about in the same transaction.
 */
export async function decideGamesOfChannels(trx: Db, channelIds: readonly number[]): Promise<void> {
  await decide(trx, sql<boolean>`channel.id = any(${channelIds}::integer[])`)
}

/** The same for all channels of events, after their days, their streamers or what they prescribe have changed. */
export async function decideGamesOfEvents(trx: Db, eventIds: readonly number[]): Promise<void> {
  await decide(trx, sql<boolean>`event.id = any(${eventIds}::integer[])`)
}

/** What was prescribed is no longer. @param which of the query's `event` */
export async function forgetPrescriptions(trx: Db, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    with forgotten as (
      update events as event set prescription = null
      where event.prescription is not null and ${which}
      returning event.id
    )
    delete from prescribed_games where event_id in (select id from forgotten)`.execute(trx)
}

/** A streamer's names for games of a round that lets them name some. */
export interface NamedGames {
  /** Those that no game has been counted for, in the order in which they were made. */
  waiting: number[]
  /** How many games count for one. */
  counted: number
  /** How many may be named. */
  of: number
}

/** By event; without those that let nobody name games. */
export async function listNamedGames(
  db: Db,
  { userId, eventIds }: { userId: number; eventIds: readonly number[] },
): Promise<ReadonlyMap<number, NamedGames>> {
  const played = await readPlayed(
    db,
    sql`participant.user_id = ${userId} and event.id = any(${eventIds}::integer[]) and ${isNamed}`,
  )
  return new Map(
    played.map(({ eventId, prescription, games, namings }) => {
      const meant = gamesOfNamings(prescription, games, namings)
      const decided = decideGames(prescription, games, namings)
      return [
        eventId,
        {
          waiting: namings
            .filter(({ id, takenBackAt }) => takenBackAt === null && !meant.has(id))
            .map(({ id }) => id),
          counted: [...decided.values()].filter((refusal) => refusal === null).length,
          of: prescription.games?.count ?? 0,
        },
      ]
    }),
  )
}

interface Played {
  eventId: number
  /** null: nothing has ever been sent. */
  channelId: number | null
  prescription: Prescription
  games: PlayedGame[]
  namings: Naming[]
}

type Stored = Omit<Played, 'games' | 'namings'> & {
  games: (Omit<PlayedGame, 'finishedAt' | 'startedAt'> & {
    finishedAt: string
    startedAt: string | null
  })[]
  namings: { id: number; namedAt: string; takenBackAt: string | null }[]
}

const isNamed = sql<boolean>`event.prescription -> 'games' ->> 'which' = 'named'`

/**
 * When the query's `game` started: no file says it, but results say how long the last racer took. null: they have no
 * times, or nobody knows when it finished.
 */
const STARTED_AT = sql`(
  case when ${isNamed} and game.given_finish is not null then (
    select game.finished_at - make_interval(secs => max(result.time_us) / 1000000.0)
    from game_results as result
    where result.channel_id = game.channel_id and result.season = game.season
      and result.game_id = game.id
  ) end
)`

/** @param which of the query's `event` and `channel` */
async function readPlayed(db: Db, which: RawBuilder<unknown>): Promise<Played[]> {
  const { rows } = await sql<Stored>`
    select event.id as "eventId", channel.id as "channelId", event.prescription,
      (
        select coalesce(json_agg(json_build_object(
          'id', game.id, 'mode', game.mode, 'sessionType', game.session_type,
          'isRankable', game.is_rankable, 'isLeftOut', left_out.game_id is not null,
          'finishedAt', game.finished_at, 'startedAt', ${STARTED_AT}, 'marbles', game.player_count,
          'hour', extract(hour from game.finished_at at time zone coalesce(event.time_zone, 'UTC')),
          'map', case when map.id is not null then
            json_build_object('name', map.name, 'creator', map.creator)
          end,
          'swapped', decided.swapped
        )), '[]')
        from games as game
        left join maps as map on map.id = game.map_id
        left join left_out_games as left_out on left_out.channel_id = game.channel_id
          and left_out.season = game.season and left_out.game_id = game.id
        left join prescribed_games as decided
          on decided.event_id = event.id and decided.game_id = game.id
        where game.channel_id = channel.id
          and game.finished_at >= event.starts_at and game.finished_at < event.ends_at
      ) as games,
      (
        select coalesce(json_agg(json_build_object(
          'id', naming.id, 'namedAt', naming.named_at, 'takenBackAt', naming.taken_back_at
        ) order by naming.named_at, naming.id), '[]')
        from named_games as naming
        where naming.event_id = event.id and naming.user_id = participant.user_id and ${isNamed}
      ) as namings
    from events as event
    join event_participants as participant on participant.event_id = event.id
    left join channels as channel on channel.user_id = participant.user_id
    where event.prescription is not null and ${which}
    order by event.id, channel.id`.execute(db)
  return rows.map(({ games, namings, ...played }) => ({
    ...played,
    games: games.map((game) => ({
      ...game,
      finishedAt: new Date(game.finishedAt),
      startedAt: game.startedAt === null ? null : new Date(game.startedAt),
    })),
    namings: namings.map(({ id, namedAt, takenBackAt }) => ({
      id,
      namedAt: new Date(namedAt),
      takenBackAt: takenBackAt === null ? null : new Date(takenBackAt),
    })),
  }))
}

/** @param which of the query's `event` and `channel` */
async function decide(trx: Db, which: RawBuilder<boolean>): Promise<void> {
  for (const { eventId, channelId, prescription, games, namings } of await readPlayed(trx, which)) {
    if (channelId === null) continue
    const decided = decideGames(prescription, games, namings)
    await store(trx, { eventId, channelId, decided })
  }
}

async function store(
  trx: Db,
  {
    eventId,
    channelId,
    decided,
  }: { eventId: number; channelId: number; decided: ReturnType<typeof decideGames> },
): Promise<void> {
  await sql`
    with played as (
      select * from unnest(
        ${[...decided.keys()]}::bigint[], ${[...decided.values()]}::text[]
      ) as played (game_id, refusal)
    ),
    gone as (
      delete from prescribed_games as before
      where before.event_id = ${eventId} and before.channel_id = ${channelId}
        and before.game_id not in (select game_id from played)
    )
    insert into prescribed_games as before (event_id, channel_id, game_id, refusal)
    select ${eventId}::integer, ${channelId}::integer, played.game_id, played.refusal from played
    on conflict (event_id, game_id) do update
      set refusal = excluded.refusal, channel_id = excluded.channel_id
      where (before.refusal, before.channel_id)
        is distinct from (excluded.refusal, excluded.channel_id)`.execute(trx)
}
