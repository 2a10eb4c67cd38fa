/** The organiser's calls that read a show. Calls for others are in `token-routes.ts`, and each act has its own file. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { getControlRoom, getStage, listControlRows } from '@rollcall/contract/show'
import { SHOW_PAGE_SIZE } from '@rollcall/contract/show-links'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { Turns } from '../../edge/turns.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { RacerBoards } from '../boards/racers.ts'
import type { EventBoards } from '../events/boards/event-boards.ts'
import type { EventTags } from '../events/boards/event-tags.ts'
import { pageOfFrozen } from '../events/boards/frozen-board.ts'
import type { LeagueTables } from '../events/league/kept-tables.ts'
import { UNAUTHORIZED } from '../events/refusals.ts'
import { isAllowed, showRight } from '../rights/event.ts'
import { getEventAccess } from '../visibility/event-access.ts'
import { uncoveredFrom } from '../visibility/shown-step.ts'
import { serveAllowShow } from './acts/allow-show.ts'
import { serveChangeShowSettings } from './acts/change-show-settings.ts'
import { serveHoldNextName } from './acts/hold-next-name.ts'
import { serveMakeOwnOverlay } from './acts/make-own-overlay.ts'
import { serveMoveShow } from './acts/move-show.ts'
import { serveShowControl } from './acts/press-show-control.ts'
import { serveReplaceShowToken } from './acts/replace-show-token.ts'
import { findCurrentBoard, pageOfCurrent } from './board/current-board.ts'
import { serveChannelOverlays } from './channel-overlay.ts'
import { serveConcerningShows } from './concerning.ts'
import { ControlRooms } from './control-room.ts'
import { startEndingRehearsals } from './end-rehearsals.ts'
import { serveFrames } from './frame-routes.ts'
import type { Shows } from './shows.ts'
import { openSteps } from './steps.ts'
import { findShowFor, type StoredShow } from './stored-show.ts'
import { serveByToken } from './token-routes.ts'
import { shownRow } from './views.ts'

/** How many boards are frozen at the same time. */
const AT_ONCE = 1

interface ShowParts {
  shows: Shows
  racerBoards: RacerBoards
  eventTags: EventTags
  boards: EventBoards
  tables: LeagueTables
}

export function serveShows(
  serve: Serve,
  app: FastifyInstance,
  appContext: AppContext,
  { shows, racerBoards, eventTags, boards, tables }: ShowParts,
): void {
  const steps = openSteps(appContext)
  steps.start(app)
  startEndingRehearsals(app, appContext)
  const rooms = new ControlRooms(appContext, eventTags)
  const context = { ...appContext, rooms, steps }
  const boardParts = { boards, maxRacers: context.config.limits.MAX_SHOW_RACERS }
  const { db } = context

  serve(getControlRoom, async ({ caller, params }) => {
    if (!(await isAllowed(db, { eventId: params.id, right: showRight('run', caller) }))) {
      return UNAUTHORIZED
    }
    const room = await rooms.find({ eventId: params.id, viewer: caller })
    if (room === null) {
      throw new ApiError('no_such_event')
    }
    return room
  })

  serve(listControlRows, async ({ caller, params, query }) => {
    const right = { act: 'see hidden rows' as const, viewer: caller }
    const show = await findShowFor(db, { eventId: params.id, ...right })
    if (show === null) {
      return UNAUTHORIZED
    }
    if (show.phase !== 'waiting') {
      return pageOfShow(db, show, query)
    }
    const userId = query.userId === undefined ? null : Number(query.userId)
    const asked = { eventId: params.id, userId }
    const { board } = await findCurrentBoard(boardParts, asked, show.ownerId)
    return pageOfCurrent(db, board, query)
  })

  serve(getStage, async ({ caller, params }) => {
    const { id } = params
    const { mayRunShow, seesHiddenRows } = await getEventAccess(db, { eventId: id, viewer: caller })
    if (!mayRunShow) {
      return UNAUTHORIZED
    }
    const stage = await (seesHiddenRows ? shows.onStage(id) : shows.forViewers(id))
    if (stage === null) {
      throw new ApiError('no_such_event')
    }
    return stage.answer
  })

  serveMoveShow(serve, { ...context, boardParts, tables, freezing: new Turns(AT_ONCE) })
  serveChangeShowSettings(serve, context)
  serveHoldNextName(serve, context)
  serveShowControl(serve, context)
  serveReplaceShowToken(serve, context)
  serveFrames(serve, shows)
  serveByToken(serve, context, { shows, eventTags, ...boardParts })
  serveChannelOverlays(serve, context, { shows, racerBoards })
  serveMakeOwnOverlay(serve, context)
  serveConcerningShows(serve, context)
  serveAllowShow(serve, context)
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
