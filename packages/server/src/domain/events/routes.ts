import type { ResponseOf } from '@rollcall/contract/endpoint'
import {
  getEvent,
  getEventSeries,
  getEventSummary,
  listEvents,
  listUserOptions,
} from '@rollcall/contract/events'
import { listBlockedOrganisers, listLeftEvents } from '@rollcall/contract/events-participation'
import { listPublicEvents } from '@rollcall/contract/events-public'
import { listSeals } from '@rollcall/contract/events-seals'
import type { SignedIn } from '../../edge/access.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { getEventAccess } from '../visibility/event-access.ts'
import { nameShows } from '../visibility/event-pages.ts'
import { countHeldResults, findHeldGames, seesHeldGames } from '../visibility/held-games.ts'
import { serveBlockOrganiser } from './acts/block-organiser.ts'
import { serveCreateEvent } from './acts/create-event.ts'
import { serveDeleteEvent } from './acts/delete-event.ts'
import { serveLeaveEvent } from './acts/leave-event.ts'
import { serveRejoinEvent } from './acts/rejoin-event.ts'
import { serveUnblockOrganiser } from './acts/unblock-organiser.ts'
import { serveUpdateEvent } from './acts/update-event.ts'
import { serveHelpers } from './helpers/routes.ts'
import { listBlockedBy, listLeftByUser } from './participation.ts'
import { pageOfPublicEvents } from './public-events.ts'
import {
  findEditable,
  findSeries,
  findSummary,
  listSeries,
  listSingleEvents,
  listUsersLike,
} from './queries.ts'
import { UNAUTHORIZED } from './refusals.ts'
import { serveAnswerSeal } from './seals/answer-seal.ts'
import { serveOpenHeldGames } from './seals/open-held-games.ts'
import { listStoredSeals } from './seals/seals.ts'
import { serveAddSeriesEvent } from './series/add-series-event.ts'
import { serveCopyLeague } from './series/copy-league.ts'
import { serveCreateSeries } from './series/create-series.ts'
import { serveCreateSeriesEvent } from './series/create-series-event.ts'
import { serveDeleteSeries } from './series/delete-series.ts'
import { serveLeaveSeries } from './series/leave-series.ts'
import { serveOrderSeries } from './series/order-series.ts'
import { serveRejoinSeries } from './series/rejoin-series.ts'
import { serveRenameSeries } from './series/rename-series.ts'
import { serveTakeOutSeriesEvent } from './series/take-out-series-event.ts'

export function serveEvents(serve: Serve, context: AppContext): void {
  const { db, now } = context

  serve(listEvents, async ({ caller }) => {
    const [eventSeries, events] = await Promise.all([
      listSeries(db, { viewer: caller, now: now() }),
      listSingleEvents(db, { viewer: caller, now: now() }),
    ])
    return { eventSeries, events }
  })

  serve(listPublicEvents, ({ query }) => pageOfPublicEvents(db, { ...query, now: now() }))

  serve(getEvent, async ({ caller, params }) => {
    return (await findEditable(db, { eventId: params.id, viewer: caller })) ?? UNAUTHORIZED
  })

  serve(getEventSummary, ({ caller, params }) => findShownSummary(context, caller, params.id))

  serve(listUserOptions, async ({ query, caller: { userId } }) => ({
    usersWithLabel: await listUsersLike(db, { search: query.search, askerId: userId }),
  }))

  serve(getEventSeries, async ({ caller, params }) => {
    const series = await findSeries(db, { seriesId: params.id, viewer: caller, now: now() })
    if (series === null) {
      return []
    }
    const { maySee, ...shown } = series
    return maySee ? [shown] : UNAUTHORIZED
  })

  serve(listLeftEvents, ({ caller: { userId } }) => listLeftByUser(db, { userId, now: now() }))

  serve(listBlockedOrganisers, ({ caller }) => listBlockedBy(db, caller.userId))

  serve(listSeals, ({ caller }) => listShownSeals(context, caller.userId))

  serveCreateEvent(serve, context)
  serveCreateSeries(serve, context)
  serveCopyLeague(serve, context)
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
  serveHelpers(serve, context)
  serveAnswerSeal(serve, context)
  serveOpenHeldGames(serve, context)
}

async function findShownSummary(
  { db, now }: AppContext,
  caller: SignedIn,
  eventId: number,
): Promise<ResponseOf<typeof getEventSummary>> {
  const { sees, isOpen, isRacer } = await getEventAccess(db, { eventId, viewer: caller })
  if (sees === 'nothing') {
    return UNAUTHORIZED
  }
  const summary = await findSummary(db, { eventId, viewer: caller })
  if (summary === null) {
    throw new ApiError('no_such_event')
  }
  const held = await findHeldGames(db, { eventId, now: now() })
  const results = await countHeldResults(db, { eventId, held })
  const named = await nameShows(db, {
    eventIds: results.flatMap(({ eventIds }) => eventIds),
    viewer: caller,
  })
  return {
    ...summary,
    isOpen,
    isRacer,
    held: results.map(({ userId, eventIds, names, ...counts }) => ({
      ...counts,
      ...names,
      isShown: seesHeldGames(userId, caller),
      shows: named.flatMap(({ eventId: id, name, publicToken }) =>
        publicToken === null || !eventIds.includes(id) ? [] : { name, publicToken },
      ),
    })),
  }
}

async function listShownSeals(
  { db, now }: AppContext,
  userId: number,
): Promise<ResponseOf<typeof listSeals>> {
  const seals = await listStoredSeals(db, { userId, now: now() })
  return {
    seals: seals.map(
      ({ gameIds, trusted, startsAt, endsAt, organiser, id, name, startAt, endAt, ...seal }) => ({
        event: {
          id,
          name,
          startAt,
          endAt,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
          organiser,
        },
        ...seal,
        trusted: trusted.map(({ names, since, isLater, role }) => ({
          ...names,
          role,
          since: new Date(since).toISOString(),
          isLater: seal.answer === 'agreed' && isLater,
        })),
        heldGames: gameIds.length,
      }),
    ),
    heldGames: new Set(seals.flatMap(({ gameIds }) => gameIds)).size,
  }
}
