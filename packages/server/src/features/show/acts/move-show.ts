/** Makes a move. The steps are numbered as in docs/architecture.md, "A press, from the control room to the overlay". */
import type { Unauthorized } from '@rollcall/contract/events'
import { type ControlRoom, type Move, moveShow } from '@rollcall/contract/show'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../../app-context.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Schema } from '../../../database/schema.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { areCurrent, type ShownBoard } from '../../events/event-boards.ts'
import { listStreamers, readAtOneMoment } from '../../events/event-sight.ts'
import { UNAUTHORIZED } from '../../events/refusals.ts'
import type { Turns } from '../../events/turns.ts'
import type { ChangeShow, ShowCall } from '../change-show.ts'
import type { CurrentBoards } from '../current-board.ts'
import {
  type FrozenRow,
  findRanksAround,
  forgetBoards,
  freezeBoard,
  freezeInvented,
} from '../frozen-board.ts'
import { inventBoard } from '../invented-board.ts'
import { checkMove, makeMove, rankLookedAt, stageTakesMs, takesBack } from '../moves.ts'
import { findMadeFrom } from '../participants.ts'
import { addStep, listPauseTopics } from '../steps.ts'
import { findManaged, isForOthers, type StoredShow } from '../stored-show.ts'

type MoveCall = ShowCall & { body: { version: number; move: Move } }

/** A board to freeze, and what it is made from. */
type BoardToFreeze = Pick<StoredShow, 'madeFrom'> &
  ({ current: ShownBoard } | { invented: FrozenRow[] })

/** How often we make a board again because results arrived while we made it. */
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
    // If the move can be refused, refuse it at once and not when its turn comes.
    const show = await findMovable(call)
    if (show === null) {
      return UNAUTHORIZED
    }
    if (isRehearsal(move)) {
      return moveWithBoard(call, show)
    }
    await call.request.countFor('events')
    return takeTurns(show.createdBy, async () => {
      // Check again, so that no board is made for nothing.
      const current = await findMovable(call)
      return current === null ? UNAUTHORIZED : moveWithBoard(call, current)
    })
  })

  /** @throws {ApiError} 409 if the show has moved on, or a blur is clearing */
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

  /** 2. The current board for `start` and `take-over`, or an invented board for a rehearsal. */
  async function makeBoard(show: StoredShow, move: Move): Promise<BoardToFreeze> {
    const userId = move.kind === 'start' ? (move.userId ?? null) : show.boardUserId
    const asked = { eventId: show.event.id, userId }
    if (userId !== null && (await listStreamers(db, asked.eventId, userId)).length === 0) {
      throw new ApiError('streamer_without_results')
    }
    if (isRehearsal(move)) {
      return { invented: inventBoard(move.startRank), madeFrom: {} }
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { board, found } = await currentBoards(asked, show.createdBy)
      // The results may have changed while the board was being made.
      const madeFrom = await readAtOneMoment(db, async (trx) =>
        (await areCurrent(trx, found, now())) ? findMadeFrom(trx, { ...asked, now: now() }) : null,
      )
      if (madeFrom !== null && board.rowCount === 0) {
        throw new ApiError('nothing_to_reveal')
      }
      if (madeFrom !== null) {
        return { current: board, madeFrom }
      }
    }
    throw new ApiError('results_keep_arriving')
  }

  function moveNow(
    call: MoveCall,
    toFreeze: BoardToFreeze | null,
  ): Promise<ControlRoom | Unauthorized> {
    const { version, move } = call.body
    return changeShow(call, async (trx, show) => {
      checkMove(show, version)
      return {
        show: await storeMove(trx, { show, move, toFreeze }),
        act: {
          act: `show-${move.kind}`,
          summary: `Moved the show of ${show.event.name}, an event of somebody else.`,
          details: {
            number: String(show.event.id),
            event: show.event.name,
            move: JSON.stringify(move),
          },
        },
      }
    })
  }

  /** 4. Store the board and the show. Unless it is a rehearsal, also store the step and when it is due for viewers. */
  async function storeMove(
    trx: Transaction<Schema>,
    { show, move, toFreeze }: { show: StoredShow; move: Move; toFreeze: BoardToFreeze | null },
  ): Promise<StoredShow> {
    const eventId = show.event.id
    const version = show.version + 1
    const board = toFreeze === null ? show.board : version
    if (toFreeze !== null) {
      await ('current' in toFreeze
        ? freezeBoard(trx, { eventId, board }, toFreeze.current)
        : freezeInvented(trx, { eventId, board }, toFreeze.invented))
    }
    const around = await findRanksAround(trx, { eventId, board, rank: rankLookedAt(show, move) })
    const result = makeMove(show, move, around)
    const after: StoredShow = {
      ...show,
      ...result,
      version,
      waitMs: result.blurMs,
      board: result.phase === 'waiting' ? null : board,
      boardUserId: move.kind === 'start' ? (move.userId ?? null) : show.boardUserId,
      madeFrom: toFreeze === null ? show.madeFrom : toFreeze.madeFrom,
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
        ...(toFreeze !== null && { results: JSON.stringify(toFreeze.madeFrom) }),
      })
      .where('event_id', '=', eventId)
      .execute()
    await announce(trx, [`show:${eventId}/stage`])
    // Other people see neither a rehearsal nor its end.
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
        // If the board is frozen now, the stage has not shown any of it yet.
        afterMs:
          stageTakesMs(toFreeze === null ? show : { ...show, phase: 'waiting' }, result) +
          1000 * show.settings.viewersDelayS,
        takesBack: takesBack(move, result),
        now: now(),
      })
      await announce(trx, [`show:${eventId}/overlay`])
    }
    await forgetBoards(trx, eventId)
    if (show.settings.pausesOverlays && (result.phase === 'live') !== (show.phase === 'live')) {
      await announce(trx, await listPauseTopics(trx, eventId))
    }
    return after
  }
}

type FreezingMove = Extract<Move, { kind: 'start' | 'take-over' }>

function freezesBoard(move: Move): move is FreezingMove {
  return move.kind === 'start' || move.kind === 'take-over'
}

/** Whether the move starts a rehearsal, with an invented board. */
function isRehearsal(move: Move): move is Extract<Move, { kind: 'start' }> {
  return move.kind === 'start' && move.phase === 'rehearsal'
}
