import type { BodyOf } from '@rollcall/contract/endpoint'
import {
  ADJUSTABLE_ROWS,
  adjustEvent,
  findAdjustableRows,
  MAX_ADJUSTMENTS,
} from '@rollcall/contract/events-adjustments'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { eventRight, isAllowed } from '../../rights/event.ts'
import type { Viewer } from '../../rights/roles.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { findAdjustments, listAdjustmentTopics } from '../boards/adjustments.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { listHandBonuses } from '../boards/hand-bonuses.ts'
import { findRacerOnBoard, pageOfBoard } from '../boards/read-board.ts'
import { lockEvent } from '../locks.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Gives a row of All Streamers a bonus or a penalty, or disqualifies it. */
export function serveAdjustEvent(
  serve: Serve,
  context: AppContext,
  { boards }: { boards: EventBoards },
): void {
  const { changes, db, now } = context

  // What is adjusted is the present board, also during a show.
  const findBoard = async (eventId: number, caller: Viewer) => {
    // Only organisers may make the server look for a row.
    if (!(await isAllowed(db, { eventId, right: eventRight('adjust', caller) }))) {
      return null
    }
    const found = await boards.getStreamerBoards(await findOrganiser(db, eventId), caller)
    return boards.getBoard(found, null)
  }

  serve(findAdjustableRows, async ({ caller, params, query }) => {
    const board = await findBoard(params.id, caller)
    if (board === null) {
      return UNAUTHORIZED
    }
    const asked = { page: 1, pageSize: ADJUSTABLE_ROWS, ...query }
    const { rows } = await pageOfBoard(db, board, asked)
    return {
      rows: rows.map(({ racer_name, display_name, color, rank, event_points }) => ({
        ...{ racer_name, display_name, color, rank, event_points },
      })),
    }
  })

  serve(adjustEvent, async (call) => {
    const { caller, params, body } = call
    const board = await findBoard(params.id, caller)
    if (board === null) {
      return UNAUTHORIZED
    }
    const row = await findRacerOnBoard(db, board, body.racer)
    if (row === null) {
      throw new ApiError('adjusted_racer_not_on_board')
    }
    return changes.transaction(async (trx) => {
      const event = await lockEvent(trx, { eventId: params.id, act: 'adjust', viewer: caller })
      if (event === null) {
        return UNAUTHORIZED
      }
      const press = {
        ...{ userId: caller.userId, creates: 'adjustment_id' as const },
        ...{ request: ['adjust', event.id, body], now: now() },
      }
      const id = await oncePerPress(trx, press, async () => {
        const created = await store(trx, event.id, row, {
          ...body,
          authorId: caller.userId,
          now: now(),
        })
        announce(trx, await listAdjustmentTopics(trx, event.id))
        await recordUnlessOwner(trx, actorOf(call, now()), {
          ownerId: event.ownerId,
          act: 'event-adjusted',
          facts: {
            ...{ number: String(event.id), event: event.name, racer: { racer: row.racerId } },
            ...{ adjustment: body.kind, points: body.points, why: body.reason },
          },
        })
        return created
      })
      return { id }
    })
  })
}

async function findOrganiser(db: Db, eventId: number) {
  const event = await db
    .selectFrom('events')
    .select('created_by as organiserId')
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (event === undefined) {
    throw new ApiError('no_such_event')
  }
  return { eventId, organiserId: event.organiserId }
}

/** @throws {ApiError} if the row is already disqualified, the event has too many adjustments, or its league no such bonus */
async function store(
  trx: Db,
  eventId: number,
  { racerId, laterChannelId }: NonNullable<Awaited<ReturnType<typeof findRacerOnBoard>>>,
  {
    kind,
    points,
    reason,
    bonus,
    note,
    authorId,
    now,
  }: BodyOf<typeof adjustEvent> & { authorId: number; now: Date },
): Promise<number> {
  const before = await findAdjustments(trx, eventId)
  if (before.length >= MAX_ADJUSTMENTS) {
    throw new ApiError('too_many_adjustments', { most: MAX_ADJUSTMENTS })
  }
  if (bonus !== undefined && !(await listHandBonuses(trx, eventId)).includes(bonus)) {
    throw new ApiError('no_such_bonus')
  }
  const own = before.filter(
    (each) => each.racerId === racerId && each.laterChannelId === laterChannelId,
  )
  if (kind === 'disqualified' && own.some((each) => each.kind === 'disqualified')) {
    throw new ApiError('already_disqualified')
  }
  const { id } = await trx
    .insertInto('event_adjustments')
    .values({
      ...{ event_id: eventId, racer_id: racerId, channel_id: laterChannelId },
      ...{ kind, points, reason, bonus: bonus ?? null },
      ...{ note: note === '' ? null : note, author_id: authorId, at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
