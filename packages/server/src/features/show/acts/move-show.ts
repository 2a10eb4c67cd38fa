/** A press: docs/architecture.md, "A press, from the control room to the overlay", has the same numbers. */
import type { Unauthorized } from '@rollcall/contract/events'
import { type ControlRoom, type Move, moveShow } from '@rollcall/contract/show'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../../app-context.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Schema } from '../../../database/schema.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { areOfNow, type ShownBoard } from '../../events/event-boards.ts'
import { listStreamers, readAtOneMoment } from '../../events/event-sight.ts'
import { UNAUTHORIZED } from '../../events/refusals.ts'
import type { Turns } from '../../events/turns.ts'
import type { ChangeShow, ShowCall } from '../change-show.ts'
import type { CurrentBoards } from '../current-board.ts'
import {
  findRanksAround,
  forgetBoards,
  freezeBoard,
  freezeInvented,
  type RowOfShow,
} from '../frozen-board.ts'
import { inventBoard } from '../invented-board.ts'
import { checkMove, rankLookedAt, resultOfMove, stageTakesMs, takesBack } from '../moves.ts'
import { findMadeOf } from '../participants.ts'
import { addStep, channelOverlaysOf } from '../steps.ts'
import { findManaged, isForOthers, type StoredShow } from '../stored-show.ts'

type MoveCall = ShowCall & { body: { version: number; move: Move } }

/** A board to freeze, and what it is made of. */
type BoardToFreeze = Pick<StoredShow, 'madeOf'> &
  ({ board: ShownBoard } | { invented: RowOfShow[] })

/** How often a board is made anew because results have arrived while it was being made. */
const ATTEMPTS = 5

export function serveMoveShow(
  serve: Serve,
  { db, now }: AppContext,
  {
    changeShow,
    currentBoards,
    takeTurns,
  }: { changeShow: ChangeShow; currentBoards: CurrentBoards; takeTurns: Turns },
): void {
  serve(moveShow, async (call) => {
    const { move } = call.body
    if (!freezesBoard(move)) {
      return moveNow(call, null)
    }
    // Refused at once rather than at its turn, where it can be.
    const show = await findMovable(call)
    if (show === null) {
      return UNAUTHORIZED
    }
    if (isRehearsal(move)) {
      return moveWithBoard(call, show)
    }
    await call.request.countFor('events')
    return takeTurns(show.createdBy, async () => {
      // Refused before a board is made for nothing.
      const current = await findMovable(call)
      return current === null ? UNAUTHORIZED : moveWithBoard(call, current)
    })
  })

  /** @throws {ApiError} 409 where the show has moved on, or a blur is running */
  async function findMovable({ caller, params, body }: MoveCall): Promise<StoredShow | null> {
    const show = await findManaged(db, { eventId: params.id, asker: caller })
    if (show !== null) {
      checkMove(show, body.version)
    }
    return show
  }

  async function moveWithBoard(
    call: MoveCall,
    show: StoredShow,
  ): Promise<ControlRoom | Unauthorized> {
    return moveNow(call, await makeBoard(show, call.body.move))
  }

  /** 2. The current board for `start` and `take-over`, or an invented one for a rehearsal. */
  async function makeBoard(show: StoredShow, move: Move): Promise<BoardToFreeze> {
    const userId = move.kind === 'start' ? (move.userId ?? null) : show.boardUserId
    const of = { eventId: show.event.id, userId }
    if (userId !== null && (await listStreamers(db, of.eventId, userId)).length === 0) {
      throw new ApiError('invalid', 'This streamer does not take part, or has no results yet.')
    }
    if (isRehearsal(move)) {
      return { invented: inventBoard(move.startRank), madeOf: {} }
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { board, found } = await currentBoards(of, show.createdBy)
      // What it is made of may have changed while it was being made.
      const madeOf = await readAtOneMoment(db, async (trx) =>
        (await areOfNow(trx, found, now())) ? findMadeOf(trx, { ...of, now: now() }) : null,
      )
      if (madeOf !== null && board.rowCount === 0) {
        throw new ApiError('invalid', 'There are no results to reveal on this board yet.')
      }
      if (madeOf !== null) {
        return { board, madeOf }
      }
    }
    throw new ApiError('busy', 'Results keep arriving at this moment. Press again.')
  }

  function moveNow(
    call: MoveCall,
    made: BoardToFreeze | null,
  ): Promise<ControlRoom | Unauthorized> {
    const { version, move } = call.body
    return changeShow(call, async (trx, show) => {
      checkMove(show, version)
      return {
        show: await storeMove(trx, { show, move, made }),
        act: {
          act: `show-${move.kind}`,
          summary: `Moved the show of ${show.event.name}, an event of somebody else.`,
          details: { number: String(show.event.id), move: JSON.stringify(move) },
        },
      }
    })
  }

  /** 4. The board, the show and, unless it is a rehearsal, the step with the moment it is due for viewers. */
  async function storeMove(
    trx: Transaction<Schema>,
    { show, move, made }: { show: StoredShow; move: Move; made: BoardToFreeze | null },
  ): Promise<StoredShow> {
    const eventId = show.event.id
    const version = show.version + 1
    const board = made === null ? show.board : version
    if (made !== null) {
      await ('board' in made
        ? freezeBoard(trx, { eventId, board }, made.board)
        : freezeInvented(trx, { eventId, board }, made.invented))
    }
    const around = await findRanksAround(trx, { eventId, board, rank: rankLookedAt(show, move) })
    const result = resultOfMove(show, move, around)
    const after: StoredShow = {
      ...show,
      ...result,
      version,
      waitMs: result.blurMs,
      board: result.phase === 'waiting' ? null : board,
      boardUserId: move.kind === 'start' ? (move.userId ?? null) : show.boardUserId,
      madeOf: made === null ? show.madeOf : made.madeOf,
    }
    await trx
      .updateTable('shows')
      .set({
        phase: after.phase,
        version,
        board: after.board,
        board_user_id: after.boardUserId,
        start_rank: after.startRank,
        reached: after.reached,
        is_podium_open: after.isPodiumOpen,
        blur_ms: after.blurMs,
        moved_at: now(),
        clears_at: sql<Date>`clock_timestamp() + make_interval(secs => ${after.waitMs / 1000}::double precision)`,
        ...(made !== null && { results: JSON.stringify(made.madeOf) }),
      })
      .where('event_id', '=', eventId)
      .execute()
    await announce(trx, [`show:${eventId}/stage`])
    // Neither a rehearsal nor its end is for others.
    if (isForOthers(after) || isForOthers(show)) {
      const { phase, boardUserId, startRank, reached, isPodiumOpen, blurMs } = after
      await addStep(trx, {
        eventId,
        step: {
          version,
          board: after.board,
          boardUserId,
          startRank,
          reached,
          isPodiumOpen,
          blurMs,
          phase: phase === 'live' || phase === 'final' ? phase : 'waiting',
        },
        // Of a board that is frozen now the stage has shown nothing yet.
        afterMs:
          stageTakesMs(made === null ? show : { ...show, phase: 'waiting' }, result) +
          1000 * show.settings.viewersDelayS,
        takesBack: takesBack(move, result),
        now: now(),
      })
      await announce(trx, [`show:${eventId}/overlay`])
    }
    await forgetBoards(trx, eventId)
    if (show.settings.pausesOverlays && (result.phase === 'live') !== (show.phase === 'live')) {
      await announce(trx, await channelOverlaysOf(trx, eventId))
    }
    return after
  }
}

type FreezingMove = Extract<Move, { kind: 'start' | 'take-over' }>

function freezesBoard(move: Move): move is FreezingMove {
  return move.kind === 'start' || move.kind === 'take-over'
}

/** Of a board that is invented. */
function isRehearsal(move: Move): move is Extract<Move, { kind: 'start' }> {
  return move.kind === 'start' && move.phase === 'rehearsal'
}
