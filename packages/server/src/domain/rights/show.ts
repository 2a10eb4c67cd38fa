/** Rights to an event's show. Roles are those in the event, which the query calls `event`. */
import type { RawBuilder } from 'kysely'
import { ROLES_IN_EVENT } from './event.ts'
import { type Act, mayInSql, type Viewer } from './roles.ts'

/** Whether the viewer may do it to the show of the query's `event`. */
export const showRight = (act: Act<'show'>, viewer: Viewer): RawBuilder<boolean> =>
  mayInSql('show', act, { conditions: ROLES_IN_EVENT, viewer })
