/** The calls that read an event's boards. */
import { listAdjustments } from '@rollcall/contract/events-adjustments'
import {
  ExportedEventRow,
  explainEventRow,
  exportEventBoard,
  getEventLeaderboard,
} from '@rollcall/contract/events-boards'
import { findOwnEventRow, listMyResults } from '@rollcall/contract/events-results'
import type { ShowView } from '@rollcall/contract/show-view'
import { explainTerms, type Term } from '@rollcall/scoring/explanation'
import type { SignedIn } from '../../../edge/access.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { eventRight, isAllowed } from '../../rights/event.ts'
import { findUncovered, getEventAccess } from '../../visibility/event-access.ts'
import { serveAdjustEvent } from '../acts/adjust-event.ts'
import { serveTakeBackAdjustment } from '../acts/take-back-adjustment.ts'
import { serveTryConfiguration } from '../acts/try-configuration.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { answerBoards, answerPage, chooseBoard } from './board-answers.ts'
import type { EventBoards } from './event-boards.ts'
import { listHandBonuses } from './hand-bonuses.ts'
import { listAdjusted } from './list-adjustments.ts'
import { findOwnPlace, listResults } from './own-results.ts'
import { findTerms, findTermsOfRows, listBoard } from './read-board.ts'
import { sendEventFile } from './send-event-file.ts'

interface EventBoardsAndShows {
  boards: EventBoards
  /** What the event's show has uncovered while the event is sealed. */
  sealedView: (eventId: number) => Promise<ShowView | undefined>
}

type Parts = Pick<AppContext, 'db'> & { boards: EventBoards }

export function serveEventBoards(
  serve: Serve,
  context: AppContext,
  { boards, sealedView }: EventBoardsAndShows,
): void {
  const { db } = context
  const parts = { db, boards }

  serve(getEventLeaderboard, async ({ caller, params, query }) => {
    const { sees, found } = await findOpenBoards(parts, caller, params.id)
    if (sees === 'nothing') {
      return UNAUTHORIZED
    }
    if (found !== null) {
      const { page } = query
      return page === undefined
        ? answerBoards(db, found)
        : answerPage(db, boards, found, { ...query, page, callerId: caller.userId })
    }
    const view = await sealedView(params.id)
    if (view === undefined) {
      throw new ApiError('no_such_event')
    }
    return { isSealed: true as const, view }
  })

  serve(exportEventBoard, async ({ caller, params: { id }, query, reply }) => {
    const { streamer, content, format } = query
    const { sees, found } = await findOpenBoards(parts, caller, id)
    if (found === null) {
      throw new ApiError(sees === 'nothing' ? 'event_board_not_yours' : 'event_board_sealed')
    }
    const userId = chooseBoard(found, { streamer, callerId: caller.userId })
    const board = await boards.getBoard(found, userId)
    return sendEventFile(reply, {
      content,
      format,
      name: ['event', id, userId ?? 'all'],
      row: ExportedEventRow,
      rows: listBoard(db, board),
      findTerms: (rows) => findTermsOfRows(db, board, rows),
    })
  })

  serve(findOwnEventRow, async ({ caller, params, query }) => {
    const { sees, organiserId } = await getEventAccess(db, { eventId: params.id, viewer: caller })
    if (sees === 'nothing') {
      return UNAUTHORIZED
    }
    const userId = query.streamer === 'all' ? null : query.streamer
    const event = { eventId: params.id, organiserId }
    return { own: await findOwnPlace(parts, event, { caller, userId }) }
  })

  serveAdjustments(serve, context, parts)
  serveTryConfiguration(serve, context, parts)

  serve(listMyResults, async ({ caller, query }) => listResults(parts, caller, query))

  serve(explainEventRow, async ({ caller, params, query }) => {
    const { sees, organiserId } = await getEventAccess(db, { eventId: params.id, viewer: caller })
    if (sees === 'nothing') {
      return UNAUTHORIZED
    }
    const userId = query.userId === undefined ? undefined : Number(query.userId)
    const row = { eventId: params.id, racerName: query.racer, userId }
    const terms =
      sees === 'uncovered'
        ? await findUncoveredTerms(db, row)
        : await findTermsNow(parts, { ...row, organiserId }, caller)
    if (terms === null) {
      throw new ApiError('racer_without_points')
    }
    return { terms: explainTerms(terms) }
  })
}

function serveAdjustments(serve: Serve, context: AppContext, parts: Parts): void {
  serve(listAdjustments, async ({ caller, params }) => {
    const { sees, found } = await findOpenBoards(parts, caller, params.id)
    if (sees === 'nothing') {
      return UNAUTHORIZED
    }
    if (found === null) {
      return { mayAdjust: false, bonuses: [], adjustments: [] }
    }
    const asked = { eventId: params.id, right: eventRight('adjust', caller) }
    const mayAdjust = await isAllowed(parts.db, asked)
    const board = await parts.boards.getBoard(found, null)
    return {
      mayAdjust,
      bonuses: mayAdjust ? await listHandBonuses(parts.db, params.id) : [],
      adjustments: await listAdjusted(parts.db, board, { seesNotes: mayAdjust }),
    }
  })

  serveAdjustEvent(serve, context, parts)
  serveTakeBackAdjustment(serve, context)
}

/** `found` is null unless the caller sees everything. */
async function findOpenBoards({ db, boards }: Parts, caller: SignedIn, eventId: number) {
  const { sees, organiserId } = await getEventAccess(db, { eventId, viewer: caller })
  if (sees !== 'everything') {
    return { sees, found: null }
  }
  const found = await boards.getStreamerBoards({ eventId, organiserId }, caller)
  // The organiser may have sealed the event while we made the boards.
  const now = await getEventAccess(db, { eventId, viewer: caller })
  return { sees: now.sees, found: now.sees === 'everything' ? found : null }
}

async function findTermsNow(
  { db, boards }: Parts,
  { racerName, userId, ...event }: RowParams & { organiserId: number },
  reader: SignedIn,
): Promise<readonly Term[] | null> {
  const found = await boards.getStreamerBoards(event, reader)
  const board = await boards.getBoard(found, userId ?? null)
  return findTerms(db, board, racerName)
}

/** Answers only for the board that the show uncovers; other boards would give away hidden rows. */
async function findUncoveredTerms(
  db: Db,
  { userId, ...row }: RowParams,
): Promise<readonly Term[] | null> {
  const uncovered = await findUncovered(db, row)
  return uncovered?.boardUserId === (userId ?? null) ? uncovered.terms : null
}

interface RowParams {
  eventId: number
  racerName: string
  /** The streamer whose board it is; undefined: All Streamers. */
  userId: number | undefined
}
