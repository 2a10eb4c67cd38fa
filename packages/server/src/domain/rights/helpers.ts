/** Who helps to run an event or a series, as it is stored; only conditions of roles read it. */
import { type RawBuilder, sql } from 'kysely'
import type { RoleConditions } from './roles.ts'

/** The events or series in question, compared with the query's `helper`. */
export const HELPS_IN_EVENT = sql<boolean>`(
  helper.event_id = event.id or helper.series_id = event.series_id
)`
export const HELPS_IN_SERIES = sql<boolean>`helper.series_id = series.id`

const helps = (userId: number, where: RawBuilder<boolean>, as: RawBuilder<boolean>) =>
  sql<boolean>`exists (
    select from helpers as helper where helper.user_id = ${userId} and ${where} and ${as}
  )`

/** The conditions of the roles that an owner gives. */
export const rolesOfHelpers = (where: RawBuilder<boolean>): RoleConditions => ({
  'co-organiser': ({ userId }) => helps(userId, where, sql`helper.role = 'co-organiser'`),
  moderator: ({ userId }) =>
    helps(userId, where, sql`helper.role = 'moderator' and helper.sees_sealed_since is null`),
  'trusted moderator': ({ userId }) =>
    helps(userId, where, sql`helper.role = 'moderator' and helper.sees_sealed_since is not null`),
})

/** Whether the user helps with one of the events of the query's `series`. */
export const helpsWithOneEvent = (userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from helpers as helper join events as event on event.id = helper.event_id
  where helper.user_id = ${userId} and event.series_id = series.id
)`
