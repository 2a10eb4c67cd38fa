/** Queries about events and series. Ownership is part of the SQL. */
import { type EventDetail, type EventSeries, MAX_USER_OPTIONS } from '@rollcall/contract/events'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { isCountedMode } from './counting-configuration.ts'
import { isByBlocked } from './participation.ts'

export interface Asker {
  userId: number
  isAdmin: boolean
}

/** The participants' channels with results in an event, which the query calls `event`. */
const channelsWithResults = sql`
  select from event_participants as participant
  join channels as channel on channel.user_id = participant.user_id
  where participant.event_id = event.id
    and (
      exists (
        select from event_standings as standing
        where standing.event_id = event.id and standing.channel_id = channel.id
      )
      or exists (
        select from games as game
        where game.channel_id = channel.id
          and game.is_rankable
          and game.finished_at >= event.starts_at
          and game.finished_at < event.ends_at
          and ${isCountedMode}
      )
    )`

const hasResults = sql<boolean>`exists (${channelsWithResults})`
const countOfSubmissions = sql<number>`(select count(*) from (${channelsWithResults}) as channels)`

const takesPart = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from event_participants as mine
  where mine.event_id = event.id and mine.user_id = ${userId}
)`

const canLeave = (userId: number, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(event.ends_at > ${now} and ${takesPart(userId)})`

const participants = sql<{ id: number; username: string }[]>`coalesce(
  (
    select json_agg(
      json_build_object('id', "user".id, 'username', "user".username)
      order by lower("user".username), "user".id
    )
    from event_participants as participant
    join users as "user" on "user".id = participant.user_id
    where participant.event_id = event.id
  ),
  '[]'
)`

/** The events outside any series that the user created or takes part in, the newest first. */
export async function listSingleEvents(db: Db, { userId, now }: { userId: number; now: Date }) {
  return db
    .selectFrom('events as event')
    .innerJoin('users as creator', 'creator.id', 'event.created_by')
    .select([
      'event.id',
      'event.name',
      'event.created_by as createdBy',
      'creator.username',
      hasResults.as('hasResults'),
      canLeave(userId, now).as('canLeave'),
    ])
    .where('event.series_id', 'is', null)
    .where(sql<boolean>`not ${isByBlocked(userId)}`)
    .where((where) => where.or([where('event.created_by', '=', userId), takesPart(userId)]))
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id', 'desc')
    .execute()
}

/** The series that the user created or takes part in by any of their events, the newest first. */
export async function listSeries(db: Db, { userId, now }: { userId: number; now: Date }) {
  return db
    .selectFrom('event_series as series')
    .innerJoin('users as creator', 'creator.id', 'series.created_by')
    .select([
      'series.id',
      'series.name',
      'series.created_by as createdBy',
      'creator.username',
      sql<boolean>`exists (
        select from events as event where event.series_id = series.id and ${canLeave(userId, now)}
      )`.as('canLeave'),
      sql<number>`(select count(*) from events where events.series_id = series.id)`.as(
        'eventCount',
      ),
    ])
    .where((where) =>
      where.or([
        where('series.created_by', '=', userId),
        sql<boolean>`exists (
          select from events as event
          where event.series_id = series.id and ${takesPart(userId)} and not ${isByBlocked(userId)}
        )`,
      ]),
    )
    .orderBy('series.id', 'desc')
    .execute()
}

export interface StoredEvent extends EventDetail {
  createdBy: number
}

/** Locks the event until the end of the transaction. */
export async function lockEvent(trx: Db, eventId: number): Promise<void> {
  // Uploads for the event need not wait.
  await trx.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
}

/** One event, for its creator and admins. */
export async function findEvent(db: Db, eventId: number): Promise<StoredEvent | null> {
  const row = await db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.name',
      'event.created_by as createdBy',
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.starts_at',
      'event.ends_at',
      'event.time_zone as timeZone',
      'event.configuration_id as leaderboard_config_id',
      'event.series_id',
      participants.as('participantUsers'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) {
    return null
  }
  const { starts_at, ends_at, series_id, ...event } = row
  return {
    ...event,
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
    eventSeries: series_id === null ? null : { id: series_id },
  }
}

/** A series with its events, and what the user may do with it; null where there is none. */
export async function findSeries(
  db: Db,
  { seriesId, asker, now }: { seriesId: number; asker: Asker; now: Date },
): Promise<(EventSeries & { isConcerned: boolean }) | null> {
  const series = await db
    .selectFrom('event_series as series')
    .innerJoin('users as creator', 'creator.id', 'series.created_by')
    .select([
      'series.name',
      'series.created_by as createdBy',
      'creator.username',
      sql<boolean>`exists (
        select from events as event
        where event.series_id = series.id and ${takesPart(asker.userId)}
      )`.as('takesPart'),
    ])
    .where('series.id', '=', seriesId)
    .executeTakeFirst()
  if (series === undefined) {
    return null
  }
  const canManage = series.createdBy === asker.userId || asker.isAdmin
  const events = await db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.name',
      'event.first_day as startAt',
      'event.last_day as endAt',
      participants.as('eventParticipants'),
      countOfSubmissions.as('submissions'),
      canLeave(asker.userId, now).as('canLeave'),
    ])
    .where('event.series_id', '=', seriesId)
    .orderBy('event.starts_at')
    .orderBy('event.id')
    .execute()
  return {
    event_series_name: series.name,
    createdBy: series.createdBy,
    creator: { username: series.username },
    canManage,
    isConcerned: canManage || series.takesPart,
    events: events.map(({ submissions, ...event }) => ({
      ...event,
      eventData: [{ leaderboardSubmissions: submissions }],
    })),
  }
}

/** Renames a series; null where the user may not. */
export async function renameSeries(
  db: Db,
  { seriesId, name, asker }: { seriesId: number; name: string; asker: Asker },
): Promise<{ createdBy: number } | null> {
  const renamed = await db
    .updateTable('event_series')
    .set({ name })
    .where('id', '=', seriesId)
    .$if(!asker.isAdmin, (query) => query.where('created_by', '=', asker.userId))
    .returning('created_by as createdBy')
    .executeTakeFirst()
  return renamed ?? null
}

/** Users whose name contains the text, those that begin with it first, then by name. */
export async function listUsersLike(
  db: Db,
  search: string,
): Promise<{ label: string; value: number }[]> {
  const part = normalLogin(search.trim())
  return db
    .selectFrom('users')
    .select(['username as label', 'id as value'])
    .where(sql<boolean>`strpos(login, ${part}) > 0`)
    .orderBy(sql`starts_with(login, ${part})`, 'desc')
    .orderBy('login')
    .orderBy('id')
    .limit(MAX_USER_OPTIONS)
    .execute()
}
