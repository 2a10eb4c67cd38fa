/** Makes a move. The steps are numbered as in docs/walks.md, "A press, from the control room to the overlay". */
import { randomInt } from 'node:crypto'
import type { Unauthorized } from '@rollcall/contract/events'
import { type ControlRoom, type Move, moveShow } from '@rollcall/contract/show'
import { sql, type Transaction } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Turns } from '../../../edge/turns.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { readAtOneMoment } from '../../../platform/database/read-at-one-moment.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { makeRoomToFreeze } from '../../events/boards/board-quota.ts'
import { areCurrent, type ShownBoard } from '../../events/boards/event-boards.ts'
import {
  type FrozenBoard,
  type FrozenRow,
  findRanksAround,
  forgetBoards,
  freezeBoard,
  freezeInvented,
  freezeTable,
} from '../../events/boards/frozen-board.ts'
import type { LeagueTables } from '../../events/league/kept-tables.ts'
import { UNAUTHORIZED } from '../../events/refusals.ts'
import { listStreamers } from '../../events/streamers.ts'
import { isForOthers } from '../../visibility/shown-step.ts'
import { type BoardParts, canHaveDecimals, findCurrentBoard } from '../board/current-board.ts'
import { inventBoard } from '../board/invented-board.ts'
import { makeTableToFreeze, type TableToFreeze } from '../board/league-board.ts'
import { findMadeFrom } from '../board/participants.ts'
import { changeShow, type ShowCall, type ShowContext } from '../change-show.ts'
import {
  boardsAfter,
  checkMove,
  makeMove,
  rankLookedAt,
  stageTakesMs,
  takesBack,
} from '../moves.ts'
import { addStep, listPauseTopics, type StepToAdd } from '../steps.ts'
import { findShowFor, type StoredShow } from '../stored-show.ts'

type MoveCall = ShowCall & { body: { version: number; move: Move } }

/** A board to freeze, and what it is made from. */
type BoardToFreeze = Pick<StoredShow, 'madeFrom'> & { hasDecimals: boolean } & (
    | { current: ShownBoard }
    | { table: TableToFreeze }
    | { invented: FrozenRow[] }
  )

/** Also what an integer of the database can be. */
const MAX_SEED = 2 ** 31

/** How often we make a board again because results arrived while we made it. */
const ATTEMPTS = 5

interface MoveContext extends ShowContext {
  boardParts: BoardParts
  tables: LeagueTables
  /** Boards are frozen one after the other. */
  freezing: Turns
}

export function serveMoveShow(serve: Serve, context: MoveContext): void {
  serve(moveShow, async (call) => {
    const { move } = call.body
    if (!freezesBoard(move)) {
      return moveNow(context, call, null)
    }
    // If the move can be refused, refuse it at once and not when its turn comes.
    const show = await findMovable(context, call)
    if (show === null) {
      return UNAUTHORIZED
    }
    if (isRehearsal(move)) {
      return moveWithBoard(context, call, show)
    }
    await call.request.countFor('events')
    return context.freezing.run(show.ownerId, async () => {
      // Check again, so that no board is made for nothing.
      const current = await findMovable(context, call)
      return current === null ? UNAUTHORIZED : moveWithBoard(context, call, current)
    })
  })
}

/** @throws {ApiError} 409 if the show has moved on, or a step is running */
async function findMovable(
  { db }: MoveContext,
  { caller, params, body }: MoveCall,
): Promise<StoredShow | null> {
  const show = await findShowFor(db, { eventId: params.id, act: 'run', viewer: caller })
  if (show !== null) {
    checkMove(show, body.version)
  }
  return show
}

async function moveWithBoard(
  context: MoveContext,
  call: MoveCall,
  show: StoredShow,
): Promise<ControlRoom | Unauthorized> {
  const toFreeze = await makeBoard(context, show, call.body.move)
  await makeRoomToFreeze(
    context.db,
    { organiserId: show.ownerId, mostRows: context.config.limits.MAX_BOARD_ROWS },
    roomFor(toFreeze),
  )
  return moveNow(context, call, toFreeze)
}

const roomFor = (toFreeze: BoardToFreeze) =>
  'current' in toFreeze
    ? toFreeze.current
    : { rowCount: ('table' in toFreeze ? toFreeze.table.rows : toFreeze.invented).length }

/** 2. The current board for `start` and `take-over`, or an invented board for a rehearsal. */
async function makeBoard(
  context: MoveContext,
  show: StoredShow,
  move: Move,
): Promise<BoardToFreeze> {
  const { db, now, boardParts } = context
  const boardOf = move.kind === 'start' ? move.boardOf : show.boardOf
  const userId = move.kind === 'start' ? (move.userId ?? null) : show.boardUserId
  const asked = { eventId: show.event.id, userId }
  if (userId !== null && (await listStreamers(db, asked.eventId, userId)).length === 0) {
    throw new ApiError('streamer_without_results')
  }
  if (isRehearsal(move)) {
    return { invented: inventBoard(move.startRank), madeFrom: {}, hasDecimals: false }
  }
  if (boardOf !== 'event') {
    const { maxRacers } = boardParts
    const table = await makeTableToFreeze(context, { eventId: show.event.id, boardOf, maxRacers })
    const { hasDecimals } = table
    return { table, hasDecimals, madeFrom: await findMadeFrom(db, { ...asked, now: now() }) }
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { board, found } = await findCurrentBoard(boardParts, asked, show.ownerId)
    // The results may have changed while the board was being made.
    const madeFrom = await readAtOneMoment(db, async (trx) =>
      (await areCurrent(trx, found, now())) ? findMadeFrom(trx, { ...asked, now: now() }) : null,
    )
    if (madeFrom !== null && board.rowCount === 0) {
      throw new ApiError('nothing_to_reveal')
    }
    if (madeFrom !== null) {
      return { current: board, madeFrom, hasDecimals: await canHaveDecimals(db, found) }
    }
  }
  throw new ApiError('results_keep_arriving')
}

function moveNow(
  context: MoveContext,
  call: MoveCall,
  toFreeze: BoardToFreeze | null,
): Promise<ControlRoom | Unauthorized> {
  const { version, move } = call.body
  return changeShow(context, 'run', call, async (trx, show) => {
    checkMove(show, version)
    return {
      show: await storeMove(trx, { show, move, toFreeze, now: context.now() }),
      act: {
        act: `show-${move.kind}`,
        facts: {
          number: String(show.event.id),
          event: show.event.name,
          move: JSON.stringify(move),
        },
      },
    }
  })
}

/** 4. Store the board and the show. Unless it is a rehearsal, also store the step and when it is due for viewers. */
export async function storeMove(
  trx: Transaction<Schema>,
  {
    show,
    move,
    toFreeze,
    now,
  }: { show: StoredShow; move: Move; toFreeze: BoardToFreeze | null; now: Date },
): Promise<StoredShow> {
  const eventId = show.event.id
  const version = show.version + 1
  const board = toFreeze === null ? show.board : version
  if (move.kind === 'start' && move.phase === 'live' && move.boardOf !== 'event') {
    await checkShownOnce(trx, { eventId, boardOf: move.boardOf })
  }
  if (toFreeze !== null) {
    await freeze(trx, { eventId, board }, toFreeze)
  }
  const around = await findRanksAround(trx, { eventId, board, rank: rankLookedAt(show, move) })
  const result = makeMove(show, move, around)
  const after: StoredShow = {
    ...show,
    ...result,
    version,
    waitMs: result.stepMs,
    // It was for the step that begins now.
    holdsNext: move.kind === 'next' ? false : show.holdsNext,
    ...(toFreeze !== null && { seed: randomInt(MAX_SEED), hasDecimals: toFreeze.hasDecimals }),
    ...boardsAfter(show, move, {
      phase: result.phase,
      frozen: toFreeze === null ? null : board,
    }),
    madeFrom: toFreeze === null ? show.madeFrom : toFreeze.madeFrom,
  }
  await storeShow(trx, after, { now, isFrozenNow: toFreeze !== null })
  announce(trx, [`show:${eventId}/stage`])
  // Other people see neither a rehearsal nor its end.
  if (isForOthers(after) || isForOthers(show)) {
    // If the board is frozen now, the stage has not shown any of it yet.
    const stageMs = stageTakesMs(toFreeze === null ? show : { ...show, phase: 'waiting' }, result)
    await addStep(trx, {
      eventId,
      step: toStep(after),
      afterMs: stageMs + 1000 * show.settings.viewersDelayS,
      takesBack: takesBack(move, result),
      now,
    })
    announce(trx, [`show:${eventId}/overlay`])
  }
  await forgetBoards(trx, eventId)
  if (show.settings.pausesOverlays && (result.phase === 'live') !== (show.phase === 'live')) {
    announce(trx, await listPauseTopics(trx, eventId))
  }
  return after
}

/** @throws {ApiError} 409 if another round of the league shows the same table */
async function checkShownOnce(
  trx: Transaction<Schema>,
  { eventId, boardOf }: { eventId: number; boardOf: StoredShow['boardOf'] },
): Promise<void> {
  // Until this one is stored, no other round can start it either.
  await sql`select from event_series where id = (select series_id from events where id = ${eventId})
    for no key update`.execute(trx)
  const other = await trx
    .selectFrom('shows as show')
    .innerJoin('events as event', 'event.id', 'show.event_id')
    .select('event.name')
    .where('show.phase', '=', 'live')
    .where('show.board_of', '=', boardOf)
    .where('event.id', '<>', eventId)
    .where('event.series_id', '=', (events) =>
      events.selectFrom('events').select('series_id').where('id', '=', eventId),
    )
    .executeTakeFirst()
  if (other !== undefined) {
    throw new ApiError('shown_elsewhere', { event: other.name })
  }
}

function freeze(
  trx: Transaction<Schema>,
  frozen: FrozenBoard,
  toFreeze: BoardToFreeze,
): Promise<void> {
  if ('table' in toFreeze) {
    return freezeTable(trx, frozen, toFreeze.table)
  }
  return 'current' in toFreeze
    ? freezeBoard(trx, frozen, toFreeze.current)
    : freezeInvented(trx, frozen, toFreeze.invented)
}

async function storeShow(
  trx: Transaction<Schema>,
  show: StoredShow,
  { now, isFrozenNow }: { now: Date; isFrozenNow: boolean },
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({
      phase: show.phase,
      version: show.version,
      board: show.board,
      board_user_id: show.boardUserId,
      board_of: show.boardOf,
      results_board: show.resultsBoard,
      start_rank: show.startRank,
      reached: show.reached,
      is_podium_open: show.isPodiumOpen,
      step: show.step,
      blur_ms: show.stepMs,
      seed: show.seed,
      has_decimals: show.hasDecimals,
      holds_next: show.holdsNext,
      moved_at: now,
      clears_at: sql<Date>`clock_timestamp() + make_interval(secs => ${show.waitMs / 1000}::double precision)`,
      ...(isFrozenNow && { results: JSON.stringify(show.madeFrom) }),
    })
    .where('event_id', '=', show.event.id)
    .execute()
}

/** For everybody else, a rehearsal is a show that has not begun. */
function toStep(show: StoredShow): StepToAdd['step'] {
  const { phase, version, startRank, reached, isPodiumOpen, step, stepMs } = show
  const { board, boardUserId, boardOf, resultsBoard, seed, hasDecimals } = show
  return {
    ...{ version, board, boardUserId, boardOf, resultsBoard, seed, hasDecimals },
    startRank,
    reached,
    isPodiumOpen,
    step,
    stepMs,
    phase: phase === 'live' || phase === 'final' ? phase : 'waiting',
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
