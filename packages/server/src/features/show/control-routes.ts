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
} from '@rollcall/contract/show'
import { blurDurationMs } from '@rollcall/scoring/reveal'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Act, actorOf, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Topic } from '../../changes/topics.ts'
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
import type { Turns } from '../events/turns.ts'
import {
  countRows,
  findRanksAround,
  freezeRows,
  inventBoard,
  loadBoard,
  pageOfRows,
  pageOfStandings,
  type StandingRow,
  type Standings,
  thawRows,
} from './boards.ts'
import { canGoBack, checkMove, nextStepOf, type Step, stepOf, waitMsOf } from './moves.ts'
import {
  findManaged,
  findShow,
  lockManaged,
  type StoredShow,
  uncoveredFrom,
} from './stored-show.ts'
import { findResultsOf, findRules, listTiles, resultsOf } from './streamers.ts'
import { makeToken, topicOf } from './tokens.ts'
import { viewOf } from './views.ts'

interface ShowCall {
  caller: SignedIn
  params: { id: number }
  request: { ip: string }
}

type MoveCall = ShowCall & { body: { version: number; move: Move } }

/** What a board to freeze is, and what it was made of. */
type FrozenBoard = Pick<StoredShow, 'results'> & {
  rows: Awaited<ReturnType<typeof loadBoard>> | StandingRow[]
}

export function serveControlRoom(
  serve: Serve,
  context: AppContext,
  { standings, takeTurns }: { standings: Standings; takeTurns: Turns },
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
      // Another device may have changed the others meanwhile.
      const after = { ...settings, ...call.body }
      await trx
        .updateTable('shows')
        .set({
          is_sealed: after.isSealed,
          is_public: after.isPublic,
          is_listed: after.isListed,
          pauses_overlays: after.pausesOverlays,
        })
        .where('event_id', '=', event.id)
        .execute()
      if (after.isSealed !== settings.isSealed) {
        await (after.isSealed ? agreeToOwnSeal(trx, event.id, now()) : forgetAnswers(trx, event.id))
        await announceHeldGames(trx, event.id)
      }
      await announce(trx, [
        `show:${event.id}/seen`,
        // Who follows by it may no longer, or shows something else now.
        ...[publicToken, overlayToken].filter((token) => token !== null).map(topicOf),
        ...(phase === 'live' && after.pausesOverlays !== settings.pausesOverlays
          ? await overlaysOf(trx, event.id)
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
        ...[old, token].filter((each) => each !== null).map(topicOf),
      ])
      return {
        act: 'show-token',
        summary: `Replaced an address of ${event.name}, an event of somebody else.`,
        details: { number: String(event.id) },
      }
    }),
  )

  /** @throws {ApiError} 409 where the show has moved on, or a blur is running */
  async function findMovable({ caller, params, body }: MoveCall): Promise<StoredShow | null> {
    const show = await findManaged(db, { eventId: params.id, asker: caller })
    if (show !== null) {
      checkMove(show, { version: body.version, now: now() })
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
    const board = await boardFor(before, move)
    return changeShow(call, async (trx, show) => {
      checkMove(show, { version, now: now() })
      await storeMove(trx, { show, move, board })
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
    const changed = isChanged ? await findShow(db, params.id) : null
    return changed === null ? UNAUTHORIZED : controlRoomOf(db, changed)
  }

  /** The board to freeze; null for a move that freezes none. */
  async function boardFor(show: StoredShow, move: Move): Promise<FrozenBoard | null> {
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
    { show, move, board }: { show: StoredShow; move: Move; board: FrozenBoard | null },
  ): Promise<void> {
    const eventId = show.event.id
    if (board !== null) {
      await freezeRows(trx, eventId, board.rows)
    }
    const step = await stepAfter(trx, show, move)
    if (step.phase === 'waiting') {
      await thawRows(trx, eventId)
    }
    const isSeen = [show, step].some(({ phase }) => phase === 'live' || phase === 'final')
    const version = show.version + 1
    await trx
      .updateTable('shows')
      .set({
        phase: step.phase,
        version,
        ...(isSeen && { seen_version: version }),
        ...(move.kind === 'start' && { board_user_id: move.userId ?? null }),
        start_rank: step.startRank,
        reached: step.reached,
        is_podium_open: step.isPodiumOpen,
        moved_at: now(),
        blur_ms: step.blurMs,
        ...(board !== null && { results: JSON.stringify(board.results) }),
      })
      .where('event_id', '=', eventId)
      .execute()
    if (show.settings.isSealed && step.phase !== show.phase) {
      await announceHeldGames(trx, eventId)
    }
    const isPausing =
      show.settings.pausesOverlays && (step.phase === 'live') !== (show.phase === 'live')
    await announce(trx, [
      ...(isSeen ? [`show:${eventId}/seen` as const] : []),
      ...(isPausing ? await overlaysOf(trx, eventId) : []),
    ])
  }

  async function stepAfter(trx: Db, show: StoredShow, move: Move): Promise<Step> {
    if (move.kind === 'start') {
      if (show.phase === 'live' || show.phase === 'final') {
        throw new ApiError('conflict', 'The show has begun already. Reset it to start anew.')
      }
      const { phase, startRank } = move
      const { below } = await findRanksAround(trx, show.event.id, startRank - 1)
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
    const around = await findRanksAround(trx, show.event.id, rank)
    return stepOf(show, move, around)
  }

  async function controlRoomOf(of: Db, show: StoredShow): Promise<ControlRoom> {
    const { event, settings, publicToken, overlayToken } = show
    const isFrozen = show.phase === 'live' || show.phase === 'final'
    const [tiles, rules, around, rowCount] = await Promise.all([
      listTiles(of, { eventId: event.id, now: now() }),
      findRules(of, event.id),
      findRanksAround(of, event.id, show.reached ?? 1),
      countRows(of, event.id),
    ])
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
      waitMs: Math.ceil(waitMsOf(show, now())),
      streamers: tiles.map(({ results: _, warnings, receivedAt, ...tile }) => ({
        ...tile,
        receivedAt: receivedAt?.toISOString() ?? null,
        warnings: warnings.map(({ message }) => message),
        hasArrived: isFrozen && show.results[tile.userId] !== made[tile.userId],
      })),
      hasArrivals: isFrozen && names.some((name) => made[name] !== show.results[name]),
      rowCount,
    }
  }

  async function pageOfFrozen(
    show: StoredShow,
    { page, search }: { page: number; search: string },
  ): Promise<ResponseOf<typeof listControlRows>> {
    const from = uncoveredFrom(show)
    const asked = { eventId: show.event.id, fromRank: 1, page, search, pageSize: SHOW_PAGE_SIZE }
    const { rows, totalPages } = await pageOfRows(db, asked)
    return {
      totalPages,
      rows: rows.map(({ position, ...row }) => ({
        ...row,
        id: String(position),
        isUncovered: from !== null && row.rank >= from,
      })),
    }
  }
}

/** A rehearsal is of a board that is invented. */
function takesResults(move: Move): boolean {
  return move.kind === 'take-over' || (move.kind === 'start' && move.phase === 'live')
}

/** Those that may be paused by the event's show. */
async function overlaysOf(trx: Db, eventId: number): Promise<Topic[]> {
  const participants = await trx
    .selectFrom('event_participants as participant')
    .innerJoin('channel_overlays as overlay', 'overlay.user_id', 'participant.user_id')
    .select('overlay.user_id as userId')
    .where('participant.event_id', '=', eventId)
    .execute()
  return participants.map(({ userId }) => `overlay:${userId}` as const)
}
