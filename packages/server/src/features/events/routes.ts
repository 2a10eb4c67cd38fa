import {
  createEventSeries,
  createSingleEvent,
  explainEventRow,
  getEvent,
  getEventLeaderboard,
  getEventSeries,
  getEventSummary,
  listEvents,
  listUserOptions,
  updateEvent,
  updateEventSeries,
} from '@rollcall/contract/events'
import type { ShowView } from '@rollcall/contract/show-view'
import type { BoardRow } from '@rollcall/scoring/board-row'
import { renderTerm, type Term } from '@rollcall/scoring/explanation'
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
  findSight,
  findUncovered,
  listStreamers,
  readAtOneMoment,
} from './event-board.ts'
import { countHeldResults, findHeldGames } from './held-games.ts'
import { oncePerPress } from './one-press.ts'
import {
  findEvent,
  findSeries,
  findSummary,
  listSeries,
  listSingleEvents,
  listUsersLike,
  lockEvent,
  renameSeries,
  type StoredEvent,
} from './queries.ts'
import { noSuchEvent, noSuchSeries, UNAUTHORIZED } from './refusals.ts'
import { racersCalled } from './reported-racer.ts'
import { changeEvent, createEvents, eventOf } from './save-event.ts'
import { turnsOf } from './turns.ts'

/** Rows that are explained at once: each asks for the results of all streamers. */
const EXPLAINED_AT_ONCE = 2

/** What of a sealed event its show has uncovered. */
export interface SealedViews {
  sealedView: (eventId: number) => Promise<ShowView | undefined>
}

export function serveEvents(serve: Serve, context: AppContext, { sealedView }: SealedViews): void {
  const { db, changes, now } = context
  const boards = cacheEventBoards(context)
  const takeTurns = turnsOf(EXPLAINED_AT_ONCE)

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

  serve(getEventSummary, async ({ caller, params }) => {
    const event = await findSummary(db, { eventId: params.id, asker: caller })
    if (event === null) {
      throw noSuchEvent()
    }
    const { maySee, ...summary } = event
    if (!maySee) {
      return UNAUTHORIZED
    }
    const held = await findHeldGames(db, { eventId: params.id, now: now() })
    const results = await countHeldResults(db, { eventId: params.id, held })
    return {
      ...summary,
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

  serve(createSingleEvent, async ({ caller: { userId }, body }) => {
    const id = await changes.transaction((trx) =>
      oncePerPress(trx, { userId, request: ['event', body], now: now() }, async () => {
        const events = [eventOf(body, body.timeZone)]
        const [created = 0] = await createEvents(context, trx, { creatorId: userId, events })
        return created
      }),
    )
    return { status: 'success' as const, id }
  })

  serve(createEventSeries, async ({ caller: { userId }, body }) => {
    const id = await changes.transaction(async (trx) => {
      const press = { userId, request: ['series', body], now: now() }
      const eventId = await oncePerPress(trx, press, async () => {
        const series = await trx
          .insertInto('event_series')
          .values({ name: body.seriesName, created_by: userId })
          .returning('id')
          .executeTakeFirstOrThrow()
        const [created = 0] = await createEvents(context, trx, {
          creatorId: userId,
          seriesId: series.id,
          events: body.events.map((event) => eventOf(event, body.timeZone)),
        })
        return created
      })
      const { series_id } = await trx
        .selectFrom('events')
        .select('series_id')
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow()
      if (series_id === null) {
        throw new ApiError(
          'conflict',
          'You created this series a moment ago and have changed it since. You can find it under My Events.',
        )
      }
      return series_id
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
      throw noSuchSeries()
    }
    return UNAUTHORIZED
  })

  serve(getEventLeaderboard, async ({ caller, params }) => {
    const { maySee, isSealed, organiserId } = await getSight(caller, params.id)
    if (!maySee) {
      return UNAUTHORIZED
    }
    if (!isSealed) {
      return boards({ eventId: params.id, organiserId }, caller)
    }
    const view = await sealedView(params.id)
    if (view === undefined) {
      throw noSuchEvent()
    }
    return { isSealed, view }
  })

  serve(explainEventRow, async ({ caller, params, query }) => {
    const { maySee, isSealed, organiserId } = await getSight(caller, params.id)
    if (!maySee) {
      return UNAUTHORIZED
    }
    const userId = query.userId === undefined ? undefined : Number(query.userId)
    const terms = isSealed
      ? await findUncoveredTerms({ eventId: params.id, racerName: query.racer, userId })
      : await takeTurns(organiserId, () =>
          findTerms({ eventId: params.id, racerName: query.racer, userId }, caller),
        )
    if (terms === null) {
      throw new ApiError('not_found', 'This racer has no points in the event.')
    }
    return { terms: terms.map((term) => ({ ...term, text: renderTerm(term) })) }
  })

  async function findTerms(
    { eventId, racerName, userId }: RowOf,
    reader: SignedIn,
  ): Promise<readonly Term[] | null> {
    const racers = racersCalled(racerName)
    const rows = await readAtOneMoment(db, async (trx) => {
      const event = await findEventToScore(trx, eventId)
      if (event === null) {
        throw noSuchEvent()
      }
      const held = await findHeldGames(trx, { eventId, now: now(), reader })
      const boards: BoardRow[][] = []
      for (const { channelId } of await listStreamers(trx, eventId, userId)) {
        const results = await findResults(trx, { event, channelId, held, racers })
        boards.push([...(results?.rows ?? [])])
      }
      return boards
    })
    const row = mergeBoards(rows).find(({ racer_name }) => racer_name === racerName)
    return row === undefined ? null : (row.terms ?? [])
  }

  /** Of the board that is shown only: another one would tell what is hidden. */
  async function findUncoveredTerms({ userId, ...row }: RowOf): Promise<readonly Term[] | null> {
    const uncovered = await findUncovered(db, row)
    return uncovered?.boardUserId === (userId ?? null) ? uncovered.terms : null
  }

  async function getSight(caller: SignedIn, eventId: number) {
    const sight = await findSight(db, { eventId, asker: caller })
    if (sight === null) {
      throw noSuchEvent()
    }
    return sight
  }
}

interface RowOf {
  eventId: number
  racerName: string
  /** One streamer's board; undefined: all of them merged. */
  userId: number | undefined
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

function mayManage(event: StoredEvent, caller: SignedIn): boolean {
  return event.createdBy === caller.userId || caller.isAdmin
}
