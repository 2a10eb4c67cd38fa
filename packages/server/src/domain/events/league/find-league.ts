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
  maySee: boolean
  canEdit: boolean
}> {
  const series = await db
    .selectFrom('event_series as series')
    .select([
      sql<LeagueRules | null>`series.league_rules`.as('rules'),
      'series.public_token as publicToken',
      'series.league_prizes as prizes',
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
