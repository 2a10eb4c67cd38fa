/** A channel's best racers, for its streamer's own overlay. */

import { getOwnOverlay } from '@rollcall/contract/show'
import { getChannelOverlay, OVERLAY_ROWS } from '@rollcall/contract/show-links'
import { DAY_MS } from '@rollcall/formats/durations'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { RacerBoard, RacerBoards } from '../boards/racers.ts'
import { startOfDayAt } from '../events/event-days.ts'
import { shownNameColumn } from '../people/user-names.ts'
import { getSettings } from '../site/settings.ts'
import { labelOf, looksOf } from '../standings/racer-looks.ts'
import { findHeldSince } from '../visibility/held-days.ts'
import { findHolds } from '../visibility/public-games.ts'
import { isPausing } from './concerning.ts'
import type { Shows } from './shows.ts'

export function serveChannelOverlays(
  serve: Serve,
  { db, now }: AppContext,
  { shows, racerBoards }: { shows: Shows; racerBoards: RacerBoards },
): void {
  serve(getOwnOverlay, async ({ caller }) => ({ token: await findOverlayToken(db, caller.userId) }))

  serve(getChannelOverlay, async ({ params, query }) => {
    const holder = await shows.findHolder(params.token)
    const channel =
      holder?.kind === 'channel' ? await findChannelOfStreamer(db, holder.userId) : null
    if (channel === null) {
      throw new ApiError('no_such_link')
    }
    const { season } = await getSettings(db)
    const isPaused = await isPausedByShow(db, channel.userId, now())
    const { channelId, timeZone, userId: _, ...shown } = channel
    const dayBeganAt = startOfDayAt(now(), timeZone)
    const isToday = query.of === 'today'
    // The middle of the next day, regardless of what the clocks do that night.
    const dayEndsAt = startOfDayAt(new Date(dayBeganAt.getTime() + 1.5 * DAY_MS), timeZone)
    const answer = {
      channel: shown,
      season,
      dayEndsAt: isToday ? dayEndsAt.toISOString() : null,
      isPaused,
    }
    if (isPaused) {
      return { ...answer, rows: [] }
    }
    if (!isToday) {
      const ranked = await racerBoards.inSeason({ channelId, season })
      return { ...answer, rows: await listBest(db, channelId, ranked) }
    }
    const ranked = await racerBoards.since({ channelId, instant: dayBeganAt })
    const held = await findHeldSince(db, {
      ...{ channelId, since: dayBeganAt, timeZone, viewer: null },
      holds: await findHolds(db, now()),
    })
    return held === null
      ? { ...answer, rows: await listBest(db, channelId, ranked) }
      : { ...answer, rows: [], held }
  })
}

async function listBest(db: Db, channelId: number, { board }: RacerBoard) {
  const { rows } = board.page({
    column: 'points',
    isAscending: false,
    page: 1,
    limit: OVERLAY_ROWS,
  })
  const best = rows.filter(({ points }) => points > 0)
  const looks = await looksOf(db, { channelId, racers: best })
  return looks.map(({ rank, points, ...look }) => ({ rank, points, ...labelOf(look) }))
}

export async function findOverlayToken(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('channel_overlays')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.token ?? null
}

export async function findChannelOfStreamer(db: Db, userId: number) {
  const row = await db
    .selectFrom('channels as channel')
    .innerJoin('users as streamer', 'streamer.id', 'channel.user_id')
    .select([
      'channel.id as channelId',
      'streamer.id as userId',
      shownNameColumn('streamer').as('username'),
      'streamer.profile_image_url as profileImageUrl',
    ])
    .select(({ fn, val }) => fn.coalesce('streamer.time_zone', val('UTC')).as('timeZone'))
    .where('streamer.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a live show of an event in which the streamer takes part pauses the overlay. */
async function isPausedByShow(db: Db, userId: number, now: Date): Promise<boolean> {
  const show = await db
    .selectFrom('shows as show')
    .innerJoin('event_participants as participant', 'participant.event_id', 'show.event_id')
    .select('show.event_id')
    .where('participant.user_id', '=', userId)
    .where('participant.allows_pause', '=', true)
    .where(isPausing(now))
    .limit(1)
    .executeTakeFirst()
  return show !== undefined
}
