/** What a channel has in the events that an undone upload may change. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { AskedTallies, EventTallies, EventTally } from '../uploads/undo-upload.ts'
import { findEventToScore, findResults, findSight } from './event-board.ts'
import { countGames } from './event-games.ts'
import { findHeldGames, heldGamesOf } from './held-games.ts'

/** Each is scored, and strangers decide how many there are. */
const MOST_TALLIED = 10

/** In a transaction. In the order of the events; an event that hides something from the streamer has no points. */
export async function tallyEvents(trx: Db, asked: AskedTallies): Promise<EventTallies> {
  const { rows } = await sql<{
    id: number
    name: string
    handedOverAt: Date | null
    count: number
  }>`
    select event.id, event.name, channel.handed_over_at as "handedOverAt",
      count(*) over () as count
    from channels as channel
    join event_participants as participant on participant.user_id = channel.user_id
    join events as event on event.id = participant.event_id
    where channel.id = ${asked.channelId}
      and (
        event.id = ${asked.eventId}
        or exists (
          select from unnest(${asked.playedAt}::timestamptz[]) as played (at)
          where at >= event.starts_at and at < event.ends_at
        )
      )
    order by event.created_by = ${asked.userId} desc, event.starts_at, event.id
    limit ${MOST_TALLIED}`.execute(trx)
  const events: EventTally[] = []
  for (const row of rows) {
    events.push({ name: row.name, ...(await tally(trx, asked, row)) })
  }
  return { events, more: (rows[0]?.count ?? 0) - rows.length }
}

async function tally(
  trx: Db,
  { channelId, userId, now }: AskedTallies,
  { id: eventId, handedOverAt }: { id: number; handedOverAt: Date | null },
): Promise<Omit<EventTally, 'name'>> {
  const event = await findEventToScore(trx, eventId)
  const asker = { userId, isAdmin: false }
  const held = heldGamesOf(await findHeldGames(trx, { eventId, now, reader: asker }), channelId)
  const results = event && (await findResults(trx, { event, channelId, held }))
  if (event === null || results === null) {
    return { games: 0, racers: 0, points: 0, hasSnapshot: false }
  }
  const hasSnapshot = results.source !== 'games'
  const from =
    hasSnapshot && handedOverAt !== null && handedOverAt > event.startsAt
      ? handedOverAt
      : event.startsAt
  const games =
    results.source === 'snapshot'
      ? 0
      : await countGames(trx, { channelId, event: { ...event, startsAt: from }, held })
  let racers = 0
  let hundredths = 0
  for (const { event_points } of results.rows) {
    racers += 1
    hundredths += Math.round(event_points * 100)
  }
  const isSealed = (await findSight(trx, { eventId, asker }))?.isSealed !== false
  return { games, racers, points: isSealed ? null : hundredths / 100, hasSnapshot }
}
