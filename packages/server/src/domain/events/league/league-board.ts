/** The first rows of a league's table, for overlays and embeds. */
import type { QueryOf, ResponseOf } from '@rollcall/contract/endpoint'
import { type getLeagueBoard, LEAGUE_BOARD_ROWS } from '@rollcall/contract/leagues-board'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { isHiddenRacer } from '@rollcall/scoring/racer'
import type { TableRow } from '@rollcall/scoring/series'
import type { Db } from '../../../platform/database/schema.ts'
import { findAskedTable } from './divisions/divided.ts'
import type { FoundLeague } from './public-leagues.ts'
import { labelsOf } from './table.ts'
import { listRankedTeams } from './teams/team-table.ts'

type Answer = ResponseOf<typeof getLeagueBoard>

export async function describeBoard(
  db: Db,
  league: FoundLeague,
  { of, division }: QueryOf<typeof getLeagueBoard>,
): Promise<Answer> {
  const { id: seriesId, name, rules, rounds, table } = league
  const asked = { division: of === 'teams' ? undefined : division }
  const found = await findAskedTable(db, { seriesId, rules, table }, asked)
  const rows = of === 'teams' ? await teamRows(db, league) : await racerRows(db, found.table)
  return {
    league: name,
    rounds: rounds.length,
    played: table.rounds.length,
    hasTeams: Boolean(rules.teams),
    divisions: found.divisions.map(({ id, name: called }) => ({ id, name: called })),
    division: found.divisions.find(({ id }) => id === asked.division)?.name ?? null,
    ...rows,
  }
}

type Rows = Pick<Answer, 'hasDecimals' | 'rows'>

async function racerRows(db: Db, table: FoundLeague['table']): Promise<Rows> {
  const first = table.rows.slice(0, LEAGUE_BOARD_ROWS)
  const labels = await labelsOf(
    db,
    first.map(({ row }) => row),
    table.owners,
  )
  return {
    hasDecimals: haveDecimals(table.rows),
    rows: first.map(({ row, rank, total }, index) => {
      const label = labels.get(row) ?? { racer_name: '' }
      // Not the row's own key, which may be a login that nobody should read.
      const id = isHiddenRacer(label.racer_name) ? `~${index}` : label.racer_name
      return { id, rank, ...label, points: total }
    }),
  }
}

async function teamRows(db: Db, { id, rules, table }: FoundLeague): Promise<Rows> {
  const teams = rules.teams ? await listRankedTeams(db, id, { rules, results: table }) : []
  return {
    hasDecimals: haveDecimals(teams.map(({ row }) => row)),
    rows: teams.slice(0, LEAGUE_BOARD_ROWS).map(({ name, color, row: { row, rank, total } }) => ({
      ...{ id: row, rank, racer_name: name, color: TEAM_COLORS[color], points: total },
      leads_nowhere: true as const,
    })),
  }
}

const haveDecimals = (rows: readonly Pick<TableRow, 'total'>[]) =>
  rows.some(({ total }) => !Number.isInteger(total))
