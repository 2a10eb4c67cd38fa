/** Shows that pause the channel overlays of their event's streamers. */

import { listConcerningShows } from '@rollcall/contract/show'
import { DAY_MS } from '@rollcall/formats/durations'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { shownNameColumn } from '../people/user-names.ts'
import { ownsEvent } from '../rights/event.ts'
import { isShowRunning } from '../visibility/shown-step.ts'

/** A show that nobody has moved for this long pauses no overlays. */
const IDLE_SHOW_MS = DAY_MS / 4

/** Whether the query's `show` pauses the channel overlays of its event's streamers. */
export function isPausing(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    ${isShowRunning}
    and show.pauses_overlays
    and show.moved_at > ${new Date(now.getTime() - IDLE_SHOW_MS)}
  )`
}

export function serveConcerningShows(serve: Serve, { db, now }: AppContext): void {
  serve(listConcerningShows, async ({ caller }) => {
    const rows = await db
      .selectFrom('event_participants as participant')
      .innerJoin('events as event', 'event.id', 'participant.event_id')
      .innerJoin('shows as show', 'show.event_id', 'event.id')
      .innerJoin('users as organiser', 'organiser.id', 'event.created_by')
      .select([
        'event.id',
        'event.name',
        shownNameColumn('organiser').as('username'),
        'participant.allows_pause as isAllowed',
      ])
      .where('participant.user_id', '=', caller.userId)
      .where(sql<boolean>`not ${ownsEvent(caller.userId)}`)
      .where(isPausing(now()))
      .orderBy('event.starts_at', 'desc')
      .orderBy('event.id', 'desc')
      .execute()
    return rows.map(({ id, name, username, isAllowed }) => ({
      event: { id, name, organiser: { username } },
      isAllowed,
    }))
  })
}
