/**
 * Boards that are open: everybody who is on one may see it. docs/scoring.md, Open boards;
 * docs/decisions/100-racers-see-open-boards.md
 */
import type { PageAddress } from '@rollcall/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { isCountedMode } from './counting-configuration.ts'
import { isByBlocked } from './participation.ts'
import { isShowOver, isShowRunning } from './shown-step.ts'

/**
 * Whether the boards of the query's `event` are open; its `show` may be missing. Viewers have seen the show's end, or
 * there is nothing to wait for: no seal, no show under way, and no public page that says that results are coming.
 */
export const isOpenBoard = sql<boolean>`(
  ${isShowOver}
  or not (coalesce(show.is_sealed or show.is_public, false) or coalesce(${isShowRunning}, false))
)`

const isDuringEvent = (period: 'period' | 'other') => sql`(
  (${sql.ref(`${period}.started_at`)} is null or ${sql.ref(`${period}.started_at`)} < event.ends_at)
  and (${sql.ref(`${period}.ended_at`)} is null or ${sql.ref(`${period}.ended_at`)} > event.starts_at)
)`

/**
 * Selects the racers that were the user's during the query's `event`: `id`, platform and login. If a login changed
 * hands in the meantime, its row is nobody's own.
 */
export const ownRacers = (userId: number): RawBuilder<unknown> => sql`(
  select racer.id, racer.platform, racer.login
  from login_periods as period
  join racers as racer on racer.platform = period.platform and racer.login = period.login
  where period.user_id = ${userId} and ${isDuringEvent('period')}
    and not exists (
      select from login_periods as other
      where other.platform = period.platform and other.login = period.login
        and other.user_id <> period.user_id and ${isDuringEvent('other')}
    )
)`

/** Whether the user has results as a racer in the query's `event`. Some of them may be held. */
export const hasRaced = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${ownRacers(userId)} as own
  join event_participants as participant on participant.event_id = event.id
  join channels as channel on channel.user_id = participant.user_id
  where exists (
      select from event_racers as uploaded
      where uploaded.event_id = event.id and uploaded.channel_id = channel.id
        and uploaded.racer_id = own.id
    )
    or exists (
      select from games as game
      join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id and result.racer_id = own.id
      where game.channel_id = channel.id and game.is_rankable
        and game.finished_at >= event.starts_at and game.finished_at < event.ends_at
        and ${isCountedMode}
    )
)`

export interface RacedEvent {
  id: number
  organiserId: number
  name: string
  startAt: string
  endAt: string
  startsAt: Date
  endsAt: Date
  username: string
  creatorPage: PageAddress
  publicToken: string | null
}

/** A page of the events with open boards in which the user raced, the latest first. */
export async function pageOfRacedEvents(
  db: Db,
  { userId, page, pageSize }: { userId: number; page: number; pageSize: number },
): Promise<{ events: RacedEvent[]; totalPages: number }> {
  const { rows } = await sql<RacedEvent & { total: number }>`
    with
    -- An event without any of these channels is not looked at further.
    played as materialized (
      select distinct channel.user_id
      from login_periods as period
      join racers as racer on racer.platform = period.platform and racer.login = period.login
      join lateral (
        select channel_id from game_results where racer_id = racer.id
        union
        select channel_id from event_racers where racer_id = racer.id
      ) as result on true
      join channels as channel on channel.id = result.channel_id
      where period.user_id = ${userId}
    )
    select event.id, event.created_by as "organiserId", event.name, creator.username,
      json_build_object('platform', creator.platform, 'login', creator.login) as "creatorPage",
      event.first_day::text as "startAt", event.last_day::text as "endAt",
      event.starts_at as "startsAt", event.ends_at as "endsAt",
      case when show.is_public then show.public_token end as "publicToken",
      count(*) over () as total
    from events as event
    join users as creator on creator.id = event.created_by
    left join shows as show on show.event_id = event.id
    where event.id in (
        select participant.event_id from event_participants as participant
        join played on played.user_id = participant.user_id
      )
      and not ${isByBlocked(userId)} and ${isOpenBoard} and ${hasRaced(userId)}
    order by event.starts_at desc, event.id desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return {
    events: rows.map(({ total: _, ...event }) => event),
    totalPages: Math.ceil((rows[0]?.total ?? 0) / pageSize),
  }
}

/** Those of the events whose boards are still open. */
export async function findOpen(db: Db, eventIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select event.id from events as event
    left join shows as show on show.event_id = event.id
    where event.id = any(${eventIds}::integer[]) and ${isOpenBoard}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
