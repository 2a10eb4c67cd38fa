/** The organiser's calls that read a show. Calls for others are in `token-routes.ts`, and each act has its own file. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { getControlRoom, getStage, listControlRows } from '@rollcall/contract/show'
import { SHOW_PAGE_SIZE } from '@rollcall/contract/show-links'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import type { EventBoards } from '../events/event-boards.ts'
import type { EventConcerns } from '../events/event-concerns.ts'
import { findSight } from '../events/event-sight.ts'
import type { Asker } from '../events/queries.ts'
import { UNAUTHORIZED } from '../events/refusals.ts'
import { makeTurns } from '../events/turns.ts'
import { serveAllowShow } from './acts/allow-show.ts'
import { serveChangeShowSettings } from './acts/change-show-settings.ts'
import { serveMakeOwnOverlay } from './acts/make-own-overlay.ts'
import { serveMoveShow } from './acts/move-show.ts'
import { serveReplaceShowToken } from './acts/replace-show-token.ts'
import { openChangeShow } from './change-show.ts'
import { serveChannelOverlays } from './channel-overlay.ts'
import { serveConcerningShows } from './concerning.ts'
import { cacheRooms, toControlRoom } from './control-room.ts'
import { openCurrentBoards, pageOfCurrent } from './current-board.ts'
import { pageOfFrozen } from './frozen-board.ts'
import { openSteps } from './steps.ts'
import { findManaged, type StoredShow, uncoveredFrom } from './stored-show.ts'
import { serveByToken } from './token-routes.ts'
import { cacheTokens } from './tokens.ts'
import { cachePlaceViews, type Shows, shownRow } from './views.ts'

/** How many boards are frozen at the same time. */
const AT_ONCE = 1

interface ShowParts {
  racerBoards: RacerBoards
  concernsOfEvent: EventConcerns
  boards: EventBoards
}

export function serveShows(
  serve: Serve,
  app: FastifyInstance,
  context: AppContext,
  { racerBoards, concernsOfEvent, boards }: ShowParts,
): Shows {
  const { db, now } = context
  const shows = { ...cachePlaceViews(context), findHolder: cacheTokens(context) }
  const rooms = cacheRooms(context, concernsOfEvent)
  const steps = openSteps(context)
  steps.start(app)
  const takeTurns = makeTurns(AT_ONCE)
  const currentBoards = openCurrentBoards(context, boards)
  const changeShow = openChangeShow(context, { rooms, steps })

  serve(getControlRoom, async ({ caller, params }) => {
    if (!(await mayManage(db, { eventId: params.id, asker: caller }))) {
      return UNAUTHORIZED
    }
    const room = await rooms(params.id)
    if (room === null) {
      throw new ApiError('no_such_event')
    }
    return toControlRoom(room, now())
  })

  serve(listControlRows, async ({ caller, params, query }) => {
    const show = await findManaged(db, { eventId: params.id, asker: caller })
    if (show === null) {
      return UNAUTHORIZED
    }
    const userId = query.userId === undefined ? null : Number(query.userId)
    return show.phase === 'waiting'
      ? pageOfCurrent(
          db,
          (await currentBoards({ eventId: params.id, userId }, show.createdBy)).board,
          query,
        )
      : pageOfShow(db, show, query)
  })

  serve(getStage, async ({ caller, params }) => {
    if (!(await mayManage(db, { eventId: params.id, asker: caller }))) {
      return UNAUTHORIZED
    }
    const stage = await shows.onStage(params.id)
    if (stage === null) {
      throw new ApiError('no_such_event')
    }
    return stage.answer
  })

  serveMoveShow(serve, context, { changeShow, currentBoards, takeTurns })
  serveChangeShowSettings(serve, context, changeShow)
  serveReplaceShowToken(serve, changeShow)
  serveByToken(serve, context, { ...shows, currentBoards })
  serveChannelOverlays(serve, context, { findHolder: shows.findHolder, racerBoards })
  serveMakeOwnOverlay(serve, context)
  serveConcerningShows(serve, context)
  serveAllowShow(serve, context)
  return shows
}

/** @throws {ApiError} if there is no such event */
async function mayManage(db: Db, asked: { eventId: number; asker: Asker }): Promise<boolean> {
  const sight = await findSight(db, asked)
  if (sight === null) {
    throw new ApiError('no_such_event')
  }
  return sight.mayManage
}

async function pageOfShow(
  db: Db,
  show: StoredShow,
  { page, search }: { page: number; search: string },
): Promise<ResponseOf<typeof listControlRows>> {
  const from = uncoveredFrom(show)
  const frozen = { eventId: show.event.id, board: show.board }
  const asked = { ...frozen, fromRank: 1, page, search, pageSize: SHOW_PAGE_SIZE }
  const { total, rows, totalPages } = await pageOfFrozen(db, asked)
  return {
    total,
    totalPages,
    rows: rows.map((row) => ({
      ...shownRow(row),
      isUncovered: from !== null && row.rank >= from,
    })),
  }
}
