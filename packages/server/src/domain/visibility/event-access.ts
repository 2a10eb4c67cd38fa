/** What somebody may see of an event's boards. docs/scoring.md, Open boards; docs/decisions/133-who-sees-what.md */
import type { Term } from '@rollcall/scoring/explanation'
import { sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'
import { EVENT_SCOPE, joinHiddenByName } from '../people/racer-names.ts'
import { eventRight, showRight } from '../rights/event.ts'
import type { Viewer } from '../rights/roles.ts'
import { dueStep, isOfEvent, isShowOver, isShowRunning, isUncovered } from './shown-step.ts'

export interface EventAccess {
  /**
   * `uncovered`: what the event's show has uncovered, because its results are sealed. A show of one streamer's board
   * leaves the others sealed.
   */
  sees: 'nothing' | 'uncovered' | 'everything'
  /** Whether everybody who is on the boards may see them. */
  isOpen: boolean
  /** Whether the viewer sees them only as a racer. */
  isRacer: boolean
  mayRunShow: boolean
  /** Whether the viewer sees rows that the show has not uncovered. */
  seesHiddenRows: boolean
  organiserId: number
}

/**
 * Whether the boards of the query's `event` are open; its `show` may be missing. Viewers have seen the show's end, or
 * there is nothing to wait for: no seal, no show under way, and no public page that says that results are coming.
 */
export const isOpenBoard = sql<boolean>`(
  ${isShowOver}
  or not (coalesce(show.is_sealed or show.is_public, false) or coalesce(${isShowRunning} and ${isOfEvent}, false))
)`

/** null if there is no such event. */
export async function findEventAccess(
  db: Db,
  { eventId, viewer }: { eventId: number; viewer: Viewer },
): Promise<EventAccess | null> {
  const seesBoards = eventRight('see boards', viewer)
  const row = await db
    .selectFrom('events as event')
    .leftJoin('shows as show', 'show.event_id', 'event.id')
    .select([
      'event.created_by as organiserId',
      seesBoards.as('seesBoards'),
      isOpenBoard.as('isOpen'),
      sql<boolean>`(
        case when ${seesBoards} then false
          else ${isOpenBoard} and ${eventRight('see open boards', viewer)} end
      )`.as('isRacer'),
      sql<boolean>`(
        not ${eventRight('see sealed results', viewer)}
          and coalesce(show.is_sealed, false) and not ${isShowOver}
      )`.as('isSealed'),
      showRight('run', viewer).as('mayRunShow'),
      showRight('see hidden rows', viewer).as('seesHiddenRows'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) {
    return null
  }
  const { seesBoards: isConcerned, isSealed, ...access } = row
  const sees = isSealed ? 'uncovered' : 'everything'
  return { ...access, sees: isConcerned || access.isRacer ? sees : 'nothing' }
}

/** @throws {ApiError} if there is no such event */
export async function getEventAccess(
  db: Db,
  asked: Parameters<typeof findEventAccess>[1],
): Promise<EventAccess> {
  const access = await findEventAccess(db, asked)
  if (access === null) {
    throw new ApiError('no_such_event')
  }
  return access
}

/** Those of the events whose boards are open. */
export async function findOpen(db: Db, eventIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select event.id from events as event
    left join shows as show on show.event_id = event.id
    where event.id = any(${eventIds}::integer[]) and ${isOpenBoard}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Those of the events whose results the viewer may see also before they are open. */
export async function findSeenSealed(
  db: Db,
  { eventIds, viewer }: { eventIds: readonly number[]; viewer: Viewer },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select event.id from events as event
    where event.id = any(${eventIds}::integer[]) and ${eventRight('see sealed results', viewer)}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** A racer's terms if the show of the sealed event has uncovered them, otherwise null. */
export async function findUncovered(
  db: Db,
  { eventId, racerName }: { eventId: number; racerName: string },
): Promise<{ boardUserId: number | null; terms: readonly Term[] } | null> {
  const { rows } = await sql<{ boardUserId: number | null; terms: readonly Term[] }>`
    select step.board_user_id as "boardUserId", row.terms
    from shows as show
    join lateral ${dueStep} as step on true
    join show_rows as row on row.event_id = step.event_id and row.board = step.board
    ${joinHiddenByName(sql`row.racer_name`, EVENT_SCOPE(sql`${eventId}::integer`, sql`row.later_channel_id`))}
    where show.event_id = ${eventId} and coalesce(hidden.name, row.racer_name) = ${racerName}
      and step.board_of = 'event' and ${isUncovered}`.execute(db)
  return rows[0] ?? null
}
