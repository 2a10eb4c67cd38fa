/** Creates and changes events: turns days into instants, and checks participants and configuration. */

import { sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import { foldNamesIn } from '../../platform/database/folded-names.ts'
import type { Db } from '../../platform/database/schema.ts'
import { shownNameColumn } from '../people/user-names.ts'
import { decideGamesOfEvents } from '../scoring/prescribed-games.ts'
import { findConfigurationFor, lockConfiguration } from '../scoring/queries.ts'
import { isFound } from '../visibility/found-people.ts'
import {
  agreeToOwnSeal,
  announceGames,
  announceHeldGames,
  HELD_AFTER_END_MS,
  limitAnswersTo,
  openForGood,
} from '../visibility/held-games.ts'
import { type Addition, recordAddition } from './daily-additions.ts'
import { checkDays, type EventDays, findInstants, findShowAt } from './event-days.ts'
import { addParticipants, listLeft, removeParticipants } from './participants.ts'
import type { StoredEvent } from './queries.ts'

/** How many streamers a refusal lists. */
const MAX_NAMED = 10

interface EventToSave {
  name: string
  days: EventDays
  /** HH:MM of the last day; null: no show is planned. */
  showTime: string | null
  configurationId: number
  participants: readonly number[]
}

/** Reads an event from the forms of Create Event. */
export function readEvent(
  body: {
    name: string
    startDate: string
    endDate: string
    participants: number[]
    leaderboard: number
    showTime?: string | null | undefined
  },
  timeZone: string,
): EventToSave {
  return {
    name: body.name,
    days: { firstDay: body.startDate, lastDay: body.endDate, timeZone },
    showTime: body.showTime ?? null,
    configurationId: body.leaderboard,
    participants: body.participants,
  }
}

/**
 * Creates all events or none, and returns their ids in order. If no participants are given, only the creator takes
 * part. Needs a transaction.
 */
export async function createEvents(
  context: AppContext,
  trx: Db,
  {
    events,
    creatorId,
    askerId = creatorId,
    seriesId = null,
    isByCompanion = false,
  }: {
    events: readonly EventToSave[]
    creatorId: number
    /** Not the creator if an admin creates events for somebody else. */
    askerId?: number
    seriesId?: number | null
    isByCompanion?: boolean
  },
): Promise<number[]> {
  for (const { days } of events) {
    checkDays(days)
  }
  const participants = events.map((event) =>
    event.participants.length === 0 ? [creatorId] : [...new Set(event.participants)],
  )
  const everybody = participants.flat()
  await allowParticipants(context, trx, {
    askerId,
    organiserId: creatorId,
    userIds: [...new Set(everybody)],
    seriesId,
    added: { events: events.length, participants: everybody.length },
  })
  const configurations = new Map<number, ChosenConfiguration>()
  const rows = []
  for (const event of events) {
    const id = event.configurationId
    const configuration = configurations.get(id) ?? (await chooseConfiguration(trx, id, askerId))
    configurations.set(id, configuration)
    rows.push({
      ...toColumns(event),
      ...configuration,
      series_id: seriesId,
      created_by: creatorId,
      is_by_companion: isByCompanion,
    })
  }
  const created = await trx.insertInto('events').values(rows).returning('id').execute()
  await foldNamesIn(trx, 'events')
  const ids = created.map(({ id }) => id)
  await addParticipants(
    trx,
    ids.map((id, index) => ({ id, userIds: participants[index] ?? [] })),
  )
  announce(
    trx,
    ids.map((id) => `event:${id}/details` as const),
  )
  return ids
}

/** After the start, the name and the first day cannot change. Unchanged days may exceed today's limit for an event. */
export async function changeEvent(
  context: AppContext,
  trx: Db,
  { stored, event, askerId }: { stored: StoredEvent; event: EventToSave; askerId: number },
): Promise<void> {
  const hasBegun = new Date(stored.startsAt) <= context.now()
  const { firstDay, lastDay } = event.days
  if (hasBegun && (event.name !== stored.name || firstDay !== stored.startAt)) {
    throw new ApiError('event_has_begun')
  }
  if (firstDay !== stored.startAt || lastDay !== stored.endAt) {
    checkDays(event.days)
  }
  const configuration =
    event.configurationId === stored.leaderboard_config_id
      ? {}
      : await chooseConfiguration(trx, event.configurationId, askerId)
  await changeParticipants(context, trx, {
    stored,
    askerId,
    userIds: [...new Set(event.participants)],
  })
  await trx
    .updateTable('events')
    .set({ ...toColumns(event), ...configuration })
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow()
  await foldNamesIn(trx, 'events')
  await decideGamesOfEvents(trx, [stored.id])
  if (firstDay !== stored.startAt || lastDay !== stored.endAt) {
    if (Date.parse(stored.endsAt) + HELD_AFTER_END_MS <= context.now().getTime()) {
      await openForGood(trx, stored.id, context.now())
    }
    await limitAnswersTo(trx, stored.id, stored)
  }
  await agreeToOwnSeal(trx, stored.id, context.now())
  await announceHeldGames(trx, stored.id)
}

function toColumns({ name, days, showTime }: EventToSave) {
  const { startsAt, endsAt } = findInstants(days)
  return {
    name,
    first_day: days.firstDay,
    last_day: days.lastDay,
    time_zone: days.timeZone,
    starts_at: startsAt,
    ends_at: endsAt,
    show_at: showTime === null ? null : findShowAt(days, showTime),
  }
}

interface ChosenConfiguration {
  configuration_id: number
  configuration_version: number
}

/** @throws {ApiError} if the user may not choose it */
export async function chooseConfiguration(
  trx: Db,
  id: number,
  userId: number,
): Promise<ChosenConfiguration> {
  await lockConfiguration(trx, id, 'use')
  const configuration = await findConfigurationFor(trx, { id, userId })
  if (configuration === null) {
    throw new ApiError('chosen_leaderboard_gone')
  }
  return { configuration_id: id, configuration_version: configuration.version }
}

async function changeParticipants(
  context: AppContext,
  trx: Db,
  {
    stored,
    askerId,
    userIds,
  }: { stored: StoredEvent; askerId: number; userIds: readonly number[] },
): Promise<void> {
  const before = new Set(stored.participantUsers.map(({ id }) => id))
  const added = userIds.filter((id) => !before.has(id))
  if (added.length > 0) {
    await allowParticipants(context, trx, {
      askerId,
      organiserId: stored.createdBy,
      userIds: added,
      eventId: stored.id,
      seriesId: stored.eventSeries?.id ?? null,
      added: { events: 0, participants: added.length },
    })
  }
  const removed = await removeParticipants(trx, {
    where: sql<boolean>`event_id = ${stored.id} and user_id <> all(${userIds}::integer[])`,
    hasLeft: false,
  })
  await announceGames(
    trx,
    removed.map(({ userId }) => userId),
  )
  await addParticipants(trx, [{ id: stored.id, userIds: added }])
}

/**
 * Stops everybody else from adding people for the asker or to the organiser's events until the transaction ends.
 *
 * @throws {ApiError} if one of them is not to be found or has blocked the organiser, or if the asker has added too much in 24
 *   hours
 */
export async function allowToAdd(
  { config: { limits }, now }: AppContext,
  trx: Db,
  { askerId, organiserId, userIds, added }: PeopleToAdd,
): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [askerId, organiserId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await recordAddition(trx, { userId: askerId, added, now: now(), limits })
  const { number: known } = await trx
    .selectFrom('users as user')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where(sql<boolean>`"user".id = any(${userIds}::integer[])`)
    // Whose event it is, is known.
    .where(sql<boolean>`(${isFound(askerId)} or "user".id = ${organiserId})`)
    .executeTakeFirstOrThrow()
  if (known < userIds.length) {
    throw new ApiError('chosen_streamer_unknown')
  }
  const blockers = await trx
    .selectFrom('organiser_blocks as block')
    .innerJoin('users as streamer', 'streamer.id', 'block.user_id')
    .select(shownNameColumn('streamer').as('name'))
    .where('block.organiser_id', '=', organiserId)
    .where(sql<boolean>`block.user_id = any(${userIds}::integer[])`)
    .orderBy('streamer.login')
    .limit(MAX_NAMED)
    .execute()
  if (blockers.length > 0) {
    const names = blockers.map(({ name }) => name)
    throw new ApiError('participants_not_addable', { names })
  }
}

interface PeopleToAdd {
  askerId: number
  organiserId: number
  userIds: readonly number[]
  added: Addition
}

/** @throws {ApiError} also if a participant has left */
async function allowParticipants(
  context: AppContext,
  trx: Db,
  {
    eventId = null,
    seriesId,
    ...people
  }: PeopleToAdd & { eventId?: number | null; seriesId: number | null },
): Promise<void> {
  await allowToAdd(context, trx, people)
  const { askerId, userIds } = people
  await refuseFormerParticipants(trx, { askerId, userIds, eventId, seriesId })
}

/** @throws {ApiError} if a participant has left the event or its series: only they can decide to come back */
export async function refuseFormerParticipants(
  trx: Db,
  asked: Omit<Parameters<typeof listLeft>[1], 'limit'>,
): Promise<void> {
  const left = await listLeft(trx, { ...asked, limit: MAX_NAMED })
  if (left.length > 0) {
    throw new ApiError('participants_left', { names: left })
  }
}
