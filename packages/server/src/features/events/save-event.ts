/** Creates and changes events: days become instants, participants and configuration must exist. */
import type { AppContext } from '../../app-context.ts'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { findConfigurationFor, lockConfiguration } from '../scoring/queries.ts'
import { checkDays, type EventDays, instantsOf } from './event-days.ts'
import type { StoredEvent } from './queries.ts'

export interface EventToSave {
  name: string
  days: EventDays
  configurationId: number
  participants: readonly number[]
}

/** In the caller's transaction. Nobody chosen means the creator alone. */
export async function createEvent(
  trx: Db,
  {
    event,
    creatorId,
    seriesId,
    isByCompanion = false,
  }: {
    event: EventToSave
    creatorId: number
    seriesId: number | null
    isByCompanion?: boolean
  },
): Promise<number> {
  const configuration = await chooseConfiguration(trx, event.configurationId, creatorId)
  const { id } = await trx
    .insertInto('events')
    .values({
      ...columnsOf(event),
      ...configuration,
      series_id: seriesId,
      created_by: creatorId,
      is_by_companion: isByCompanion,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chosen = event.participants.length === 0 ? [creatorId] : event.participants
  await setParticipants(trx, id, chosen)
  await announce(trx, [`event:${id}/details`])
  return id
}

/** After the start the name and the first day stay as they are. */
export async function changeEvent(
  { now }: AppContext,
  trx: Db,
  { stored, event, askerId }: { stored: StoredEvent; event: EventToSave; askerId: number },
): Promise<void> {
  const hasBegun = new Date(stored.startsAt) <= now()
  if (hasBegun && (event.name !== stored.name || event.days.firstDay !== stored.startAt)) {
    throw new ApiError(
      'conflict',
      'The event has begun: its name and start date can no longer be changed.',
    )
  }
  const configuration =
    event.configurationId === stored.leaderboard_config_id
      ? {}
      : await chooseConfiguration(trx, event.configurationId, askerId)
  await trx
    .updateTable('events')
    .set({ ...columnsOf(event), ...configuration })
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow()
  await setParticipants(trx, stored.id, event.participants)
  await announce(trx, [`event:${stored.id}/details`])
}

function columnsOf({ name, days }: EventToSave) {
  checkDays(days)
  const { startsAt, endsAt } = instantsOf(days)
  return {
    name,
    first_day: days.firstDay,
    last_day: days.lastDay,
    time_zone: days.timeZone,
    starts_at: startsAt,
    ends_at: endsAt,
  }
}

async function chooseConfiguration(trx: Db, id: number, userId: number) {
  await lockConfiguration(trx, id, 'use')
  const configuration = await findConfigurationFor(trx, { id, userId })
  if (configuration === null) {
    throw new ApiError('invalid', 'The leaderboard you chose is not there. Choose another one.')
  }
  return { configuration_id: id, configuration_version: configuration.version }
}

async function setParticipants(
  trx: Db,
  eventId: number,
  participants: readonly number[],
): Promise<void> {
  const userIds = [...new Set(participants)]
  const known = await trx.selectFrom('users').select('id').where('id', 'in', userIds).execute()
  if (known.length < userIds.length) {
    throw new ApiError('invalid', 'One of the streamers you chose is not known here.')
  }
  await trx
    .deleteFrom('event_participants')
    .where('event_id', '=', eventId)
    .where('user_id', 'not in', userIds)
    .execute()
  await trx
    .insertInto('event_participants')
    .values(userIds.map((userId) => ({ event_id: eventId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
