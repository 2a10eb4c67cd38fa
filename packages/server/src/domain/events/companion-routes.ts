/**
 * The companion's calls about events: listing the events to count, creating one, and reading how points are awarded.
 */

import { MAX_ID } from '@rollcall/contract/endpoint'
import {
  getCompanionConfiguration,
  listActiveEvents,
  MAX_ACTIVE_EVENTS,
} from '@rollcall/contract/events-companion'
import { DAY_MS } from '@rollcall/formats/durations'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { normalLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Db } from '../../platform/database/schema.ts'
import { findOwner } from '../people/login-owners.ts'
import { ownsEvent } from '../rights/event.ts'
import { serveCreateCompanionEvent } from './acts/create-companion-event.ts'
import { findEventToScore } from './event-to-score.ts'
import { isByBlocked } from './participation.ts'

/** How long after its end an event without a snapshot is still listed. */
const LISTED_AFTER_END_MS = 7 * DAY_MS

export function serveCompanionEvents(serve: Serve, context: AppContext): void {
  const { db, now } = context

  serve(listActiveEvents, async ({ params, body }) => {
    const login = normalLogin(params.channel.trim())
    const userId = await findOwner(db, { platform: DEFAULT_PLATFORM, login })
    const asked = (body?.activeEventIds ?? []).map(Number).filter(isEventId)
    return userId === null ? [] : listActive(db, { userId, asked, now: now() })
  })

  serveCreateCompanionEvent(serve, context)

  serve(getCompanionConfiguration, async ({ params }) => {
    const event = await findEventToScore(db, params.id)
    if (event === null) {
      throw new ApiError('no_such_event')
    }
    return event.configuration
  })
}

function isEventId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id <= MAX_ID
}

/**
 * The user's events that are running, that ended recently without a snapshot, or that the companion asks for; also
 * events that the companion created, until some time after their end. If there are too many, those that it asks for and
 * the user's own events come first, so that an event that the companion has just created is in the list.
 */
async function listActive(
  db: Db,
  { userId, asked, now }: { userId: number; asked: readonly number[]; now: Date },
) {
  const listedFrom = new Date(now.getTime() - LISTED_AFTER_END_MS)
  const isAsked = sql<boolean>`event.id = any(${asked}::integer[])`
  // A snapshot that is stored but not used counts too.
  const hasSnapshot = sql<boolean>`exists (
    select from event_snapshots as stored
    where stored.event_id = event.id and stored.channel_id = channel.id
  )`
  const nearest = db
    .selectFrom('events as event')
    .innerJoin('event_participants as participant', 'participant.event_id', 'event.id')
    .leftJoin('event_series as series', 'series.id', 'event.series_id')
    .leftJoin('channels as channel', 'channel.user_id', 'participant.user_id')
    .select([
      'event.id',
      'event.name',
      'event.starts_at',
      'series.name as seriesName',
      hasSnapshot.as('hasSubmittedData'),
    ])
    .where('participant.user_id', '=', userId)
    .where(sql<boolean>`not ${isByBlocked(userId)}`)
    .where((where) =>
      where.or([
        where.and([where('event.starts_at', '<=', now), where('event.ends_at', '>', now)]),
        where.and([
          where('event.ends_at', '>', listedFrom),
          where.or([
            where('event.is_by_companion', '=', true),
            where.and([where('event.ends_at', '<=', now), where.not(hasSnapshot)]),
          ]),
        ]),
        isAsked,
      ]),
    )
    .orderBy(isAsked, 'desc')
    .orderBy(ownsEvent(userId), 'desc')
    .orderBy(
      sql`greatest(event.starts_at - ${now}::timestamptz, ${now}::timestamptz - event.ends_at, '0')`,
    )
    .orderBy('event.ends_at')
    .orderBy('event.id')
    .limit(MAX_ACTIVE_EVENTS)
  const events = await db
    .selectFrom(nearest.as('event'))
    .selectAll()
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return events.map(({ id, name, seriesName, hasSubmittedData }) => ({
    event_id: id,
    event: { name, eventSeries: seriesName === null ? null : { name: seriesName } },
    hasSubmittedData,
  }))
}
