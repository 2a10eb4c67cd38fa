/** Queries about events and series. Ownership is part of the SQL. */
import type { PageAddress } from '@rollcall/contract/endpoint'
import {
  type EventDetail,
  type EventSeries,
  type EventSummary,
  MAX_USER_OPTIONS,
} from '@rollcall/contract/events'
import { normalLogin } from '@rollcall/scoring/racer'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Topic } from '../../changes/topics.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { isCountedMode } from './counting-configuration.ts'
import { nearestFirst } from './nearest-first.ts'
import { isByBlocked } from './participation.ts'
import { isShowOver } from './shown-step.ts'

export interface Asker {
  userId: number
  isAdmin: boolean
}

/** The participants with results in the query's `event`. */
const participantsWithResults = sql`
  select participant.user_id from event_participants as participant
  join channels as channel on channel.user_id = participant.user_id
  where participant.event_id = event.id
    and (
      exists (
        select from event_standings as snapshot
        where snapshot.event_id = event.id and snapshot.channel_id = channel.id
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

const resultCount = sql<number>`(select count(*) from (${participantsWithResults}) as participants)`

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

const participantCount = sql<number>`(
  select count(*) from event_participants as participant where participant.event_id = event.id
)`

const participantsInDetail = sql<EventDetail['participantUsers']>`coalesce(
  (
    select json_agg(
      json_build_object(
        'id', "user".id,
        'username', "user".username,
        'profileImageUrl', "user".profile_image_url,
        'hasResults', "user".id in (${participantsWithResults}),
        'hasAgreedToSeal', not isempty(participant.held_times)
      )
      order by lower("user".username), "user".id
    )
    from event_participants as participant
    join users as "user" on "user".id = participant.user_id
    where participant.event_id = event.id
  ),
  '[]'
)`

/** The `PageAddress` of the query's `creator`. */
const CREATOR_PAGE = sql<PageAddress>`json_build_object(
  'platform', creator.platform, 'login', creator.login
)`

/** The single events that the user created or takes part in, the nearest first. */
export async function listSingleEvents(db: Db, { userId, now }: { userId: number; now: Date }) {
  const events = await db
    .selectFrom('events as event')
    .innerJoin('users as creator', 'creator.id', 'event.created_by')
    .select([
      'event.id',
      'event.name',
      'event.created_by as createdBy',
      'creator.username',
      CREATOR_PAGE.as('creatorPage'),
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      participantCount.as('participantCount'),
      resultCount.as('resultCount'),
      canLeave(userId, now).as('canLeave'),
    ])
    .where('event.series_id', 'is', null)
    .where(sql<boolean>`not ${isByBlocked(userId)}`)
    .where((where) => where.or([where('event.created_by', '=', userId), takesPart(userId)]))
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id', 'desc')
    .execute()
  return nearestFirst(events, now).map(({ startsAt, endsAt, ...event }) => ({
    ...event,
    hasResults: event.resultCount > 0,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}

/** The series that the user created or takes part in, the nearest first. */
export async function listSeries(db: Db, { userId, now }: { userId: number; now: Date }) {
  const listed = await db
    .selectFrom('event_series as series')
    .innerJoin('users as creator', 'creator.id', 'series.created_by')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('events as event')
          .select(({ fn }) => [
            fn.countAll<number>().as('eventCount'),
            fn.min<string | null>('event.first_day').as('startAt'),
            fn.max<string | null>('event.last_day').as('endAt'),
            fn.min<Date | null>('event.starts_at').as('startsAt'),
            fn.max<Date | null>('event.ends_at').as('endsAt'),
            sql<number>`coalesce(sum(${participantCount}), 0)`.as('expectedResults'),
            sql<number>`coalesce(sum(${resultCount}), 0)`.as('resultCount'),
          ])
          .whereRef('event.series_id', '=', 'series.id')
          .as('all'),
      (join) => join.onTrue(),
    )
    .select([
      'series.id',
      'series.name',
      'series.created_by as createdBy',
      'creator.username',
      CREATOR_PAGE.as('creatorPage'),
      sql<boolean>`exists (
        select from events as event where event.series_id = series.id and ${canLeave(userId, now)}
      )`.as('canLeave'),
      sql<number>`(
        select count(distinct participant.user_id)
        from events as event
        join event_participants as participant on participant.event_id = event.id
        where event.series_id = series.id
      )`.as('participantCount'),
      'all.eventCount',
      'all.startAt',
      'all.endAt',
      'all.startsAt',
      'all.endsAt',
      'all.expectedResults',
      'all.resultCount',
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
  return nearestFirst(listed, now).map(({ startsAt, endsAt, ...series }) => ({
    ...series,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }))
}

export interface StoredEvent extends EventDetail {
  createdBy: number
}

/**
 * One event, for its creator and admins.
 *
 * @throws {ApiError} if there is no such event
 */
export async function getEvent(db: Db, eventId: number): Promise<StoredEvent> {
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
      participantsInDetail.as('participantUsers'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) {
    throw new ApiError('no_such_event')
  }
  const { starts_at, ends_at, series_id, ...event } = row
  return {
    ...event,
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
    eventSeries: series_id === null ? null : { id: series_id },
  }
}

/** An event's summary; null if there is no such event. */
export async function findSummary(
  db: Db,
  { eventId, asker }: { eventId: number; asker: Asker },
): Promise<Omit<EventSummary, 'held' | 'isOpen' | 'isRacer'> | null> {
  const row = await db
    .selectFrom('events as event')
    .innerJoin('users as creator', 'creator.id', 'event.created_by')
    .leftJoin('event_series as series', 'series.id', 'event.series_id')
    .leftJoin('shows as show', 'show.event_id', 'event.id')
    .select([
      isShowOver.as('isShowOver'),
      sql<string | null>`case when show.is_public then show.public_token end`.as('publicToken'),
      'event.name',
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.created_by as createdBy',
      'creator.username',
      'series.id as seriesId',
      'series.name as seriesName',
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (row === undefined) {
    return null
  }
  return {
    name: row.name,
    startAt: row.startAt,
    endAt: row.endAt,
    creator: { username: row.username },
    eventSeries: row.seriesId === null ? null : { id: row.seriesId, name: row.seriesName ?? '' },
    canManage: row.createdBy === asker.userId || asker.isAdmin,
    isShowOver: row.isShowOver,
    publicToken: row.publicToken,
  }
}

/** A series with its events, and what the user may do with it; null if there is no such series. */
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
      resultCount.as('submissions'),
      canLeave(asker.userId, now).as('canLeave'),
    ])
    .where('event.series_id', '=', seriesId)
    .orderBy('event.series_position', (order) => order.asc().nullsLast())
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

/** Users whose name contains the text, ordered by name; names that begin with it come first. */
export async function listUsersLike(
  db: Db,
  search: string,
): Promise<{ label: string; value: number; profileImageUrl: string | null }[]> {
  const part = normalLogin(search.trim())
  return db
    .selectFrom('users')
    .select(['username as label', 'id as value', 'profile_image_url as profileImageUrl'])
    .where(sql<boolean>`strpos(login, ${part}) > 0`)
    .where('deleted_at', 'is', null)
    .orderBy(sql`starts_with(login, ${part})`, 'desc')
    .orderBy('login')
    .orderBy('id')
    .limit(MAX_USER_OPTIONS)
    .execute()
}

/** The topics of users who uploaded for events that will be deleted; they cannot undo those uploads afterwards. */
export async function listUploaderTopics(
  trx: Db,
  which: { 'event.id': number } | { 'event.series_id': number },
): Promise<Topic[]> {
  const rows = await trx
    .selectFrom('event_snapshots as stored')
    .innerJoin('events as event', 'event.id', 'stored.event_id')
    .innerJoin('channels as channel', 'channel.id', 'stored.channel_id')
    .select('channel.user_id as userId')
    .distinct()
    .where(({ and }) => and(which))
    .where('channel.user_id', 'is not', null)
    .$narrowType<{ userId: NotNull }>()
    .execute()
  return rows.map(({ userId }) => `uploads:${userId}` as const)
}
