import {
  getLeague,
  LEAGUE_PAGE_SIZE,
  type LeagueRules,
  PREVIEW_ROWS,
  tryLeagueRules,
} from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { Viewer } from '../../rights/roles.ts'
import { seriesRight } from '../../rights/series.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { EMPTY, type LeagueTables } from './kept-tables.ts'
import { serveLeagueLinks } from './league-links.ts'
import type { PublicLeagues } from './public-leagues.ts'
import { servePublicLeagues } from './public-routes.ts'
import { listRounds } from './rounds.ts'
import { serveSetLeagueRules } from './set-league-rules.ts'
import { pageOfTable, shownRound } from './table.ts'

export function serveLeagues(
  serve: Serve,
  context: AppContext,
  { tables, leagues }: { tables: LeagueTables; leagues: PublicLeagues },
): void {
  const { db, now } = context

  serve(getLeague, async ({ caller, params, query }) => {
    const league = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!league.maySee) {
      return UNAUTHORIZED
    }
    const { rules, canEdit } = league
    const rounds = await listRounds(db, { seriesId: params.id, now: now() })
    const table = rules === null ? EMPTY : await tables.get(rules, rounds)
    const asked = { ...query, pageSize: LEAGUE_PAGE_SIZE }
    const { named: _, ...page } = await pageOfTable(db, table, {
      ...asked,
      minimumRounds: rules?.minimumRounds ?? 0,
    })
    const publicToken = canEdit ? league.publicToken : null
    const shown = rounds.map((round) => shownRound(round, table))
    return { canEdit, rules, publicToken, rounds: shown, ...page }
  })

  serve(tryLeagueRules, async ({ caller, params, body }) => {
    const league = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!league.canEdit) {
      return UNAUTHORIZED
    }
    const rounds = await listRounds(db, { seriesId: params.id, now: now() })
    const before = league.rules === null ? EMPTY : await tables.get(league.rules, rounds)
    const ranksBefore = new Map(before.rows.map(({ row, rank }) => [row, rank]))
    const table = await tables.get(body.rules, rounds)
    const { rows } = await pageOfTable(db, table, {
      ...{ page: 1, pageSize: PREVIEW_ROWS, search: '' },
      minimumRounds: body.rules.minimumRounds,
    })
    return {
      rounds: rounds.map((round) => shownRound(round, table)),
      rows: rows.map((row, index) => {
        const rankBefore = ranksBefore.get(table.rows[index]?.row ?? '')
        return { ...row, ...(rankBefore !== undefined && { rankBefore }) }
      }),
    }
  })

  serveSetLeagueRules(serve, context)
  serveLeagueLinks(serve, context)
  servePublicLeagues(serve, context, leagues)
}

/** @throws {ApiError} if there is no such series */
async function findLeague(
  db: Db,
  { seriesId, viewer }: { seriesId: number; viewer: Viewer },
): Promise<{
  rules: LeagueRules | null
  publicToken: string | null
  maySee: boolean
  canEdit: boolean
}> {
  const series = await db
    .selectFrom('event_series as series')
    .select([
      sql<LeagueRules | null>`series.league_rules`.as('rules'),
      'series.public_token as publicToken',
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
