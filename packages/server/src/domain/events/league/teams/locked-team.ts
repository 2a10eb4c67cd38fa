import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import type { Viewer } from '../../../rights/roles.ts'
import { seriesRight } from '../../../rights/series.ts'

export interface LockedTeam {
  id: number
  name: string
  series: { id: number; name: string; ownerId: number }
  canEdit: boolean
  isCaptain: boolean
}

/**
 * A team with its league, which is locked until the end of the transaction, so that sizes hold and acts follow each
 * other.
 *
 * @returns null if there is no such team, and the viewer may not know it
 * @throws {ApiError} if there is no such series, or no such team and the viewer organises the league
 */
export async function lockTeam(
  trx: Db,
  { seriesId, teamId, viewer }: { seriesId: number; teamId: number; viewer: Viewer },
): Promise<LockedTeam | null> {
  // First, so that the team is read as others have left it.
  await sql`select from event_series where id = ${seriesId} for update`.execute(trx)
  const found = await trx
    .selectFrom('event_series as series')
    .leftJoin('teams as team', (join) =>
      join.onRef('team.series_id', '=', 'series.id').on('team.id', '=', teamId),
    )
    .select([
      ...(['team.id', 'team.name', 'series.id as seriesId'] as const),
      ...(['series.name as seriesName', 'series.created_by as ownerId'] as const),
      seriesRight('edit', viewer).as('canEdit'),
      sql<boolean>`team.captain_id is not distinct from ${viewer.userId}`.as('isCaptain'),
    ])
    .where('series.id', '=', seriesId)
    .executeTakeFirst()
  if (found === undefined) {
    throw new ApiError('no_such_series')
  }
  const { id, name, canEdit, isCaptain } = found
  if (id === null || name === null) {
    if (canEdit) throw new ApiError('no_such_team')
    return null
  }
  const series = { id: found.seriesId, name: found.seriesName, ownerId: found.ownerId }
  return { id, name, series, canEdit, isCaptain }
}
