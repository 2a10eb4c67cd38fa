/** Queries about events and series. Ownership is part of the SQL. */

import type { PageAddress, ResponseOf } from '@rollcall/contract/endpoint'
import {
  type EventDetail,
  type EventSeries,
  type EventSummary,
  type listUserOptions,
  MAX_USER_OPTIONS,
} from '@rollcall/contract/events'
import { foldName } from '@rollcall/scoring/names'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { Topic } from '../../platform/changes/topics.ts'
import type { Db } from '../../platform/database/schema.ts'
import { differingName, foldedUserNames, isUserCalled, userNames } from '../people/user-names.ts'
import { eventRight, showRight, takesPart } from '../rights/event.ts'
import type { Viewer } from '../rights/roles.ts'
import { seriesRight } from '../rights/series.ts'
import { countsInEvent } from '../scoring/counting-configuration.ts'
import { PUBLIC_TOKEN } from '../visibility/event-pages.ts'
import { isFound } from '../visibility/found-people.ts'
import { isShowOver, shownOfShow } from '../visibility/shown-step.ts'
import { hourOf } from './event-days.ts'
import { isDone, todoOf } from './event-todo.ts'
import { helpOf } from './helpers/list-helpers.ts'
import { nearestFirst } from './nearest-first.ts'
import { isByBlocked } from './participation.ts'

/** The participants with results in the query's `event`. */
const participantsWithResults = sql`
  select participant.user_id from event_participants as participant
  join channels as channel on channel.user_id = participant.user_id
  where participant.event_id = event.id
    and (
      exists (
        select from event_standings as snapshot
        where snapshot.event_id = event.id and snapshot.channel_id = channel.id
          and event.prescription is null
      )
      or exists (
        select from games as game
        where game.channel_id = channel.id
          and ${countsInEvent}
      )
    )`

const resultCount = sql<number>`(select count(*) from (${participantsWithResults}) as participants)`

const canLeave = (viewer: Viewer, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(event.ends_at > ${now} and ${eventRight('take part', viewer)})`

const participants = sql<EventSeries['events'][number]['eventParticipants']>`coalesce(
  (
    select jsonb_agg(
      jsonb_build_object('id', "user".id) || ${userNames('user')}
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
    select jsonb_agg(
      jsonb_build_object(
        'id', "user".id,
        'profileImageUrl', "user".profile_image_url,
        'hasResults', "user".id in (${participantsWithResults}),
        'hasAgreedToSeal', not isempty(participant.held_times)
      ) || ${userNames('user')}
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

const selectListed = (db: Db, { viewer, now }: { viewer: Viewer; now: Date }) =>
  db
    .selectFrom('events as event')
    .innerJoin('users as creator', 'creator.id', 'event.created_by')
    .leftJoin('shows as show', 'show.event_id', 'event.id')
    .select([
      'event.id',
      'event.name',
      'event.created_by as createdBy',
      userNames('creator').as('creator'),
      CREATOR_PAGE.as('creatorPage'),
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      'event.show_at as showAt',
      participantCount.as('participantCount'),
      resultCount.as('resultCount'),
      shownOfShow.as('results'),
      eventRight('edit', viewer).as('canManage'),
      showRight('run', viewer).as('canRun'),
      canLeave(viewer, now).as('canLeave'),
    ])

/** The viewer's own single events, the nearest first. */
export async function listSingleEvents(db: Db, { viewer, now }: { viewer: Viewer; now: Date }) {
  const events = await selectListed(db, { viewer, now })
    .select(helpOf(viewer.userId, sql`helper.event_id = event.id`, sql`event.id`).as('helping'))
    .where('event.series_id', 'is', null)
    .where(sql<boolean>`not ${isByBlocked(viewer.userId)}`)
    .where(eventRight('list as own', viewer))
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id', 'desc')
    .execute()
  return nearestFirst(events, now).map((listed) => {
    const { startsAt, endsAt, showAt, results: _, ...event } = listed
    return {
      ...event,
      hasResults: event.resultCount > 0,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      showAt: showAt?.toISOString() ?? null,
      todo: todoOf(listed, now),
    }
  })
}

/** The viewer's own series, and those in which they take part, the nearest first. */
export async function listSeries(db: Db, { viewer, now }: { viewer: Viewer; now: Date }) {
  const { userId } = viewer
  const listed = await db
    .selectFrom('event_series as series')
    .innerJoin('users as creator', 'creator.id', 'series.created_by')
    .select([
      'series.id',
      'series.name',
      'series.created_by as createdBy',
      userNames('creator').as('creator'),
      CREATOR_PAGE.as('creatorPage'),
      seriesRight('edit', viewer).as('canManage'),
      helpOf(userId, sql`(helper.series_id = series.id or helped.series_id = series.id)`).as(
        'helping',
      ),
      sql<number>`(
        select count(distinct participant.user_id)
        from events as event
        join event_participants as participant on participant.event_id = event.id
        where event.series_id = series.id
      )`.as('participantCount'),
    ])
    .where((where) =>
      where.or([
        seriesRight('list as own', viewer),
        sql<boolean>`exists (
          select from events as event
          where event.series_id = series.id and ${takesPart(userId)} and not ${isByBlocked(userId)}
        )`,
      ]),
    )
    .orderBy('series.id', 'desc')
    .execute()
  const events = await selectListed(db, { viewer, now })
    .select('event.series_id as seriesId')
    .where(sql<boolean>`event.series_id = any(${listed.map(({ id }) => id)}::integer[])`)
    .orderBy('event.starts_at')
    .orderBy('event.id')
    .execute()
  const bySeries = Map.groupBy(events, ({ seriesId }) => seriesId)
  const summed = listed.map((series) => ({
    ...series,
    ...sumEvents(bySeries.get(series.id) ?? [], now),
  }))
  return nearestFirst(summed, now).map(({ startsAt, endsAt, ...series }) => ({
    ...series,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }))
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]

/** What is listed of a series' events, which are sorted by their start. */
function sumEvents(events: readonly ListedRow[], now: Date) {
  const todos = events.map((event) => ({ event, todo: todoOf(event, now) }))
  const next = todos.find(({ todo }) => !isDone(todo))
  const ends = events.map(({ endsAt }) => endsAt.getTime())
  return {
    eventCount: events.length,
    startAt: events.map(({ startAt }) => startAt).toSorted()[0] ?? null,
    endAt:
      events
        .map(({ endAt }) => endAt)
        .toSorted()
        .at(-1) ?? null,
    startsAt: events[0]?.startsAt ?? null,
    endsAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
    expectedResults: events.reduce((sum, { participantCount: count }) => sum + count, 0),
    resultCount: events.reduce((sum, { resultCount: count }) => sum + count, 0),
    canLeave: events.some((event) => event.canLeave),
    revealedCount: todos.filter(({ todo }) => todo === 'revealed').length,
    next:
      next === undefined
        ? null
        : {
            id: next.event.id,
            name: next.event.name,
            showAt: next.event.showAt?.toISOString() ?? null,
            participantCount: next.event.participantCount,
            resultCount: next.event.resultCount,
            todo: next.todo,
            canRun: next.event.canRun,
          },
  }
}

export interface StoredEvent extends EventDetail {
  createdBy: number
}

const selectEvent = (db: Db, eventId: number) =>
  db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.name',
      'event.created_by as createdBy',
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.starts_at',
      'event.ends_at',
      'event.show_at',
      'event.time_zone as timeZone',
      'event.configuration_id as leaderboard_config_id',
      'event.series_id',
      participantsInDetail.as('participantUsers'),
    ])
    .where('event.id', '=', eventId)

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvent>['executeTakeFirstOrThrow']>>

const toEvent = ({ starts_at, ends_at, show_at, series_id, ...event }: EventRow): StoredEvent => ({
  ...event,
  startsAt: starts_at.toISOString(),
  endsAt: ends_at.toISOString(),
  showAt: show_at?.toISOString() ?? null,
  showTime: show_at && hourOf(show_at, event.timeZone),
  eventSeries: series_id === null ? null : { id: series_id },
})

/** @throws {ApiError} if there is no such event */
export async function getEvent(db: Db, eventId: number): Promise<StoredEvent> {
  const row = await selectEvent(db, eventId).executeTakeFirst()
  if (row === undefined) {
    throw new ApiError('no_such_event')
  }
  return toEvent(row)
}

/**
 * The event for somebody who may edit it, null for everybody else.
 *
 * @throws {ApiError} if there is no such event
 */
export async function findEditable(
  db: Db,
  { eventId, viewer }: { eventId: number; viewer: Viewer },
): Promise<(StoredEvent & { canDelete: boolean }) | null> {
  const row = await selectEvent(db, eventId)
    .select([
      eventRight('edit', viewer).as('mayEdit'),
      eventRight('delete', viewer).as('canDelete'),
    ])
    .executeTakeFirst()
  if (row === undefined) {
    throw new ApiError('no_such_event')
  }
  const { mayEdit, canDelete, ...event } = row
  return mayEdit ? { ...toEvent(event), canDelete } : null
}

/** An event's summary; null if there is no such event. */
export async function findSummary(
  db: Db,
  { eventId, viewer }: { eventId: number; viewer: Viewer },
): Promise<Omit<EventSummary, 'held' | 'isOpen' | 'isRacer'> | null> {
  const row = await db
    .selectFrom('events as event')
    .innerJoin('users as creator', 'creator.id', 'event.created_by')
    .leftJoin('event_series as series', 'series.id', 'event.series_id')
    .leftJoin('shows as show', 'show.event_id', 'event.id')
    .select([
      isShowOver.as('isShowOver'),
      PUBLIC_TOKEN.as('publicToken'),
      'event.name',
      'event.first_day as startAt',
      'event.last_day as endAt',
      'event.show_at as showAt',
      eventRight('edit', viewer).as('canManage'),
      userNames('creator').as('creator'),
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
    showAt: row.showAt?.toISOString() ?? null,
    creator: row.creator,
    eventSeries: row.seriesId === null ? null : { id: row.seriesId, name: row.seriesName ?? '' },
    canManage: row.canManage,
    isShowOver: row.isShowOver,
    publicToken: row.publicToken,
  }
}

/** A series with its events, and what the user may do with it; null if there is no such series. */
export async function findSeries(
  db: Db,
  { seriesId, viewer, now }: { seriesId: number; viewer: Viewer; now: Date },
): Promise<(EventSeries & { maySee: boolean }) | null> {
  const series = await db
    .selectFrom('event_series as series')
    .innerJoin('users as creator', 'creator.id', 'series.created_by')
    .select([
      'series.name',
      'series.created_by as createdBy',
      userNames('creator').as('creator'),
      seriesRight('see', viewer).as('maySee'),
      seriesRight('edit', viewer).as('canManage'),
      seriesRight('delete', viewer).as('canDelete'),
    ])
    .where('series.id', '=', seriesId)
    .executeTakeFirst()
  if (series === undefined) {
    return null
  }
  const events = await selectListed(db, { viewer, now })
    .select(participants.as('eventParticipants'))
    .where('event.series_id', '=', seriesId)
    .orderBy('event.series_position', (order) => order.asc().nullsLast())
    .orderBy('event.starts_at')
    .orderBy('event.id')
    .execute()
  return {
    event_series_name: series.name,
    createdBy: series.createdBy,
    creator: series.creator,
    canManage: series.canManage,
    canDelete: series.canDelete,
    maySee: series.maySee,
    events: events.map((event) => ({
      id: event.id,
      name: event.name,
      startAt: event.startAt,
      endAt: event.endAt,
      showAt: event.showAt?.toISOString() ?? null,
      eventParticipants: event.eventParticipants,
      eventData: [{ leaderboardSubmissions: event.resultCount }],
      todo: todoOf(event, now),
      canManage: event.canManage,
      canRun: event.canRun,
      canLeave: event.canLeave,
    })),
  }
}

/** Users whose name contains the text, ordered by name; names that begin with it come first. */
export async function listUsersLike(
  db: Db,
  { search, askerId }: { search: string; askerId: number },
): Promise<ResponseOf<typeof listUserOptions>['usersWithLabel']> {
  const words = search.trim()
  const begins = foldedUserNames.map((name) => sql`starts_with(${name}, ${foldName(words)})`)
  const users = await db
    .selectFrom('users as user')
    .select([
      'username as label',
      'display_name as displayName',
      'id as value',
      'profile_image_url as profileImageUrl',
    ])
    .where(isUserCalled(words))
    .where(isFound(askerId))
    .orderBy(sql`coalesce(${sql.join(begins, sql` or `)}, false)`, 'desc')
    .orderBy('login')
    .orderBy('id')
    .limit(MAX_USER_OPTIONS)
    .execute()
  return users.map(({ displayName, ...user }) => ({
    ...user,
    ...differingName(displayName, user.label),
  }))
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

/** What a change to a series touches: the public pages of its league and of its events. */
export async function listSeriesTopics(trx: Db, seriesId: number): Promise<Topic[]> {
  const { publicToken } = await trx
    .selectFrom('event_series')
    .select('public_token as publicToken')
    .where('id', '=', seriesId)
    .executeTakeFirstOrThrow()
  const events = await trx
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', seriesId)
    .execute()
  return [
    ...(publicToken === null ? [] : [`link:${publicToken}` as const]),
    ...events.map(({ id }) => `event:${id}/details` as const),
  ]
}
