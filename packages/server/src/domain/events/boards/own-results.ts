/** What racers see of open boards: their own row, and their results in all events. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import {
  type findOwnEventRow,
  type listMyResults,
  MY_RESULTS_PAGE_SIZE,
  type MyResult,
} from '@rollcall/contract/events-results'
import type { SignedIn } from '../../../edge/access.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findOpen } from '../../visibility/event-access.ts'
import type { EventBoards, EventParams } from './event-boards.ts'
import { listOwnAdjustments } from './list-adjustments.ts'
import { pageOfRacedEvents, type RacedEvent } from './raced-events.ts'
import { findPlaceOnBoard, type RankedRow } from './read-board.ts'

interface Parts {
  db: Db
  boards: EventBoards
}

type OwnPlace = Extract<ResponseOf<typeof findOwnEventRow>, { own: unknown }>['own']

/**
 * The caller's own row and its neighbours; null if the board is not open, or the caller is not on it.
 *
 * @param asked `userId`: the streamer whose board it is; null for All Streamers
 */
export async function findOwnPlace(
  { db, boards }: Parts,
  event: EventParams,
  { caller, userId }: { caller: SignedIn; userId: number | null },
): Promise<OwnPlace> {
  const { eventId } = event
  if (!(await findOpen(db, [eventId])).has(eventId)) {
    return null
  }
  const found = await boards.getStreamerBoards(event, caller)
  const board = await boards.getBoard(found, userId)
  const place = await findPlaceOnBoard(db, board, { eventId, userId: caller.userId })
  // The organiser may have closed the board while we made it.
  if (place === null || !(await findOpen(db, [eventId])).has(eventId)) {
    return null
  }
  const { row, above, below } = place
  return { row: withId(row), above: above && withId(above), below: below && withId(below) }
}

const withId = ({ position, ...row }: RankedRow) => ({ id: String(position), ...row })

/** A page of the caller's results in events whose boards are open. */
export async function listResults(
  parts: Parts,
  caller: SignedIn,
  { page }: { page: number },
): Promise<ResponseOf<typeof listMyResults>> {
  const { db } = parts
  const asked = { userId: caller.userId, page, pageSize: MY_RESULTS_PAGE_SIZE }
  const { events, totalPages } = await pageOfRacedEvents(db, asked)
  const results: MyResult[] = []
  // One after another, so that a page of results never holds more than one connection.
  for (const event of events) {
    results.push(...(await findResult(parts, event, caller)))
  }
  const open = await findOpen(
    db,
    events.map(({ id }) => id),
  )
  return { results: results.filter(({ id }) => open.has(id)), totalPages }
}

/** None if all of the caller's games are held, so that they are not on the board yet. */
async function findResult(
  { db, boards }: Parts,
  { organiserId, startsAt, endsAt, ...event }: RacedEvent,
  caller: SignedIn,
): Promise<MyResult[]> {
  const eventId = event.id
  const found = await boards.getStreamerBoards({ eventId, organiserId }, caller)
  const board = await boards.getBoard(found, null)
  const place = await findPlaceOnBoard(db, board, { eventId, userId: caller.userId })
  return place === null
    ? []
    : [
        {
          ...event,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
          rank: place.row.rank,
          of: board.rowCount,
          points: place.row.event_points,
          hasDecimals: board.hasDecimals || found.streamers.some(({ hasDecimals }) => hasDecimals),
          ...(place.row.is_disqualified && { is_disqualified: true }),
          adjustments: await listOwnAdjustments(db, board, caller.userId),
        },
      ]
}
