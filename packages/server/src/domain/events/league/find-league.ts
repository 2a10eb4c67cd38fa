import type { LeagueRules } from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { Viewer } from '../../rights/roles.ts'
import { seriesRight } from '../../rights/series.ts'

/** @throws {ApiError} if there is no such series */
export async function findLeague(
  db: Db,
  { seriesId, viewer }: { seriesId: number; viewer: Viewer },
): Promise<{
  rules: LeagueRules | null
  publicToken: string | null
  prizes: string[]
  finishedAt: Date | null
  maySee: boolean
  canEdit: boolean
}> {
  const series = await db
    .selectFrom('event_series as series')
    .select([
      sql<LeagueRules | null>`series.league_rules`.as('rules'),
      'series.public_token as publicToken',
      'series.league_prizes as prizes',
      'series.finished_at as finishedAt',
      seriesRight('see', viewer).as('maySee'),
      seriesRight('edit', viewer).as('canEdit'),
    ])
    .where('series.id', '=', seriesId)
    .executeTakeFirst()
  if (series === undefined) {
    throw new ApiError('no_such_series')
  }
  return series
}

/**
 * Whether the viewer may decide about rounds of the league.
 *
 * @throws {ApiError} if there is no such series, or it has no rules
 */
export async function mayEditLeague(
  db: Db,
  asked: Parameters<typeof findLeague>[1],
): Promise<boolean> {
  const { rules, canEdit } = await findLeague(db, asked)
  if (canEdit && rules === null) {
    throw new ApiError('league_without_rules')
  }
  return canEdit
}
