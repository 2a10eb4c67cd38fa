/** Events and series alike, for what concerns their helpers. */
import { sql } from 'kysely'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { eventRight, ownsEvent } from '../../rights/event.ts'
import { HELPS_IN_SERIES } from '../../rights/helpers.ts'
import type { Viewer } from '../../rights/roles.ts'
import { ownsSeries, seriesRight } from '../../rights/series.ts'
import { lockEvent, lockSeries } from '../locks.ts'

/** What somebody helps with. */
export interface Helped {
  kind: 'event' | 'series'
  id: number
}

/** A condition on the query's `helper`. */
export const isIn = ({ kind, id }: Helped) =>
  kind === 'event' ? sql<boolean>`helper.event_id = ${id}` : sql<boolean>`helper.series_id = ${id}`

/** The columns that say what a helper helps with. */
export const columnsOf = ({ kind, id }: Helped) =>
  kind === 'event' ? { event_id: id, series_id: null } : { event_id: null, series_id: id }

/** What an entry of the audit log says of it. */
export const factsOf = ({ kind, id }: Helped, name: string) => ({
  number: String(id),
  [kind]: name,
})

/**
 * @returns null if the viewer may not appoint
 * @throws {ApiError} if there is no such event or series
 */
export const lockToAppoint = (trx: Db, { kind, id }: Helped, viewer: Viewer) =>
  kind === 'event'
    ? lockEvent(trx, { eventId: id, act: 'appoint', viewer })
    : lockSeries(trx, { seriesId: id, act: 'appoint', viewer })

/** What the viewer may do; null if there is no such event or series. */
export async function findRights(db: Db, { kind, id }: Helped, viewer: Viewer) {
  const { rows } = await (kind === 'event'
    ? sql<Rights>`select ${eventRight('edit', viewer)} as "mayEdit",
        ${eventRight('appoint', viewer)} as "mayAppoint"
        from events as event where id = ${id}`
    : sql<Rights>`select ${seriesRight('edit', viewer)} as "mayEdit",
        ${seriesRight('appoint', viewer)} as "mayAppoint"
        from event_series as series where id = ${id}`
  ).execute(db)
  return rows[0] ?? null
}

interface Rights {
  mayEdit: boolean
  mayAppoint: boolean
}

/** Open pages of the events ask again whether their readers may follow them, and what they may do. */
export async function announceHelpers(trx: Db, { kind, id }: Helped): Promise<void> {
  const events =
    kind === 'event'
      ? [{ id }]
      : await trx.selectFrom('events').select('id').where('series_id', '=', id).execute()
  announce(
    trx,
    events.map((event) => `event:${event.id}/details` as const),
  )
}

/** Ends the user's help with everything that is the owner's. */
export async function stopHelpingOwner(
  trx: Db,
  { userId, ownerId }: { userId: number; ownerId: number },
): Promise<void> {
  const { rows } = await sql<{ eventId: number | null; seriesId: number | null }>`
    delete from helpers as helper where helper.user_id = ${userId} and (
      exists (select from events as event
        where ${ownsEvent(ownerId)} and event.id = helper.event_id)
      or exists (select from event_series as series
        where ${ownsSeries(ownerId)} and ${HELPS_IN_SERIES})
    )
    returning event_id as "eventId", series_id as "seriesId"`.execute(trx)
  for (const { eventId, seriesId } of rows) {
    await announceHelpers(
      trx,
      eventId === null ? { kind: 'series', id: seriesId ?? 0 } : { kind: 'event', id: eventId },
    )
  }
}
