/** The organiser's side of a show: the control room, its moves, and the stage. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { Unauthorized } from '@rollcall/contract/events'
import {
  type ControlRoom,
  changeShowSettings,
  getControlRoom,
  getStage,
  listControlRows,
  type Move,
  moveShow,
  replaceShowToken,
  SHOW_PAGE_SIZE,
  type ShowPhase,
} from '@rollcall/contract/show'
import { blurDurationMs } from '@rollcall/scoring/reveal'
import { sql, type Transaction } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Act, actorOf, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { DueJobs } from '../../database/due-jobs.ts'
import type { Db, Schema } from '../../database/schema.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listStreamers, readAtOneMoment } from '../events/event-board.ts'
import {
  agreeToOwnSeal,
  announceHeldGames,
  findHeldGames,
  forgetAnswers,
} from '../events/held-games.ts'
import { UNAUTHORIZED } from '../events/refusals.ts'
import { isShowRunning } from '../events/shown-step.ts'
import type { Turns } from '../events/turns.ts'
import {
  countRows,
  findRanksAround,
  forgetBoards,
  freezeRows,
  inventBoard,
  loadBoard,
  pageOfRows,
  pageOfStandings,
  type StandingRow,
  type Standings,
} from './boards.ts'
import {
  canGoBack,
  checkMove,
  nextStepOf,
  type Step,
  stageTakesMs,
  stepOf,
  takesBack,
} from './moves.ts'
import { addStep, channelOverlaysOf, listSteps, stepOfOverlay, stepOfViewers } from './steps.ts'
import {
  findManaged,
  findShow,
  lockManaged,
  type ShowState,
  type StoredShow,
  uncoveredFrom,
} from './stored-show.ts'
import { areKnown, findResultsOf, findRules, listTiles, resultsOf } from './streamers.ts'
import { makeToken, topicOf } from './tokens.ts'
import { sceneOf, shownRow, showsStandings, viewOf } from './views.ts'

interface ShowCall {
  caller: SignedIn
  params: { id: number }
  request: { ip: string }
}

type MoveCall = ShowCall & { body: { version: number; move: Move } }

/** What a board to freeze is, and what it was made of. */
type MadeBoard = Pick<StoredShow, 'results'> & {
  rows: Awaited<ReturnType<typeof loadBoard>> | StandingRow[]
}

export function serveControlRoom(
  serve: Serve,
  context: AppContext,
  { standings, takeTurns, steps }: { standings: Standings; takeTurns: Turns; steps: DueJobs },
): void {
  const { db, changes, now, config } = context

  serve(getControlRoom, async ({ caller, params }) => {
    const show = await findManaged(db, { eventId: params.id, asker: caller })
    return show === null ? UNAUTHORIZED : controlRoomOf(db, show)
  })

  serve(listControlRows, async ({ caller, params, query }) => {
    const show = await findManaged(db, { eventId: params.id, asker: caller })
    if (show === null) {
      return UNAUTHORIZED
    }
    const userId = query.userId === undefined ? null : Number(query.userId)
    return show.phase === 'waiting'
      ? pageOfStandings(await standings({ eventId: params.id, userId }, show.createdBy), query)
      : pageOfFrozen(show, query)
  })

  serve(getStage, async ({ caller, params }) =>
    readAtOneMoment(db, async (trx) => {
      const show = await findManaged(trx, { eventId: params.id, asker: caller })
      return show === null ? UNAUTHORIZED : viewOf(trx, show, show)
    }),
  )

  serve(moveShow, async (call) => {
    if (!takesResults(call.body.move)) {
      return moveNow(call)
    }
    // Refused at once rather than at its turn, where it can be.
    const show = await findMovable(call)
    if (show === null) {
      return UNAUTHORIZED
    }
    await call.request.countFor('events')
    return takeTurns(show.createdBy, () => moveNow(call))
  })

  serve(changeShowSettings, (call) =>
    changeShow(call, async (trx, { event, publicToken, overlayToken, settings, phase }) => {
      const { startRank, boardUserId, ...changed } = call.body
      await chooseStart(trx, { eventId: event.id, phase }, { startRank, boardUserId })
      // Another device may have changed the others meanwhile.
      const after = { ...settings, ...changed }
      await trx
        .updateTable('shows')
        .set({
          is_sealed: after.isSealed,
          is_public: after.isPublic,
          is_listed: after.isListed,
          pauses_overlays: after.pausesOverlays,
          viewers_delay_s: after.viewersDelayS,
        })
        .where('event_id', '=', event.id)
        .execute()
      if (after.isSealed !== settings.isSealed) {
        await (after.isSealed ? agreeToOwnSeal(trx, event.id, now()) : forgetAnswers(trx, event.id))
        await announceHeldGames(trx, event.id)
      }
      await announce(trx, [
        `show:${event.id}/seen`,
        `show:${event.id}/overlay`,
        // Who follows by it may no longer, or shows something else now.
        ...[publicToken, overlayToken].filter((token) => token !== null).map(topicOf),
        ...(after.pausesOverlays !== settings.pausesOverlays && (await isRunning(trx, event.id))
          ? await channelOverlaysOf(trx, event.id)
          : []),
      ])
      return {
        act: 'show-settings',
        summary: `Changed how the show of ${event.name}, an event of somebody else, is seen.`,
        details: {
          number: String(event.id),
          before: JSON.stringify(settings),
          after: JSON.stringify(after),
        },
      }
    }),
  )

  serve(replaceShowToken, (call) =>
    changeShow(call, async (trx, { event, publicToken, overlayToken }) => {
      const isPublic = call.body.of === 'public'
      const token = makeToken()
      await trx
        .updateTable('shows')
        .set(isPublic ? { public_token: token } : { overlay_token: token })
        .where('event_id', '=', event.id)
        .execute()
      const old = isPublic ? publicToken : overlayToken
      await announce(trx, [
        `show:${event.id}/seen`,
        `show:${event.id}/overlay`,
        ...[old, token].filter((each) => each !== null).map(topicOf),
      ])
      return {
        act: 'show-token',
        summary: `Replaced an address of ${event.name}, an event of somebody else.`,
        details: { number: String(event.id) },
      }
    }),
  )

  /** @throws {ApiError} where the show has begun, or the streamer does not take part */
  async function chooseStart(
    trx: Db,
    { eventId, phase }: { eventId: number; phase: ShowPhase },
    chosen: { startRank: number | undefined; boardUserId: number | null | undefined },
  ): Promise<void> {
    const { startRank, boardUserId } = chosen
    if (startRank === undefined && boardUserId === undefined) {
      return
    }
    if (phase !== 'waiting') {
      throw new ApiError('conflict', 'The show has begun already. Reset it to start anew.')
    }
    if (typeof boardUserId === 'number') {
      const participant = await trx
        .selectFrom('event_participants')
        .select('user_id')
        .where('event_id', '=', eventId)
        .where('user_id', '=', boardUserId)
        .executeTakeFirst()
      if (participant === undefined) {
        throw new ApiError('invalid', 'This streamer does not take part.')
      }
    }
    await trx
      .updateTable('shows')
      .set({
        ...(startRank !== undefined && { start_rank: startRank }),
        ...(boardUserId !== undefined && { board_user_id: boardUserId }),
      })
      .where('event_id', '=', eventId)
      .execute()
  }

  /** @throws {ApiError} 409 where the show has moved on, or a blur is running */
  async function findMovable({ caller, params, body }: MoveCall): Promise<StoredShow | null> {
    const show = await findManaged(db, { eventId: params.id, asker: caller })
    if (show !== null) {
      checkMove(show, body.version)
    }
    return show
  }

  async function moveNow(call: MoveCall): Promise<ControlRoom | Unauthorized> {
    const { version, move } = call.body
    // Refused before a board is made for nothing.
    const before = await findMovable(call)
    if (before === null) {
      return UNAUTHORIZED
    }
    const made = await boardFor(before, move)
    return changeShow(call, async (trx, show) => {
      checkMove(show, version)
      await storeMove(trx, { show, move, made })
      return {
        act: `show-${move.kind}`,
        summary: `Moved the show of ${show.event.name}, an event of somebody else.`,
        details: { number: String(show.event.id), move: JSON.stringify(move) },
      }
    })
  }

  /** In a transaction in which nobody else moves the show; by an admin, noted in the audit log. */
  async function changeShow(
    { caller, params, request }: ShowCall,
    change: (trx: Transaction<Schema>, show: StoredShow) => Promise<Act>,
  ): Promise<ControlRoom | Unauthorized> {
    const isChanged = await changes.transaction(async (trx) => {
      const show = await lockManaged(trx, { eventId: params.id, asker: caller })
      if (show === null) {
        return false
      }
      const act = await change(trx, show)
      await announce(trx, [`show:${params.id}/control`])
      if (show.createdBy !== caller.userId) {
        await recordAct(trx, actorOf({ caller, request }, now()), act)
      }
      return true
    })
    // A step has come, or could not be taken while its show was locked.
    steps.look()
    const changed = isChanged ? await findShow(db, params.id) : null
    return changed === null ? UNAUTHORIZED : controlRoomOf(db, changed)
  }

  /** The board to freeze; null for a move that freezes none. */
  async function boardFor(show: StoredShow, move: Move): Promise<MadeBoard | null> {
    if (move.kind !== 'start' && move.kind !== 'take-over') {
      return null
    }
    const userId = move.kind === 'start' ? (move.userId ?? null) : show.boardUserId
    const of = { eventId: show.event.id, userId }
    if (userId !== null && (await listStreamers(db, of.eventId, userId)).length === 0) {
      throw new ApiError('invalid', 'This streamer does not take part, or has no results yet.')
    }
    if (move.kind === 'start' && move.phase === 'rehearsal') {
      return { rows: inventBoard(move.startRank), results: {} }
    }
    const board = await readAtOneMoment(db, async (trx) => ({
      results: await findResultsOf(trx, { ...of, now: now() }),
      rows: await loadBoard(trx, {
        ...of,
        held: await findHeldGames(trx, { eventId: of.eventId, now: now() }),
        maxRacers: config.limits.MAX_SHOW_RACERS,
        isExplained: true,
      }),
    }))
    if (board.rows.length === 0) {
      throw new ApiError('invalid', 'There are no results to reveal on this board yet.')
    }
    return board
  }

  async function storeMove(
    trx: Transaction<Schema>,
    { show, move, made }: { show: StoredShow; move: Move; made: MadeBoard | null },
  ): Promise<void> {
    const eventId = show.event.id
    const version = show.version + 1
    const board = made === null ? show.board : version
    if (made !== null) {
      await freezeRows(trx, { eventId, board }, made.rows)
    }
    const step = await stepAfter(trx, { ...show, board }, move)
    const state = {
      ...step,
      ...{ version, board: step.phase === 'waiting' ? null : board },
      boardUserId: move.kind === 'start' ? (move.userId ?? null) : show.boardUserId,
    }
    await trx
      .updateTable('shows')
      .set({
        ...{ phase: step.phase, version, board: state.board, board_user_id: state.boardUserId },
        ...{ start_rank: step.startRank, reached: step.reached },
        ...{ is_podium_open: step.isPodiumOpen, blur_ms: step.blurMs },
        moved_at: now(),
        clears_at: sql<Date>`clock_timestamp() + make_interval(secs => ${step.blurMs / 1000}::double precision)`,
        ...(made !== null && { results: JSON.stringify(made.results) }),
      })
      .where('event_id', '=', eventId)
      .execute()
    // A rehearsal reaches nobody, nor does its end.
    if (isOfShow(state) || isOfShow(show)) {
      await addStep(trx, {
        eventId,
        step: { ...state, phase: isOfShow(state) ? state.phase : 'waiting' },
        // Of a board that is frozen now the stage has shown nothing yet.
        afterMs:
          stageTakesMs(made === null ? show : { ...show, phase: 'waiting' }, step) +
          1000 * show.settings.viewersDelayS,
        takesBack: takesBack(move, step),
        now: now(),
      })
      await announce(trx, [`show:${eventId}/overlay`])
    }
    await forgetBoards(trx, eventId)
    if (show.settings.pausesOverlays && (step.phase === 'live') !== (show.phase === 'live')) {
      await announce(trx, await channelOverlaysOf(trx, eventId))
    }
  }

  /** @param show with the board that the move has frozen, if it has */
  async function stepAfter(trx: Db, show: StoredShow, move: Move): Promise<Step> {
    const of = { eventId: show.event.id, board: show.board }
    if (move.kind === 'start') {
      if (show.phase === 'live' || show.phase === 'final') {
        throw new ApiError('conflict', 'The show has begun already. Reset it to start anew.')
      }
      const { phase, startRank } = move
      const { below } = await findRanksAround(trx, { ...of, rank: startRank - 1 })
      // Without rows from there on nothing is uncovered, so nothing blurs.
      const blurMs = below === null ? 0 : blurDurationMs(below)
      return { phase, startRank, reached: startRank, isPodiumOpen: false, blurMs }
    }
    if (move.kind === 'take-over') {
      if (show.phase !== 'live' && show.phase !== 'final') {
        throw new ApiError('conflict', 'There is no show that could take anything over.')
      }
      const { phase, startRank, reached, isPodiumOpen } = show
      return { phase, startRank, reached, isPodiumOpen, blurMs: 0 }
    }
    const rank = move.kind === 'jump' ? move.rank - 1 : (show.reached ?? 1)
    const around = await findRanksAround(trx, { ...of, rank })
    return stepOf(show, move, around)
  }

  async function controlRoomOf(of: Db, show: StoredShow): Promise<ControlRoom> {
    const { event, settings, publicToken, overlayToken, board } = show
    const isFrozen = isOfShow(show) && areKnown(show.results)
    const [tiles, rules, around, rowCount, seen] = await Promise.all([
      listTiles(of, { eventId: event.id, now: now() }),
      findRules(of, event.id),
      findRanksAround(of, { eventId: event.id, board, rank: show.reached ?? 1 }),
      countRows(of, { eventId: event.id, board }),
      listSteps(of, event.id),
    ])
    const shown = async (state: ShowState) => ({
      scene: sceneOf(state),
      reached: state.phase === 'live' ? state.reached : null,
      rowCount: await countRows(of, { eventId: event.id, board: state.board }),
    })
    const overlay = stepOfOverlay(seen)
    const viewers = stepOfViewers(seen)
    const made = resultsOf(tiles, rules, show.boardUserId)
    const names = Object.keys({ ...made, ...show.results })
    return {
      ...{ event, settings, publicToken, overlayToken },
      phase: show.phase,
      version: show.version,
      boardUserId: show.boardUserId,
      startRank: show.startRank,
      reached: show.reached,
      isPodiumOpen: show.isPodiumOpen,
      next: nextStepOf(show, around),
      canGoBack: canGoBack(show),
      waitMs: show.waitMs,
      streamers: tiles.map(({ results: _, warnings, receivedAt, ...tile }) => ({
        ...tile,
        receivedAt: receivedAt?.toISOString() ?? null,
        warnings: warnings.map(({ message }) => message),
        hasArrived: isFrozen && show.results[tile.userId] !== made[tile.userId],
      })),
      hasArrivals: isFrozen && names.some((name) => made[name] !== show.results[name]),
      rowCount,
      // As `isShowOver` has it.
      isOpen: !settings.isSealed || (viewers.phase === 'final' && viewers.boardUserId === null),
      overlay: {
        ...(await shown(overlay)),
        ...(showsStandings(show, overlay, now()) && { scene: 'standings' as const }),
      },
      viewers: await shown(viewers),
      coming: await Promise.all(
        seen
          .filter(({ dueInMs }) => dueInMs > 0)
          .map(async (step) => ({ ...(await shown(step)), inMs: step.dueInMs })),
      ),
    }
  }

  async function pageOfFrozen(
    show: StoredShow,
    { page, search }: { page: number; search: string },
  ): Promise<ResponseOf<typeof listControlRows>> {
    const from = uncoveredFrom(show)
    const of = { eventId: show.event.id, board: show.board }
    const asked = { ...of, fromRank: 1, page, search, pageSize: SHOW_PAGE_SIZE }
    const { total, rows, totalPages } = await pageOfRows(db, asked)
    return {
      ...{ total, totalPages },
      rows: rows.map((row) => ({
        ...shownRow(row),
        isUncovered: from !== null && row.rank >= from,
      })),
    }
  }
}

/** A rehearsal is of a board that is invented. */
function takesResults(move: Move): boolean {
  return move.kind === 'take-over' || (move.kind === 'start' && move.phase === 'live')
}

async function isRunning(trx: Db, eventId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('shows as show')
    .select(isShowRunning.as('isRunning'))
    .where('show.event_id', '=', eventId)
    .executeTakeFirst()
  return row?.isRunning ?? false
}

type Shown = ShowState & { phase: 'live' | 'final' }

/** Whether it is something that others than the organiser see. */
function isOfShow(state: ShowState): state is Shown {
  return state.phase === 'live' || state.phase === 'final'
}
