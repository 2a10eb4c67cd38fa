/**
 * Sealing by consent: which games a sealed event holds until its show, and who sees them earlier.
 * docs/scoring.md, Held games; docs/decisions/060-sealing-needs-consent.md
 */

import { DAY_MS } from '@rollcall/formats/durations'
import { type LeaderboardConfiguration, readConfiguration } from '@rollcall/scoring/configuration'
import type { GameMode } from '@rollcall/scoring/games'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'
import { userNames } from '../people/user-names.ts'
import { channelRight, hasChannelRight } from '../rights/channel.ts'
import { ownsEvent } from '../rights/event.ts'
import type { Viewer } from '../rights/roles.ts'
import { countingConfiguration, countsInEvent } from '../scoring/counting-configuration.ts'
import { isShowOver } from './shown-step.ts'

/** Whether the viewer sees games of that streamer which an event holds. */
export function seesHeldGames(streamerId: number | null, viewer: Viewer | null = null): boolean {
  return hasChannelRight('see held games', { ownerId: streamerId, viewer })
}

/** Games of one channel that a sealed event holds, so that the event in question does not show them. */
export interface HeldGames {
  channelId: number
  userId: number
  names: { username: string; display_name?: string }
  /** The event that holds them. */
  eventId: number
  modes: readonly GameMode[]
  /** A `tstzmultirange`; games that finished in it are held. */
  times: string
  /**
   * A `tstzrange`. A snapshot of the event in question that arrived in it is held, because it may include the first of
   * these games. The range has no end, because a snapshot includes everything before it.
   */
  snapshotTimes: string
}

/** Games of one channel that a sealed event holds. */
export type Hold = Pick<HeldGames, 'channelId' | 'eventId' | 'modes' | 'times'>

/** Sealed results open automatically this long after the event's end, even without a show. */
export const HELD_AFTER_END_MS = 7 * DAY_MS

/**
 * What other events hold back from this one. An event shows games that another event holds only if the streamer agreed
 * to both seals. Without a viewer, the answer is what everybody else may not see.
 */
export async function findHeldGames(
  db: Db,
  { eventId, now, viewer }: { eventId: number; now: Date; viewer?: Viewer },
): Promise<HeldGames[]> {
  const { rows } = await sql<Omit<HeldGames, 'modes'> & { configuration: unknown }>`
    -- Planned separately: a join of all these tables takes 5 ms to plan and 0.1 ms to run.
    with holding as materialized (
      select
        mine.user_id, mine.held_times as agreed_times, taken.held_times,
        event.id as event_id, ${countingConfiguration} as configuration,
        greatest(event.starts_at, asking.starts_at, show.opened_at) as from_instant,
        least(event.ends_at, asking.ends_at) as to_instant
      from events as asking
      join event_participants as mine on mine.event_id = asking.id
      join event_participants as taken
        on taken.user_id = mine.user_id
        and taken.event_id <> asking.id
        and not isempty(taken.held_times)
      join events as event on event.id = taken.event_id
      join shows as show on show.event_id = event.id
      where asking.id = ${eventId}
        and ${isHolding(now)}
    )
    select
      channel.id as "channelId", streamer.id as "userId", ${userNames('streamer')} as names,
      holding.event_id as "eventId", holding.configuration,
      alone.times,
      tstzrange(lower(alone.times), null) as "snapshotTimes"
    from holding
    left join shows as own_show on own_show.event_id = ${eventId}
    cross join lateral (
      select case
        when holding.from_instant < holding.to_instant
        then holding.held_times
          * tstzmultirange(tstzrange(holding.from_instant, holding.to_instant))
          - case when own_show.is_sealed then holding.agreed_times else '{}' end
        else '{}'
      end as times
    ) as alone
    join users as streamer on streamer.id = holding.user_id
    join channels as channel on channel.user_id = streamer.id
    where not isempty(alone.times)
      and ${viewer === undefined ? sql`true` : sql`not ${channelRight('see held games', viewer)}`}
    order by streamer.login, channel.id, holding.event_id`.execute(db)
  return rows.map(({ configuration, ...held }) => ({
    ...held,
    modes: listModes(readConfiguration(configuration).gameModes),
  }))
}

/** Whether the query's `event` still holds games; depends on its `show`. */
export function isHolding(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    show.is_sealed
    and not ${isShowOver}
    and event.ends_at > ${new Date(now.getTime() - HELD_AFTER_END_MS)}
  )`
}

/**
 * The events that hold games of streamers who also take part in one of these. Beside what is announced, the answer of
 * `findHeldGames` changes only with it.
 */
export async function listHoldingEvents(
  db: Db,
  { eventIds, now }: { eventIds: readonly number[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct event.id
    from event_participants as mine
    join event_participants as taken
      on taken.user_id = mine.user_id and not isempty(taken.held_times)
    join events as event on event.id = taken.event_id
    join shows as show on show.event_id = event.id
    where mine.event_id = any(${eventIds}::integer[]) and ${isHolding(now)}
    order by event.id`.execute(db)
  return rows.map(({ id }) => id)
}

export function selectHeldGames(
  held: readonly HeldGames[],
  channelId: number,
): readonly HeldGames[] {
  return held.filter((each) => each.channelId === channelId)
}

/** The holds as the rows of a table that the query calls `hold`. */
export function holdRows(holds: readonly Hold[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(holds)}) as hold (
    "channelId" integer, "eventId" integer, times tstzmultirange, modes text[]
  )`
}

/** Whether the query's `game` is one that its `hold` holds. */
export const isOfHold = sql<boolean>`(
  game.channel_id = hold."channelId"
  and hold.times @> game.finished_at
  and game.mode = any(hold.modes)
)`

/** Whether the query's `game` is held. Looks up the held games once for the whole query. */
export function isHeld(held: readonly Hold[]): RawBuilder<boolean> {
  return held.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`game.id in (select "gameId" from ${heldGameIds(held)} as held_game)`
}

/** The held games, each with the number of the `entry` in `held`, from 1. */
function heldGameIds(held: readonly Hold[]): RawBuilder<unknown> {
  return sql`(
    select held.entry, game.id as "gameId", game.channel_id as "channelId"
    from rows from (
      json_to_recordset(${JSON.stringify(held)})
        as ("channelId" integer, times tstzmultirange, modes text[])
    ) with ordinality as held ("channelId", times, modes, entry)
    join games as game
      on game.channel_id = held."channelId"
      and game.finished_at >= lower(held.times)
      and game.finished_at < upper(held.times)
      and held.times @> game.finished_at
      and game.mode = any(held.modes)
  )`
}

/**
 * Whether the query's `snapshot` is held. A snapshot does not say which games it includes, so one that arrived after
 * the streamer agreed may include held games.
 */
export function isSnapshotHeld(held: readonly HeldGames[]): RawBuilder<boolean> {
  return held.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select
        from json_to_recordset(${JSON.stringify(held)}) as held (
          "channelId" integer, "snapshotTimes" tstzrange
        )
        where held."channelId" = snapshot.channel_id
          and held."snapshotTimes" @> snapshot.received_at
        )`
}

/**
 * Whether another event holds the `game` of the query's `participant`, so that the event in question does not show it.
 * Where modes differ, it says so of more games than `findHeldGames` lists.
 */
export const isHeldElsewhere = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  not participant.held_times @> game.finished_at and exists (
    select from event_participants as taken
    join events as event on event.id = taken.event_id
    join shows as show on show.event_id = event.id
    where taken.user_id = participant.user_id and taken.event_id <> participant.event_id
      and taken.held_times @> game.finished_at
      and game.finished_at >= coalesce(show.opened_at, game.finished_at)
      and ${isHolding(now)}
  )
)`

/** How much of a streamer's results an event does not show, and which shows will open it. */
export interface HeldResults {
  channelId: number
  userId: number
  names: { username: string; display_name?: string }
  games: number
  hasSnapshot: boolean
  /** The events that hold them. */
  eventIds: number[]
}

/** One entry for each streamer with held results; `held` comes from `findHeldGames`. */
export async function countHeldResults(
  db: Db,
  { eventId, held }: { eventId: number; held: readonly HeldGames[] },
): Promise<HeldResults[]> {
  if (held.length === 0) {
    return []
  }
  const { rows } = await sql<
    Pick<HeldResults, 'channelId' | 'games' | 'hasSnapshot'> & { entries: number[] }
  >`
    select
      "channelId", count(distinct "gameId") as games, bool_or("gameId" is null) as "hasSnapshot",
      array_agg(distinct entry)::integer[] as entries
    from (
      select held_game.*
      from ${heldGameIds(held)} as held_game
      join games as game on game.id = held_game."gameId"
      join events as event on event.id = ${eventId}
      where ${countsInEvent}
      union all
      select held.entry, null, snapshot.channel_id
      from rows from (
        json_to_recordset(${JSON.stringify(held)})
          as ("channelId" integer, "snapshotTimes" tstzrange)
      ) with ordinality as held ("channelId", "snapshotTimes", entry)
      join event_standings as snapshot
        on snapshot.event_id = ${eventId}
        and snapshot.channel_id = held."channelId"
        and held."snapshotTimes" @> snapshot.received_at
    ) as result
    group by "channelId"`.execute(db)
  return rows.flatMap(({ entries, ...counts }) => {
    const holding = entries.flatMap((entry) => held[entry - 1] ?? [])
    const [first] = holding
    return first === undefined
      ? []
      : {
          ...counts,
          userId: first.userId,
          names: first.names,
          eventIds: holding.map((each) => each.eventId),
        }
  })
}

/** The times in which the query's `event` holds games: from now, or from its start if that is later, until its end. */
function timesFrom(now: Date): RawBuilder<string> {
  return sql<string>`tstzmultirange(tstzrange(
    least(greatest(event.starts_at, ${now}), event.ends_at), event.ends_at
  ))`
}

const upTo = (now: Date): RawBuilder<string> => sql`tstzmultirange(tstzrange(null, ${now}))`
const since = (now: Date): RawBuilder<string> => sql`tstzmultirange(tstzrange(${now}, null))`

interface Answer {
  eventId: number
  userId: number
  isAgreed: boolean
  now: Date
}

/** Stores the answer. It applies to games that finish from now on; games that are already held stay held. */
export async function answerSeal(
  trx: Db,
  { eventId, userId, isAgreed, now }: Answer,
): Promise<void> {
  await sql`
    update event_participants as participant set
      seal_answer = ${isAgreed ? 'agreed' : 'declined'}, seal_answered_at = ${now},
      held_times = ${
        isAgreed
          ? sql`participant.held_times + ${timesFrom(now)}`
          : sql`participant.held_times - ${since(now)}`
      }
    from events as event
    where event.id = participant.event_id
      and event.id = ${eventId}
      and participant.user_id = ${userId}`.execute(trx)
  await announceHeldGames(trx, eventId)
}

/** Organisers who seal their own event agree by doing so; everybody else is asked. */
export async function agreeToOwnSeal(trx: Db, eventId: number, now: Date): Promise<void> {
  await sql`
    update event_participants as participant set
      seal_answer = 'agreed', seal_answered_at = ${now}, held_times = participant.held_times + ${timesFrom(now)}
    from events as event
    join shows as show on show.event_id = event.id
    where event.id = participant.event_id
      and event.id = ${eventId}
      and ${ownsEvent(sql`participant.user_id`)}
      and show.is_sealed`.execute(trx)
}

/** After the seal is removed, nothing is held any more. If the seal comes back, participants are asked again. */
export async function forgetAnswers(trx: Db, eventId: number): Promise<void> {
  await trx
    .updateTable('event_participants')
    .set({ seal_answer: null, held_times: '{}' })
    .where('event_id', '=', eventId)
    .execute()
}

/**
 * Stores that everybody may have seen what the event held until now. Only games that finish from now on can be held
 * again, regardless of what happens to its show or its days.
 */
export async function openForGood(trx: Db, eventId: number, now: Date): Promise<void> {
  await trx.updateTable('shows').set({ opened_at: now }).where('event_id', '=', eventId).execute()
}

/**
 * Call it after the event's days changed. An answer applies only to the days for which it was given; on other days
 * nothing is held until the streamer agrees again.
 */
export async function limitAnswersTo(
  trx: Db,
  eventId: number,
  before: { startsAt: string; endsAt: string },
): Promise<void> {
  await sql`
    update event_participants as participant set
      held_times =
        participant.held_times * tstzmultirange(tstzrange(event.starts_at, event.ends_at)),
      seal_answer = case
        when participant.seal_answer = 'agreed'
          and (event.starts_at < ${before.startsAt} or event.ends_at > ${before.endsAt})
        then null
        else participant.seal_answer
      end
    from events as event
    where event.id = participant.event_id and event.id = ${eventId}`.execute(trx)
}

/** Opens all games of the streamer that are held now, in all events at once. */
export async function releaseHeldGames(
  trx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  // Locks in the same order as everybody else, so that there is no deadlock.
  await trx
    .selectFrom('event_participants')
    .select('event_id')
    .where('user_id', '=', userId)
    .orderBy('event_id')
    .forUpdate()
    .execute()
  const opened = await trx
    .updateTable('event_participants')
    .set({ held_times: sql`held_times - ${upTo(now)}` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`not isempty(held_times)`)
    .returning('event_id as eventId')
    .execute()
  announce(
    trx,
    opened.map(({ eventId }) => `event:${eventId}/details` as const),
  )
  await announceGames(trx, [userId])
}

/** Announces that other events may now show different games of the participants. Call it before deleting an event. */
export async function announceHeldGames(trx: Db, ...eventIds: number[]): Promise<void> {
  const participants = await trx
    .selectFrom('event_participants')
    .select('user_id as userId')
    .distinct()
    .where(sql<boolean>`event_id = any(${eventIds}::integer[])`)
    .execute()
  announce(
    trx,
    eventIds.map((id) => `event:${id}/details` as const),
  )
  await announceGames(
    trx,
    participants.map(({ userId }) => userId),
  )
}

export async function announceGames(trx: Db, userIds: readonly number[]): Promise<void> {
  const channels = await trx
    .selectFrom('channels')
    .select('id')
    .where(sql<boolean>`user_id = any(${userIds}::integer[])`)
    .execute()
  announce(
    trx,
    channels.map(({ id }) => `games:${id}` as const),
  )
}

export function listModes({
  racing,
  battleRoyale,
  tilted,
}: LeaderboardConfiguration['gameModes']): GameMode[] {
  return [
    ...(racing ? (['race'] as const) : []),
    ...(battleRoyale ? (['royale'] as const) : []),
    ...(tilted ? (['tilt'] as const) : []),
  ]
}
