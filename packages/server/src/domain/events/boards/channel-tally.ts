/** A channel's results in the events that change when an upload is undone. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import type { EventTallies, EventTally, TalliesParams } from '../../intake/undo-upload.ts'
import { ownsEvent } from '../../rights/event.ts'
import { findEventAccess } from '../../visibility/event-access.ts'
import { findEventToScore } from '../event-to-score.ts'
import { findParticipants } from './board-hashes.ts'
import { countGames } from './event-games.ts'
import { makeStreamerBoard, supersede } from './make-board.ts'
import { sumPoints } from './read-board.ts'

/** We make a board for each event, and other people decide how many events there are. */
const MOST_TALLIED = 10

/**
 * The tallies in the order of the events. If an event hides something from the streamer, its points are null. Needs a
 * transaction that has locked the channel.
 */
export async function tallyEvents(trx: Db, asked: TalliesParams): Promise<EventTallies> {
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
    order by ${ownsEvent(asked.userId)} desc, event.starts_at, event.id
    limit ${MOST_TALLIED}`.execute(trx)
  const events: EventTally[] = []
  for (const row of rows) {
    events.push({ name: row.name, ...(await tally(trx, asked, row)) })
  }
  return { events, more: (rows[0]?.count ?? 0) - rows.length }
}

const NOTHING = { games: 0, racers: 0, points: 0, hasSnapshot: false }

async function tally(
  trx: Db,
  { channelId, userId, now }: TalliesParams,
  { id: eventId, handedOverAt }: { id: number; handedOverAt: Date | null },
): Promise<Omit<EventTally, 'name'>> {
  const event = await findEventToScore(trx, eventId)
  const viewer = { userId, isAdmin: false }
  const asked = { eventId, channelId, now, viewer }
  const [participant] = await findParticipants(trx, asked)
  if (event === null || participant === undefined) {
    return NOTHING
  }
  const board = await makeStreamerBoard(trx, { eventId, participant, now })
  await supersede(trx, { eventId, channelId, board })
  if (board.source === null) {
    return NOTHING
  }
  const hasSnapshot = board.source !== 'games'
  const from =
    hasSnapshot && handedOverAt !== null && handedOverAt > event.startsAt
      ? handedOverAt
      : event.startsAt
  const games =
    board.source === 'snapshot'
      ? 0
      : await countGames(trx, {
          channelId,
          event: { ...event, startsAt: from },
          held: participant.held,
        })
  const access = await findEventAccess(trx, { eventId, viewer })
  const points =
    access?.sees === 'everything' ? ((await sumPoints(trx, [board.id])).get(board.id) ?? 0) : null
  return { games, racers: board.rowCount, points, hasSnapshot }
}
