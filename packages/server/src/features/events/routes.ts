import {
  createEventSeries,
  createSingleEvent,
  explainEventRow,
  getEvent,
  getEventLeaderboard,
  getEventSeries,
  listEvents,
  listUserOptions,
  type Unauthorized,
  updateEvent,
  updateEventSeries,
} from '@rollcall/contract/events'
import type { BoardRow } from '@rollcall/scoring/board-row'
import { renderTerm } from '@rollcall/scoring/explanation'
import { mergeBoards } from '@rollcall/scoring/merge-boards'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import type { Db } from '../../database/schema.ts'
import type { SignedIn } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { cacheEventBoards } from './cached-boards.ts'
import {
  findEventToScore,
  findResults,
  listStreamers,
  maySeeEvent,
  readAtOneMoment,
} from './event-board.ts'
import {
  findEvent,
  findSeries,
  listSeries,
  listSingleEvents,
  listUsersLike,
  lockEvent,
  renameSeries,
  type StoredEvent,
} from './queries.ts'
import { racersCalled } from './reported-racer.ts'
import { changeEvent, createEvents } from './save-event.ts'

/** Answered with status 200: the page leads to /unauthorized by it. */
const UNAUTHORIZED: Unauthorized = { unauthorized: true }

export function serveEvents(serve: Serve, context: AppContext): void {
  const { db, changes, now } = context
  const boards = cacheEventBoards(context)

  serve(listEvents, async ({ caller: { userId } }) => {
    const [eventSeries, events] = await Promise.all([
      listSeries(db, { userId, now: now() }),
      listSingleEvents(db, { userId, now: now() }),
    ])
    return { eventSeries: eventSeries.map(withCreator), events: events.map(withCreator) }
  })

  serve(getEvent, async ({ caller, params }) => {
    const event = await getStored(db, params.id)
    return mayManage(event, caller) ? event : UNAUTHORIZED
  })

  serve(listUserOptions, async ({ query }) => ({
    usersWithLabel: await listUsersLike(db, query.search),
  }))

  serve(updateEvent, ({ caller, params, body, request }) =>
    changes.transaction(async (trx) => {
      await lockEvent(trx, params.id)
      const stored = await getStored(trx, params.id)
      if (!mayManage(stored, caller)) {
        return UNAUTHORIZED
      }
      await changeEvent(context, trx, {
        stored,
        askerId: caller.userId,
        event: {
          name: body.name,
          days: { firstDay: body.startAt, lastDay: body.endAt, timeZone: stored.timeZone },
          configurationId: body.leaderboard_config_id,
          participants: body.participants,
        },
      })
      if (stored.createdBy !== caller.userId) {
        await recordAct(trx, actorOf({ caller, request }, now()), {
          act: 'event-changed',
          summary: `Changed the event ${stored.name} of somebody else.`,
          details: {
            number: String(stored.id),
            before: JSON.stringify(stored),
            after: JSON.stringify(body),
          },
        })
      }
      return { event: await getStored(trx, params.id), message: 'Event updated successfully!' }
    }),
  )

  serve(createSingleEvent, async ({ caller, body }) => {
    const [id = 0] = await changes.transaction((trx) =>
      createEvents(context, trx, {
        creatorId: caller.userId,
        events: [eventOf(body, body.timeZone)],
      }),
    )
    return { status: 'success' as const, id }
  })

  serve(createEventSeries, async ({ caller, body }) => {
    const id = await changes.transaction(async (trx) => {
      const series = await trx
        .insertInto('event_series')
        .values({ name: body.seriesName, created_by: caller.userId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await createEvents(context, trx, {
        creatorId: caller.userId,
        seriesId: series.id,
        events: body.events.map((event) => eventOf(event, body.timeZone)),
      })
      return series.id
    })
    return { status: 'success' as const, id }
  })

  serve(getEventSeries, async ({ caller, params }) => {
    const series = await findSeries(db, { seriesId: params.id, asker: caller, now: now() })
    if (series === null) {
      return []
    }
    const { isConcerned, ...shown } = series
    return isConcerned ? [shown] : UNAUTHORIZED
  })

  serve(updateEventSeries, async ({ caller, params, body, request }) => {
    const name = body.event_series_name
    const isRenamed = await db.transaction().execute(async (trx) => {
      const renamed = await renameSeries(trx, { seriesId: params.id, name, asker: caller })
      if (renamed !== null && renamed.createdBy !== caller.userId) {
        await recordAct(trx, actorOf({ caller, request }, now()), {
          act: 'series-renamed',
          summary: `Renamed a series of somebody else to ${name}.`,
          details: { number: String(params.id) },
        })
      }
      return renamed !== null
    })
    if (isRenamed) {
      return { name }
    }
    if ((await findSeries(db, { seriesId: params.id, asker: caller, now: now() })) === null) {
      throw new ApiError('not_found', 'There is no such series.')
    }
    return UNAUTHORIZED
  })

  serve(getEventLeaderboard, async ({ caller, params }) =>
    (await maySee(caller, params.id)) ? boards(params.id) : UNAUTHORIZED,
  )

  serve(explainEventRow, async ({ caller, params, query }) => {
    if (!(await maySee(caller, params.id))) {
      return UNAUTHORIZED
    }
    const userId = query.userId === undefined ? undefined : Number(query.userId)
    const racers = racersCalled(query.racer)
    const rows = await readAtOneMoment(db, async (trx) => {
      const event = await findEventToScore(trx, params.id)
      if (event === null) {
        throw noSuchEvent()
      }
      const boards: BoardRow[][] = []
      for (const { channelId } of await listStreamers(trx, params.id, userId)) {
        const results = await findResults(trx, event, channelId, racers)
        boards.push([...(results?.rows ?? [])])
      }
      return boards
    })
    const row = mergeBoards(rows).find(({ racer_name }) => racer_name === query.racer)
    if (row === undefined) {
      throw new ApiError('not_found', 'This racer has no points in the event.')
    }
    return { terms: (row.terms ?? []).map((term) => ({ ...term, text: renderTerm(term) })) }
  })

  async function maySee(caller: SignedIn, eventId: number): Promise<boolean> {
    const isAllowed = await maySeeEvent(db, { eventId, asker: caller })
    if (isAllowed === null) {
      throw noSuchEvent()
    }
    return isAllowed
  }
}

function withCreator<T extends { username: string }>({ username, ...shown }: T) {
  return { ...shown, creator: { username } }
}

async function getStored(db: Db, eventId: number): Promise<StoredEvent> {
  const event = await findEvent(db, eventId)
  if (event === null) {
    throw noSuchEvent()
  }
  return event
}

function noSuchEvent(): ApiError {
  return new ApiError('not_found', 'There is no such event.')
}

function mayManage(event: StoredEvent, caller: SignedIn): boolean {
  return event.createdBy === caller.userId || caller.isAdmin
}

function eventOf(
  body: {
    name: string
    startDate: string
    endDate: string
    participants: number[]
    leaderboard: number
  },
  timeZone: string,
) {
  return {
    name: body.name,
    days: { firstDay: body.startDate, lastDay: body.endDate, timeZone },
    configurationId: body.leaderboard,
    participants: body.participants,
  }
}
