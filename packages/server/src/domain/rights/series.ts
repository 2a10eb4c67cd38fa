/** Rights to a series of events. In conditions, the query calls it `series`. */
import { type RawBuilder, sql } from 'kysely'
import { takesPart } from './event.ts'
import { HELPS_IN_SERIES, helpsWithOneEvent, rolesOfHelpers } from './helpers.ts'
import { type Act, mayInSql, type RoleConditions, type Viewer } from './roles.ts'

/** Whether the user owns the query's `series`: created it, and answers for it. */
export const ownsSeries = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`series.created_by = ${userId}`

const ROLES_IN_SERIES: RoleConditions = {
  owner: ({ userId }) => ownsSeries(userId),
  ...rolesOfHelpers(HELPS_IN_SERIES),
  'event helper': ({ userId }) => helpsWithOneEvent(userId),
  participant: ({ userId }) => sql<boolean>`exists (
    select from events as event where event.series_id = series.id and ${takesPart(userId)}
  )`,
  admin: ({ isAdmin }) => sql<boolean>`${isAdmin}::boolean`,
}

/** Whether the viewer may do it to the query's `series`. */
export const seriesRight = (act: Act<'series'>, viewer: Viewer): RawBuilder<boolean> =>
  mayInSql('series', act, { conditions: ROLES_IN_SERIES, viewer })
