/** Who may see an event's boards, who takes part, and how the event is scored. */
import { type LeaderboardConfiguration, readConfiguration } from '@rollcall/scoring/configuration'
import type { Term } from '@rollcall/scoring/explanation'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { EVENT_SCOPE, joinHiddenByName } from '../../racer-names.ts'
import { countingConfiguration } from './counting-configuration.ts'
import { hasRaced, isOpenBoard } from './open-boards.ts'
import type { Asker } from './queries.ts'
import { dueStep, isShowOver } from './shown-step.ts'

export interface Streamer {
  userId: number
  username: string
  /** null if pages show the username. */
  displayName: string | null
  channelId: number
}

interface EventToScore {
  id: number
  startsAt: Date
  endsAt: Date
  /** The version that counts. */
  configuration: LeaderboardConfiguration
}

export async function findEventToScore(db: Db, eventId: number): Promise<EventToScore | null> {
  const row = await db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      countingConfiguration.as('configuration'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row ? { ...row, configuration: readConfiguration(row.configuration) } : null
}

export interface Sight {
  maySee: boolean
  mayManage: boolean
  isSealed: boolean
  /** Whether everybody who is on the boards may see them. */
  isOpen: boolean
  /** Whether the user may see them only as a racer. */
  isRacer: boolean
  organiserId: number
}

/**
 * Whether the user may see the event's boards: creator, participants and admins may, and racers if the boards are
 * open. null if there is no such event. While its results are sealed, creator and admins see everything, and participants see what its show has uncovered. A
 * show of one streamer's board leaves the others sealed.
 */
export async function findSight(
  db: Db,
  { eventId, asker }: { eventId: number; asker: Asker },
): Promise<Sight | null> {
  const concerns = sql<boolean>`(
    ${asker.isAdmin}::boolean or event.created_by = ${asker.userId} or exists (
      select from event_participants as mine
      where mine.event_id = event.id and mine.user_id = ${asker.userId}
    )
  )`
  const row = await db
    .selectFrom('events as event')
    .leftJoin('shows as show', 'show.event_id', 'event.id')
    .select([
      'event.created_by as organiserId',
      concerns.as('isConcerned'),
      sql<boolean>`(${asker.isAdmin}::boolean or event.created_by = ${asker.userId})`.as(
        'mayManage',
      ),
      isOpenBoard.as('isOpen'),
      sql<boolean>`(
        case when ${concerns} then false else ${isOpenBoard} and ${hasRaced(asker.userId)} end
      )`.as('isRacer'),
      sql<boolean>`(
        not ${asker.isAdmin}::boolean and event.created_by <> ${asker.userId}
          and coalesce(show.is_sealed, false) and not ${isShowOver}
      )`.as('isSealed'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) {
    return null
  }
  const { isConcerned, ...sight } = row
  return { ...sight, maySee: isConcerned || sight.isRacer }
}

/** A racer's terms if the show of the sealed event has uncovered them, otherwise null. */
export async function findUncovered(
  db: Db,
  { eventId, racerName }: { eventId: number; racerName: string },
): Promise<{ boardUserId: number | null; terms: readonly Term[] } | null> {
  const { rows } = await sql<{ boardUserId: number | null; terms: readonly Term[] }>`
    select step.board_user_id as "boardUserId", row.terms
    from shows as show
    join lateral ${dueStep} as step on true
    join show_rows as row on row.event_id = step.event_id and row.board = step.board
    ${joinHiddenByName(sql`row.racer_name`, EVENT_SCOPE(eventId))}
    where show.event_id = ${eventId} and coalesce(hidden.name, row.racer_name) = ${racerName}
      and (step.is_podium_open or row.rank >= step.reached)`.execute(db)
  return rows[0] ?? null
}

/** The participants with a channel, ordered by login; with `userId`, only that participant. */
export async function listStreamers(db: Db, eventId: number, userId?: number): Promise<Streamer[]> {
  return db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .innerJoin('channels as channel', 'channel.user_id', 'streamer.id')
    .select([
      'streamer.id as userId',
      'streamer.username',
      'streamer.display_name as displayName',
      'channel.id as channelId',
    ])
    .where('participant.event_id', '=', eventId)
    .$if(userId !== undefined, (query) => query.where('streamer.id', '=', userId ?? 0))
    .orderBy('streamer.login')
    .execute()
}

/** Runs `read` in a transaction that sees the database as it was when the transaction began. */
export function readAtOneMoment<Answer>(
  db: Db,
  read: (trx: Db) => Promise<Answer>,
): Promise<Answer> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
