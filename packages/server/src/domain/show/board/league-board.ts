/** The table of an event's league, or of the league's teams, as the board of a show. */
import type { BoardOf } from '@rollcall/contract/show-view'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { givesDecimals } from '@rollcall/scoring/points'
import { isHiddenRacer, racerName } from '@rollcall/scoring/racer'
import { roundTerms } from '@rollcall/scoring/round-term'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { FrozenTableRow } from '../../events/boards/frozen-board.ts'
import type { LeagueTable, LeagueTables } from '../../events/league/kept-tables.ts'
import { labelsOf } from '../../events/league/table.ts'
import {
  findLeagueOfEvent,
  getRoundsToShow,
  type LeagueOfEvent,
} from '../../events/league/table-shows.ts'
import { listRankedTeams } from '../../events/league/teams/team-table.ts'

export interface TableToFreeze {
  of: 'table' | 'team'
  rows: readonly FrozenTableRow[]
  /** Whether its rules can give points with decimals. */
  hasDecimals: boolean
}

interface Asked {
  eventId: number
  boardOf: Exclude<BoardOf, 'event'>
  /** The limit for a show. */
  maxRacers: number
}

/**
 * The table as everybody may see it, with this round.
 *
 * @throws {ApiError} if there is no such table, it lacks this round or any rank, or it has too many rows
 */
export async function makeTableToFreeze(
  { db, now, tables }: Pick<AppContext, 'db' | 'now'> & { tables: LeagueTables },
  { eventId, boardOf, maxRacers }: Asked,
): Promise<TableToFreeze> {
  const league = await findLeagueOfEvent(db, eventId)
  if (league === null || (boardOf === 'teams' && !league.rules.teams)) {
    throw new ApiError('no_table_to_show')
  }
  const rounds = await getRoundsToShow(db, { league, eventId, now: now() })
  const table = await tables.get(league.rules, rounds)
  const { points } = league.rules
  const hasDecimals = points.kind === 'event' || givesDecimals(league.rules)
  const made: TableToFreeze =
    boardOf === 'teams'
      ? { of: 'team', hasDecimals, rows: await teamRows(db, league, table) }
      : { of: 'table', hasDecimals, rows: await racerRows(db, table) }
  if (made.rows.length > maxRacers) {
    throw new ApiError('board_too_large', { most: maxRacers })
  }
  if (made.rows.every(({ rank }) => rank === null)) {
    throw new ApiError('table_without_ranks')
  }
  return made
}

type Db = AppContext['db']

const namesOf = ({ rounds }: LeagueTable) => rounds.map(({ name }) => name)

async function racerRows(db: Db, table: LeagueTable): Promise<FrozenTableRow[]> {
  const names = namesOf(table)
  const labels = await labelsOf(
    db,
    table.rows.map(({ row }) => row),
    table.owners,
  )
  return table.rows.flatMap((row) => {
    const label = labels.get(row.row)
    const owner = table.owners.get(row.row)
    if (label === undefined || owner === undefined) {
      return []
    }
    // Their name is replaced when somebody reads the row, as long as they hide it.
    const named = isHiddenRacer(label.racer_name) ? { racer_name: racerName(owner) } : label
    return [{ ...named, rank: row.rank, event_points: row.total, terms: roundTerms(row, names) }]
  })
}

async function teamRows(
  db: Db,
  { id, rules }: LeagueOfEvent,
  table: LeagueTable,
): Promise<FrozenTableRow[]> {
  const teams = await listRankedTeams(db, id, { rules, results: table })
  return teams.map(({ name, color, row }) => ({
    ...{ racer_name: name, color: TEAM_COLORS[color], rank: row.rank, event_points: row.total },
    terms: roundTerms(row, namesOf(table)),
  }))
}
