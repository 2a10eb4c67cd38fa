/**
 * How an event stands: a board for each streamer who takes part and has results. The streamer's
 * snapshot counts where there is one, else the rankable games that finished in the event's window.
 */
import type { BoardRow } from '@rollcall/scoring/board-row'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { uploadedTerm } from '@rollcall/scoring/explanation'
import { racerName } from '@rollcall/scoring/racer'
import { scoreGames } from '@rollcall/scoring/score-games'
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { countingConfiguration } from './counting-configuration.ts'
import { loadGames } from './event-games.ts'
import type { Asker } from './queries.ts'

export interface StreamerBoard {
  userId: number
  username: string
  source: 'snapshot' | 'games'
  rows: BoardRow[]
}

export interface EventToScore {
  id: number
  startsAt: Date
  endsAt: Date
  configuration: LeaderboardConfiguration
  /** Creator, participant or admin. */
  isConcerned: boolean
}

/** The event with the configuration that counts, and whether it is the asker's concern. */
export async function findEventToScore(
  db: Db,
  { eventId, asker }: { eventId: number; asker: Asker },
): Promise<EventToScore | null> {
  const row = await db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      countingConfiguration.as('configuration'),
      sql<boolean>`(
        ${asker.isAdmin}::boolean or event.created_by = ${asker.userId} or exists (
          select from event_participants as mine
          where mine.event_id = event.id and mine.user_id = ${asker.userId}
        )
      )`.as('isConcerned'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row ?? null
}

/** The configuration that an event is scored by; null where there is no such event. */
export async function findConfigurationOfEvent(
  db: Db,
  eventId: number,
): Promise<LeaderboardConfiguration | null> {
  const row = await db
    .selectFrom('events as event')
    .select(countingConfiguration.as('configuration'))
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row?.configuration ?? null
}

export async function listBoards(db: Db, event: EventToScore): Promise<StreamerBoard[]> {
  const streamers = await db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .innerJoin('channels as channel', 'channel.user_id', 'streamer.id')
    .leftJoin('event_standings as standing', (join) =>
      join
        .onRef('standing.event_id', '=', 'participant.event_id')
        .onRef('standing.channel_id', '=', 'channel.id'),
    )
    .select([
      'streamer.id as userId',
      'streamer.username',
      'channel.id as channelId',
      'standing.snapshot_hash as snapshotHash',
    ])
    .where('participant.event_id', '=', event.id)
    .orderBy('streamer.login')
    .execute()
  const uploaded = await snapshotRows(db, event.id)
  const played = await loadGames(db, {
    channelIds: streamers
      .filter(({ snapshotHash }) => snapshotHash === null)
      .map(({ channelId }) => channelId),
    from: event.startsAt,
    to: event.endsAt,
    modes: event.configuration.gameModes,
  })
  return streamers.flatMap(({ userId, username, channelId, snapshotHash }): StreamerBoard[] => {
    if (snapshotHash !== null) {
      return [{ userId, username, source: 'snapshot', rows: uploaded.get(channelId) ?? [] }]
    }
    const games = played.get(channelId)
    return games === undefined
      ? []
      : [
          {
            userId,
            username,
            source: 'games',
            rows: scoreGames({ configuration: event.configuration, games }),
          },
        ]
  })
}

/** The rows of every snapshot of the event, by channel. */
async function snapshotRows(db: Db, eventId: number): Promise<Map<number, BoardRow[]>> {
  const racers = await db
    .selectFrom('event_racers')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('channel_id')
    .orderBy('login')
    .execute()
  const boards = new Map<number, BoardRow[]>()
  for (const racer of racers) {
    const board = boards.get(racer.channel_id) ?? []
    boards.set(racer.channel_id, board)
    board.push({
      racer_name: racerName(racer),
      event_points: racer.event_points,
      race_points: racer.race_points,
      race_wins: racer.race_wins ?? 0,
      race_races: racer.race_games ?? 0,
      // A snapshot has no high scores.
      race_hs: null,
      br_points: racer.royale_points,
      br_wins: racer.royale_wins ?? 0,
      br_races: racer.royale_games ?? 0,
      br_hs: null,
      kills: racer.kills,
      eliminations: racer.eliminations,
      crown_wins: racer.crown_wins ?? 0,
      terms: [uploadedTerm(racer.event_points)],
    })
  }
  return boards
}
