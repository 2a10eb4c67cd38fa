import {
  getEvent,
  getEventSeries,
  getEventSummary,
  listEvents,
  listUserOptions,
} from '@rollcall/contract/events'
import {
  ExportedEventRow,
  explainEventRow,
  exportEventBoard,
  getEventLeaderboard,
} from '@rollcall/contract/events-boards'
import { listBlockedOrganisers, listLeftEvents } from '@rollcall/contract/events-participation'
import { listPublicEvents } from '@rollcall/contract/events-public'
import { findOwnEventRow, listMyResults } from '@rollcall/contract/events-results'
import { listSeals } from '@rollcall/contract/events-seals'
import type { ShowView } from '@rollcall/contract/show-view'
import { renderTerm, type Term } from '@rollcall/scoring/explanation'
import type { AppContext } from '../../app-context.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { serveAddSeriesEvent } from './acts/add-series-event.ts'
import { serveAnswerSeal } from './acts/answer-seal.ts'
import { serveBlockOrganiser } from './acts/block-organiser.ts'
import { serveCreateEvent } from './acts/create-event.ts'
import { serveCreateSeries } from './acts/create-series.ts'
import { serveCreateSeriesEvent } from './acts/create-series-event.ts'
import { serveDeleteEvent } from './acts/delete-event.ts'
import { serveDeleteSeries } from './acts/delete-series.ts'
import { serveLeaveEvent } from './acts/leave-event.ts'
import { serveLeaveSeries } from './acts/leave-series.ts'
import { serveOpenHeldGames } from './acts/open-held-games.ts'
import { serveOrderSeries } from './acts/order-series.ts'
import { serveRejoinEvent } from './acts/rejoin-event.ts'
import { serveRejoinSeries } from './acts/rejoin-series.ts'
import { serveRenameSeries } from './acts/rename-series.ts'
import { serveTakeOutSeriesEvent } from './acts/take-out-series-event.ts'
import { serveUnblockOrganiser } from './acts/unblock-organiser.ts'
import { serveUpdateEvent } from './acts/update-event.ts'
import { answerBoards, answerPage, chooseBoard } from './board-answers.ts'
import type { EventBoards } from './event-boards.ts'
import { findSight, findUncovered } from './event-sight.ts'
import { countHeldResults, findHeldGames } from './held-games.ts'
import { findOwnPlace, listResults } from './own-results.ts'
import { listBlockedBy, listLeftByUser } from './participation.ts'
import { pageOfPublicEvents } from './public-events.ts'
import {
  findSeries,
  findSummary,
  getEvent as getStored,
  listSeries,
  listSingleEvents,
  listUsersLike,
  type StoredEvent,
} from './queries.ts'
import { findTerms, findTermsOfRows, listBoard } from './read-board.ts'
import { UNAUTHORIZED } from './refusals.ts'
import { listStoredSeals } from './seals.ts'
import { sendEventFile } from './send-event-file.ts'

interface EventBoardsAndShows {
  boards: EventBoards
  /** What the event's show has uncovered while the event is sealed. */
  sealedView: (eventId: number) => Promise<ShowView | undefined>
}

export function serveEvents(
  serve: Serve,
  context: AppContext,
  { boards, sealedView }: EventBoardsAndShows,
): void {
  const { db, now } = context

  serve(listEvents, async ({ caller: { userId } }) => {
    const [eventSeries, events] = await Promise.all([
      listSeries(db, { userId, now: now() }),
      listSingleEvents(db, { userId, now: now() }),
    ])
    return { eventSeries: eventSeries.map(withCreator), events: events.map(withCreator) }
  })

  serve(listPublicEvents, ({ query }) => pageOfPublicEvents(db, { ...query, now: now() }))

  serve(getEvent, async ({ caller, params }) => {
    const event = await getStored(db, params.id)
    return mayManage(event, caller) ? event : UNAUTHORIZED
  })

  serve(getEventSummary, async ({ caller, params }) => {
    const { maySee, isOpen, isRacer } = await getSight(caller, params.id)
    if (!maySee) {
      return UNAUTHORIZED
    }
    const summary = await findSummary(db, { eventId: params.id, asker: caller })
    if (summary === null) {
      throw new ApiError('no_such_event')
    }
    const held = await findHeldGames(db, { eventId: params.id, now: now() })
    const results = await countHeldResults(db, { eventId: params.id, held })
    return {
      ...summary,
      isOpen,
      isRacer,
      held: results.map(({ userId, holders, ...counts }) => ({
        ...counts,
        isShown: caller.isAdmin || userId === caller.userId,
        shows: holders.flatMap(({ name, publicToken }) =>
          publicToken === null ? [] : { name, publicToken },
        ),
      })),
    }
  })

  serve(listUserOptions, async ({ query }) => ({
    usersWithLabel: await listUsersLike(db, query.search),
  }))

  serve(getEventSeries, async ({ caller, params }) => {
    const series = await findSeries(db, { seriesId: params.id, asker: caller, now: now() })
    if (series === null) {
      return []
    }
    const { isConcerned, ...shown } = series
    return isConcerned ? [shown] : UNAUTHORIZED
  })

  serve(listLeftEvents, ({ caller: { userId } }) => listLeftByUser(db, { userId, now: now() }))

  serve(listBlockedOrganisers, ({ caller }) => listBlockedBy(db, caller.userId))

  serve(listSeals, async ({ caller: { userId } }) => {
    const seals = await listStoredSeals(db, { userId, now: now() })
    return {
      seals: seals.map(
        ({ gameIds, startsAt, endsAt, organiser, id, name, startAt, endAt, ...seal }) => ({
          event: {
            id,
            name,
            startAt,
            endAt,
            startsAt: startsAt.toISOString(),
            endsAt: endsAt.toISOString(),
            organiser: { username: organiser },
          },
          ...seal,
          heldGames: gameIds.length,
        }),
      ),
      heldGames: new Set(seals.flatMap(({ gameIds }) => gameIds)).size,
    }
  })

  serve(getEventLeaderboard, async ({ caller, params, query }) => {
    const { maySee, found } = await findOpenBoards(caller, params.id)
    if (!maySee) {
      return UNAUTHORIZED
    }
    if (found !== null) {
      return query.page === undefined
        ? answerBoards(db, found)
        : answerPage(db, boards, found, { ...query, page: query.page, callerId: caller.userId })
    }
    const view = await sealedView(params.id)
    if (view === undefined) {
      throw new ApiError('no_such_event')
    }
    return { isSealed: true as const, view }
  })

  serve(exportEventBoard, async ({ caller, params: { id }, query, reply }) => {
    const { streamer, content, format } = query
    const { maySee, found } = await findOpenBoards(caller, id)
    if (found === null) {
      throw new ApiError(maySee ? 'event_board_sealed' : 'event_board_not_yours')
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
    const { maySee, organiserId } = await getSight(caller, params.id)
    if (!maySee) {
      return UNAUTHORIZED
    }
    const userId = query.streamer === 'all' ? null : query.streamer
    const event = { eventId: params.id, organiserId }
    return { own: await findOwnPlace({ db, boards }, event, { caller, userId }) }
  })

  serve(listMyResults, async ({ caller, query }) => listResults({ db, boards }, caller, query))

  serve(explainEventRow, async ({ caller, params, query }) => {
    const { maySee, isSealed, organiserId } = await getSight(caller, params.id)
    if (!maySee) {
      return UNAUTHORIZED
    }
    const userId = query.userId === undefined ? undefined : Number(query.userId)
    const terms = isSealed
      ? await findUncoveredTerms({ eventId: params.id, racerName: query.racer, userId })
      : await findTermsNow(
          { eventId: params.id, racerName: query.racer, userId, organiserId },
          caller,
        )
    if (terms === null) {
      throw new ApiError('racer_without_points')
    }
    return { terms: terms.map((term) => ({ ...term, text: renderTerm(term) })) }
  })

  serveCreateEvent(serve, context)
  serveCreateSeries(serve, context)
  serveUpdateEvent(serve, context)
  serveRenameSeries(serve, context)
  serveDeleteEvent(serve, context)
  serveDeleteSeries(serve, context)
  serveCreateSeriesEvent(serve, context)
  serveAddSeriesEvent(serve, context)
  serveTakeOutSeriesEvent(serve, context)
  serveOrderSeries(serve, context)
  serveLeaveEvent(serve, context)
  serveLeaveSeries(serve, context)
  serveRejoinEvent(serve, context)
  serveRejoinSeries(serve, context)
  serveBlockOrganiser(serve, context)
  serveUnblockOrganiser(serve, context)
  serveAnswerSeal(serve, context)
  serveOpenHeldGames(serve, context)

  /** `found` is null unless the event is open to the caller. */
  async function findOpenBoards(caller: SignedIn, eventId: number) {
    const { maySee, isSealed, organiserId } = await getSight(caller, eventId)
    if (!maySee || isSealed) {
      return { maySee, found: null }
    }
    const found = await boards.getStreamerBoards({ eventId, organiserId }, caller)
    // The organiser may have sealed the event while we made the boards.
    const now = await getSight(caller, eventId)
    return { maySee: now.maySee, found: now.maySee && !now.isSealed ? found : null }
  }

  async function findTermsNow(
    { racerName, userId, ...event }: AskedRow & { organiserId: number },
    reader: SignedIn,
  ): Promise<readonly Term[] | null> {
    const { streamers } = await boards.getStreamerBoards(event, reader)
    const parts = streamers.filter((board) => userId === undefined || board.userId === userId)
    return findTerms(db, { eventId: event.eventId, parts, name: racerName })
  }

  /** Answers only for the board that the show uncovers; other boards would give away hidden rows. */
  async function findUncoveredTerms({ userId, ...row }: AskedRow): Promise<readonly Term[] | null> {
    const uncovered = await findUncovered(db, row)
    return uncovered?.boardUserId === (userId ?? null) ? uncovered.terms : null
  }

  async function getSight(caller: SignedIn, eventId: number) {
    const sight = await findSight(db, { eventId, asker: caller })
    if (sight === null) {
      throw new ApiError('no_such_event')
    }
    return sight
  }
}

interface AskedRow {
  eventId: number
  racerName: string
  /** Whose board; undefined: All Streamers. */
  userId: number | undefined
}

function withCreator<T extends { username: string }>({ username, ...shown }: T) {
  return { ...shown, creator: { username } }
}

function mayManage(event: StoredEvent, caller: SignedIn): boolean {
  return event.createdBy === caller.userId || caller.isAdmin
}
