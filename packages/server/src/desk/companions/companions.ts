/** Connected companions, and what they and their streamers see. */
import type { ConnectedCompanion, sendHeartbeat } from '@rollcall/contract/companions'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { type ExpressionBuilder, sql } from 'kysely'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import { startOfDayAt } from '../../domain/events/event-days.ts'
import { RAN_FOR_STREAMER, SLOT } from '../../domain/events/league/round-progress.ts'
import { isByBlocked } from '../../domain/events/participation.ts'
import { findChannelOfStreamer } from '../../domain/show/channel-overlay.ts'
import { isRunnable } from '../../domain/standings/round-runs.ts'
import type { Db, Schema } from '../../platform/database/schema.ts'

/** The newest upload of the `companion` in the query. */
function newestUpload(
  db: ExpressionBuilder<Schema & { companion: Schema['companions'] }, 'companion'>,
) {
  return db
    .selectFrom('uploads')
    .select('received_at as at')
    .whereRef('companion_id', '=', 'companion.id')
    .orderBy('id', 'desc')
    .limit(1)
}

/** Newest first. */
export async function listConnected(db: Db, userId: number): Promise<ConnectedCompanion[]> {
  const rows = await db
    .selectFrom('companions as companion')
    .leftJoinLateral(
      (db) => newestUpload(db).as('last_upload'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (db) =>
        newestUpload(db).where('kind', '=', 'game').where('outcome', '=', 'stored').as('last_game'),
      (join) => join.onTrue(),
    )
    .select([
      'companion.id',
      'computer_name',
      'version',
      'connected_at',
      sql<Date>`greatest(last_seen_at, last_upload.at)`.as('seen_at'),
      'last_game.at as game_at',
      'is_folder_found',
      'outbox_count',
    ])
    .where('user_id', '=', userId)
    .where('disconnected_at', 'is', null)
    .orderBy('companion.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    computerName: row.computer_name,
    version: row.version,
    connectedAt: row.connected_at.toISOString(),
    lastSeenAt: row.seen_at.toISOString(),
    lastGameAt: row.game_at?.toISOString() ?? null,
    isFolderFound: row.is_folder_found,
    outboxCount: row.outbox_count,
  }))
}

/** Whether the user's channel has a season or a game. */
export async function hasResults(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from channels as channel
      where channel.user_id = ${userId} and (
        exists (select from channel_seasons where channel_id = channel.id)
        or exists (select from games where channel_id = channel.id)
      )
    ) as has`.execute(db)
  return rows[0]?.has === true
}

/** Companions prove themselves by a key or by their address, people who upload by hand by their session. */
export async function hasCompanionSent(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from uploads
      where user_id = ${userId} and outcome = 'stored' and proof in ('key', 'pairing')
    ) as has`.execute(db)
  return rows[0]?.has === true
}

const MAX_RUNNING_EVENTS = 20

export async function listRunningEvents(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<ResponseOf<typeof sendHeartbeat>['runningEvents']> {
  const events = await db
    .selectFrom('events as event')
    .innerJoin('event_participants as participant', 'participant.event_id', 'event.id')
    .select([
      ...(['event.id', 'event.name', 'event.ends_at'] as const),
      sql<boolean | null>`case when ${isRunnable(now)} then ${RAN_FOR_STREAMER} is not null end`.as(
        'hasRun',
      ),
      sql<Date | null>`case when ${isRunnable(now)} then ${SLOT} end`.as('slot'),
      sql<string | null>`case when ${isRunnable(now)} then event.announcement end`.as(
        'announcement',
      ),
    ])
    .where('participant.user_id', '=', userId)
    .where('event.starts_at', '<=', now)
    .where('event.ends_at', '>', now)
    .where(sql<boolean>`not ${isByBlocked(userId)}`)
    .orderBy('event.ends_at')
    .orderBy('event.id')
    .limit(MAX_RUNNING_EVENTS)
    .execute()
  return events.map(({ id, name, ends_at, hasRun, slot, announcement }) => ({
    ...{ id, name, endsAt: ends_at.toISOString() },
    ...(hasRun !== null && { hasRun }),
    ...(slot !== null && { slot: slot.toISOString() }),
    ...(announcement !== null && { announcement }),
  }))
}

/** Rankable races and royales since midnight in the time zone that the user's browser sent last. */
export async function sumToday(
  { db, racerBoards }: { db: Db; racerBoards: RacerBoards },
  { userId, now }: { userId: number; now: Date },
): Promise<{ games: number; points: number }> {
  const channel = await findChannelOfStreamer(db, userId)
  if (channel === null) {
    return { games: 0, points: 0 }
  }
  const { channelId, timeZone } = channel
  const instant = startOfDayAt(now, timeZone)
  const { games, points } = await racerBoards.since({ channelId, instant })
  return { games, points }
}
