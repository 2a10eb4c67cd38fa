/** The rounds of a series: their states, and the board that each one's results come from. */
import {
  OBJECTION_HOLDS_DAYS,
  OBJECTION_HOURS,
  type Round,
  TABLE_SEALED_DAYS,
} from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { countsInEvent } from '../../scoring/counting-configuration.ts'
import { isOpenBoard } from '../../visibility/event-access.ts'
import { PUBLIC_TOKEN } from '../../visibility/event-pages.ts'
import { dueStep, endBoard, isEnd } from '../../visibility/shown-step.ts'
import { ranForAll } from './round-progress.ts'

export type RoundState = Round['state']

export interface SeriesRound
  extends Pick<Round, 'eventId' | 'name' | 'startAt' | 'endAt' | 'prescription' | 'announcement'> {
  seriesId: number
  state: RoundState
  startsAt: Date
  endsAt: Date
  /** When its show is planned; null: it is not. */
  showAt: Date | null
  organiserId: number
  /** Its organiser has said that everybody has raced, and not all streamers have said so. */
  hasEnded: boolean
  openObjections: number
  /** null: nobody can object. */
  objectionsUntil: Date | null
  /** Since when it is final, or from when a provisional round will be. */
  finalAt: Date | null
  /** The league's table keeps it for the table's own show. */
  waitsForTable: boolean
  voidedReason: string | null
  /** The frozen board that its results come from; null: the event's current board. */
  board: number | null
  /** Covers the results that a final round has, or that its organiser declined. */
  seenHash: string | null
  revisions: Revision[]
  /** Only racers who had entered count. Of a round that is not final, null: as the rules say. */
  isForEntrants: boolean | null
  /** null: the event has no public page. */
  publicToken: string | null
}

interface Revision {
  number: number
  /** An instant in ISO 8601. */
  at: string
  reason: string
}

/** The frozen board with which viewers have seen the query's `show` end. Older ones do not say whose rows they have. */
const SHOWN_BOARD = sql<number | null>`(
  select ${endBoard} from ${dueStep} as step
  where ${isEnd} and not exists (
    select from show_rows as row
    where row.event_id = step.event_id and row.board = ${endBoard} and row.racer_id is null
  )
)`

/**
 * From when people could object to the query's `event`; null: not noted yet. What changes its show's board gives them
 * more time.
 */
const OPEN_SINCE = sql<Date | null>`(case when round.open_since is not null then greatest(
  round.open_since, (select step.due_at from ${dueStep} as step where ${isEnd} and step.board_of = 'event')
) end)`

const OBJECTION_TIME = sql`make_interval(
  hours => coalesce((series.league_rules ->> 'objectionHours')::integer, ${sql.lit(OBJECTION_HOURS)})
)`

const OBJECTIONS_UNTIL = sql<Date | null>`(${OPEN_SINCE} + ${OBJECTION_TIME})`

/** Until when one can object to a revision of the query's final `round`. */
const REVISION_UNTIL = sql<Date>`(
  select max(revision.published_at) from league_revisions as revision
  where revision.series_id = series.id and revision.event_id = event.id
) + ${OBJECTION_TIME}`

const OPEN_OBJECTIONS = sql<number>`(
  select count(*) from objections as objection
  where objection.series_id = series.id and objection.event_id = event.id
    and objection.answered_at is null
)`

/** Whether an objection waits for an answer, and that not for too long. */
const isHeldUp = (now: Date) => sql<boolean>`(
  ${OPEN_OBJECTIONS} > 0
  and coalesce(${OPEN_SINCE} + make_interval(days => ${sql.lit(OBJECTION_HOLDS_DAYS)}) > ${now}, true)
)`

/** When the last of the streamers of the query's `event` had run it; null: somebody has not. */
const ALL_RUN_AT = sql<Date | null>`asked.all_run_at`

const allRunAt = (now: Date) => sql<Date | null>`(
  select case when bool_and(ran.at is not null) then max(ran.at) end
  from (
    select ${ranForAll(now)} as at
    from event_participants as participant where participant.event_id = event.id
  ) as ran
)`

/**
 * Whether the query's `event` is the last round of its `series`, whose table waits for a show of its own. Voided rounds
 * are none.
 */
const WAITS_FOR_TABLE = sql<boolean>`(
  coalesce((series.league_rules ->> 'isShowSealed')::boolean, false)
  and round.table_shown_at is null
  and event.ends_at + make_interval(days => ${sql.lit(TABLE_SEALED_DAYS)}) > asked.now
  and event.id = (
    select later.id from events as later
    where later.series_id = series.id and not exists (
      select from league_rounds as other
      where other.series_id = series.id and other.event_id = later.id
        and other.voided_reason is not null
    )
    order by later.series_position desc nulls first, later.starts_at desc, later.id desc
    limit 1
  )
)`

const STATE = sql<RoundState>`case
  when round.voided_reason is not null then 'voided'
  -- Everybody has seen it. Neither other days nor another show take that back.
  when round.final_at is not null then 'final'
  when event.starts_at > asked.now then 'planned'
  when least(event.ends_at, round.ended_at, ${ALL_RUN_AT}) > asked.now then 'open'
  when not ${isOpenBoard} then 'waiting'
  when ${WAITS_FOR_TABLE} then 'waiting'
  else 'provisional'
end`

/** Joins the query's `event` to what is known of it as a round of its `series`. */
const joinRound = (now: Date) => sql`
  left join shows as show on show.event_id = event.id
  cross join lateral (
    select ${now}::timestamptz as now, ${allRunAt(now)} as all_run_at
  ) as asked
  left join league_rounds as round on round.series_id = series.id and round.event_id = event.id`

/**
 * In the order of the series. A round is provisional once its days are over and everybody on its board may see it; one
 * without any results is, too.
 */
export async function listRounds(
  db: Db,
  { seriesId, now }: { seriesId: number; now: Date },
): Promise<SeriesRound[]> {
  const { rows } = await sql<SeriesRound>`
    select series.id as "seriesId", event.id as "eventId", event.name, event.created_by as "organiserId",
      event.first_day::text as "startAt", event.last_day::text as "endAt",
      event.starts_at as "startsAt", event.ends_at as "endsAt", event.show_at as "showAt",
      ${PUBLIC_TOKEN} as "publicToken",
      ${STATE} as state,
      ${STATE} = 'waiting' and ${isOpenBoard} as "waitsForTable",
      round.ended_at is not null and ${ALL_RUN_AT} is null as "hasEnded",
      case when round.final_at is not null then round.final_at
        when ${STATE} = 'provisional' then ${OBJECTIONS_UNTIL} end as "finalAt",
      case ${STATE} when 'provisional' then coalesce(${OBJECTIONS_UNTIL}, asked.now + interval '1 day') when 'final' then ${REVISION_UNTIL}
        end as "objectionsUntil",
      case when round.final_at is not null then coalesce(round.for_entrants, false) end
        as "isForEntrants",
      ${OPEN_OBJECTIONS} as "openObjections",
      round.voided_reason as "voidedReason", coalesce(round.board, ${SHOWN_BOARD}) as board,
      event.prescription, event.announcement,
      round.seen_hash as "seenHash",
      coalesce((
        select json_agg(json_build_object(
          'number', revision.number, 'at', revision.published_at, 'reason', revision.reason
        ) order by revision.number)
        from league_revisions as revision
        where revision.series_id = series.id and revision.event_id = event.id
      ), '[]') as revisions
    from event_series as series
    join events as event on event.series_id = series.id
    ${joinRound(now)}
    where series.id = ${seriesId}
    order by event.series_position nulls last, event.starts_at, event.id`.execute(db)
  return rows
}

const HAS_RESULTS = sql<boolean>`exists (
  select from event_participants as participant
  join channels as channel on channel.user_id = participant.user_id
  where participant.event_id = event.id and (
    exists (
      select from event_standings as snapshot
      where snapshot.event_id = event.id and snapshot.channel_id = channel.id
        and event.prescription is null
    )
    or exists (select from games as game where game.channel_id = channel.id and ${countsInEvent})
  )
)`

export interface OpenRound extends Pick<SeriesRound, 'eventId' | 'organiserId' | 'board'> {
  seriesId: number
  /** Whether it is provisional and has results. */
  isOpen: boolean
  isNoted: boolean
  /** Whether the time for objections is over, and no objection holds it up. */
  isDue: boolean
}

/** Rounds of leagues that are not final and are open, or were when that was noted. @param eventId only that event's */
export async function listOpenRounds(
  db: Db,
  { now, eventId }: { now: Date; eventId?: number },
): Promise<OpenRound[]> {
  const isOpen = sql<boolean>`(${STATE} = 'provisional' and ${HAS_RESULTS})`
  const { rows } = await sql<OpenRound>`
    select series.id as "seriesId", event.id as "eventId", event.created_by as "organiserId",
      ${SHOWN_BOARD} as board, ${isOpen} as "isOpen", round.open_since is not null as "isNoted",
      coalesce(${OBJECTIONS_UNTIL} <= ${now}, false) and not ${isHeldUp(now)} as "isDue"
    from event_series as series
    join events as event on event.series_id = series.id
    ${joinRound(now)}
    where series.league_rules is not null and round.final_at is null
      and ${eventId === undefined ? sql`true` : sql`event.id = ${eventId}`}
      and (round.open_since is not null or ${isOpen})`.execute(db)
  return rows
}
