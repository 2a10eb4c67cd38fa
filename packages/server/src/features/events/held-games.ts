/**
 * Sealing by consent: which games a sealed event holds until its show, and who sees them before.
 * docs/scoring.md, Held games; docs/decisions/060-sealing-needs-consent.md
 */
import { DAY_MS } from '@rollcall/formats/durations'
import { type LeaderboardConfiguration, readConfiguration } from '@rollcall/scoring/configuration'
import type { GameMode } from '@rollcall/scoring/games'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { countingConfiguration, isCountedMode } from './counting-configuration.ts'
import { isShowOver } from './shown-step.ts'

/** Who looks at an event's board; streamers see their own held games, and admins see everybody's. */
export interface Reader {
  userId: number
  isAdmin: boolean
}

/** Games of one channel that one sealed event holds, and that the event in question does not show. */
export interface HeldGames {
  channelId: number
  userId: number
  username: string
  /** The event that holds them. */
  holder: { name: string; publicToken: string | null }
  modes: readonly GameMode[]
  /** A `tstzmultirange`: a game that finished in it is held. */
  times: string
  /**
   * A `tstzrange`: a snapshot of the event in question that arrived in it is held, since it may count the first of
   * these games. It has no end: a snapshot counts everything before it.
   */
  snapshotTimes: string
}

/** Sealed results open by themselves this long after the event's end, whether or not there was a show. */
export const HELD_AFTER_END_MS = 7 * DAY_MS

/**
 * What other events hold back from this one. An event shows held games only where the streamer agreed to both
 * seals; without a reader the answer is what everybody else sees.
 */
export async function findHeldGames(
  db: Db,
  { eventId, now, reader }: { eventId: number; now: Date; reader?: Reader },
): Promise<HeldGames[]> {
  if (reader?.isAdmin) {
    return []
  }
  const { rows } = await sql<
    Omit<HeldGames, 'modes' | 'holder'> &
      HeldGames['holder'] & { name: string; configuration: unknown }
  >`
    select * from (
      select
        channel.id as "channelId", streamer.id as "userId", streamer.username, event.name,
        case when show.is_public then show.public_token end as "publicToken",
        ${countingConfiguration} as configuration,
        alone.times,
        case
          when isempty(alone.times) then 'empty'
          else tstzrange(lower(alone.times), null)
        end as "snapshotTimes"
      from events as asking
      join event_participants as mine on mine.event_id = asking.id
      left join shows as own_show on own_show.event_id = asking.id
      cross join lateral (
        select case when own_show.is_sealed then mine.held_times else '{}' end as times
      ) as agreed
      join event_participants as holding
        on holding.user_id = mine.user_id
        and holding.event_id <> asking.id
        and not isempty(holding.held_times)
      join shows as show on show.event_id = holding.event_id
      join events as event on event.id = holding.event_id
      cross join lateral (
        select
          greatest(event.starts_at, asking.starts_at, show.opened_at) as from_instant,
          least(event.ends_at, asking.ends_at) as to_instant
      ) as common
      cross join lateral (
        select case
          when common.from_instant < common.to_instant
          then holding.held_times
            * tstzmultirange(tstzrange(common.from_instant, common.to_instant))
            - agreed.times
          else '{}'
        end as times
      ) as alone
      join users as streamer on streamer.id = mine.user_id
      join channels as channel on channel.user_id = mine.user_id
      where asking.id = ${eventId}
        and mine.user_id <> ${reader?.userId ?? 0}
        and ${isHolding(now)}
      order by streamer.login, channel.id, event.id
    ) as held
    where not isempty(times)`.execute(db)
  return rows.map(({ configuration, name, publicToken, ...held }) => ({
    ...held,
    holder: { name, publicToken },
    modes: modesOf(readConfiguration(configuration).gameModes),
  }))
}

/** Whether the query's `event` still holds what streamers agreed to, as its `show` is. */
export function isHolding(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    show.is_sealed
    and not ${isShowOver}
    and event.ends_at > ${new Date(now.getTime() - HELD_AFTER_END_MS)}
  )`
}

export function heldGamesOf(held: readonly HeldGames[], channelId: number): readonly HeldGames[] {
  return held.filter((each) => each.channelId === channelId)
}

/** Whether the game that the query calls `game` is one of them; they are looked up once for the whole query. */
export function isHeld(held: readonly HeldGames[]): RawBuilder<boolean> {
  return held.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`game.id in (select "gameId" from ${heldGameIds(held)} as held_game)`
}

/** The games of `held`, each with the `entry` of the list that holds it, from 1 on. */
function heldGameIds(held: readonly HeldGames[]): RawBuilder<unknown> {
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
 * Whether the streamer's snapshot, which the query calls `standing`, is held: a snapshot does not say which games
 * it counts, so one that arrived after the streamer agreed may count held ones.
 */
export function isSnapshotHeld(held: readonly HeldGames[]): RawBuilder<boolean> {
  return held.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select
        from json_to_recordset(${JSON.stringify(held)}) as held (
          "channelId" integer, "snapshotTimes" tstzrange
        )
        where held."channelId" = standing.channel_id
          and held."snapshotTimes" @> standing.received_at
      )`
}

/** How much of a streamer's results an event does not show, and whose shows it waits for. */
export interface HeldResults {
  channelId: number
  userId: number
  username: string
  games: number
  hasSnapshot: boolean
  holders: HeldGames['holder'][]
}

/** One for each streamer with held results; `held` is the answer of `findHeldGames`. */
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
      where game.is_rankable
        and game.finished_at >= event.starts_at
        and game.finished_at < event.ends_at
        and ${isCountedMode}
      union all
      select held.entry, null, standing.channel_id
      from rows from (
        json_to_recordset(${JSON.stringify(held)})
          as ("channelId" integer, "snapshotTimes" tstzrange)
      ) with ordinality as held ("channelId", "snapshotTimes", entry)
      join event_standings as standing
        on standing.event_id = ${eventId}
        and standing.channel_id = held."channelId"
        and held."snapshotTimes" @> standing.received_at
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
          username: first.username,
          holders: holding.map(({ holder }) => holder),
        }
  })
}

/** Held games of the query's `event`: the times from now, or from its start, to its end. */
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

/** Games that finish from now on are held, or are not; those held so far stay held. */
export async function answerSeal(
  trx: Db,
  { eventId, userId, isAgreed, now }: Answer,
): Promise<void> {
  await sql`
    update event_participants as participant set
      seal_answer = ${isAgreed ? 'agreed' : 'declined'},
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

/** An organiser who seals their own event agrees by that; everybody else is asked. */
export async function agreeToOwnSeal(trx: Db, eventId: number, now: Date): Promise<void> {
  await sql`
    update event_participants as participant set
      seal_answer = 'agreed', held_times = participant.held_times + ${timesFrom(now)}
    from events as event
    join shows as show on show.event_id = event.id
    where event.id = participant.event_id
      and event.id = ${eventId}
      and participant.user_id = event.created_by
      and show.is_sealed`.execute(trx)
}

/** The seal is off: nothing is held any more, and who agreed is asked again should it come back. */
export async function forgetAnswers(trx: Db, eventId: number): Promise<void> {
  await trx
    .updateTable('event_participants')
    .set({ seal_answer: null, held_times: '{}' })
    .where('event_id', '=', eventId)
    .execute()
}

/**
 * Everybody may have seen what the event held until now: whatever becomes of its show or its days afterwards, only
 * games that finish from now on are held again.
 */
export async function openForGood(trx: Db, eventId: number, now: Date): Promise<void> {
  await trx.updateTable('shows').set({ opened_at: now }).where('event_id', '=', eventId).execute()
}

/**
 * After the event's days have changed: an answer is for the days it was given for. On further days nothing is held
 * until the streamer agrees again.
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

/** Opens what is held of the streamer so far, in every event at once. */
export async function openHeldGames(
  trx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  // In the order in which others lock them, so that nobody waits in a circle.
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
  await announce(
    trx,
    opened.map(({ eventId }) => `event:${eventId}/details` as const),
  )
  await announceGamesOf(trx, [userId])
}

/** Other events may show other games of the participants now; before an event is deleted, while it has them. */
export async function announceHeldGames(trx: Db, ...eventIds: number[]): Promise<void> {
  const participants = await trx
    .selectFrom('event_participants')
    .select('user_id as userId')
    .distinct()
    .where(sql<boolean>`event_id = any(${eventIds}::integer[])`)
    .execute()
  await announce(
    trx,
    eventIds.map((id) => `event:${id}/details` as const),
  )
  await announceGamesOf(
    trx,
    participants.map(({ userId }) => userId),
  )
}

export async function announceGamesOf(trx: Db, userIds: readonly number[]): Promise<void> {
  const channels = await trx
    .selectFrom('channels')
    .select('id')
    .where(sql<boolean>`user_id = any(${userIds}::integer[])`)
    .execute()
  await announce(
    trx,
    channels.map(({ id }) => `games:${id}` as const),
  )
}

export function modesOf({
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
