/** Rights to a channel. Its owner is its streamer; a channel whose streamer has never signed in has none. */
import { type RawBuilder, sql } from 'kysely'
import { type Act, may, mayInSql, type Role, type RoleConditions, type Viewer } from './roles.ts'

const ROLES_ON_CHANNEL: RoleConditions = {
  owner: ({ userId }) => sql<boolean>`channel.user_id = ${userId}`,
  admin: ({ isAdmin }) => sql<boolean>`${isAdmin}::boolean`,
}

/** Whether the viewer may do it to the query's `channel`. */
export const channelRight = (act: Act<'channel'>, viewer: Viewer): RawBuilder<boolean> =>
  mayInSql('channel', act, { conditions: ROLES_ON_CHANNEL, viewer })

/** The same for a channel whose owner is known. */
export function hasChannelRight(
  act: Act<'channel'>,
  { ownerId, viewer }: { ownerId: number | null; viewer: Viewer | null },
): boolean {
  const roles: Role[] = ['stranger']
  if (viewer !== null && viewer.userId === ownerId) {
    roles.push('owner')
  }
  if (viewer?.isAdmin) {
    roles.push('admin')
  }
  return may('channel', act, roles)
}
