/** The tables of a league's divisions: made from the rounds that the league's own table has, and from who was in which. */
import type { DivisionOfLeague } from '@rollcall/contract/divisions'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { divisionRound } from '@rollcall/scoring/divisions'
import { ApiError } from '../../../../edge/api-error.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import type { LeagueTable } from '../kept-tables.ts'
import { type NamedTable, roundWithTerms, tableOf } from '../table.ts'
import { type DivisionMember, listMembers, presentByRow, rowOfMember } from './members.ts'

interface League {
  seriesId: number
  rules: LeagueRules
  /** The one with everybody. */
  table: LeagueTable
}

type DivisionOfRow = NonNullable<NamedTable['divisionOf']>

interface Divided {
  /** In their order. */
  divisions: DivisionOfLeague[]
  tables: ReadonlyMap<number, LeagueTable>
  /** By row, where they are now. */
  divisionOf: DivisionOfRow
}

/**
 * Whatever changes a division announces its rounds, so that their table is made again: a division is up to date as long
 * as the table with everybody is.
 */
const kept = new WeakMap<LeagueTable, Promise<Divided>>()

/** A league's divisions with their tables. */
export function divide(db: Db, league: League): Promise<Divided> {
  const { table } = league
  // Leagues without any round that counts may share a table.
  if (table.rounds.length === 0) {
    return readDivided(db, league)
  }
  const found = kept.get(table)
  if (found !== undefined) {
    return found
  }
  const divided = readDivided(db, league)
  kept.set(table, divided)
  divided.catch(() => kept.delete(table))
  return divided
}

/**
 * The table that somebody asks for, whose rows know their division.
 *
 * @param forOrganisers whether they also know their membership
 * @throws {ApiError} if the league has no such division
 */
export async function findAskedTable(
  db: Db,
  league: League,
  { division, forOrganisers = false }: { division?: number | undefined; forOrganisers?: boolean },
): Promise<{ divisions: DivisionOfLeague[]; table: LeagueTable & NamedTable }> {
  const { divisions, tables, divisionOf } = await divide(db, league)
  const table = division === undefined ? league.table : tables.get(division)
  if (table === undefined) {
    throw new ApiError('no_such_division')
  }
  return {
    divisions,
    table: { ...table, divisionOf: forOrganisers ? divisionOf : withoutMembers(divisionOf) },
  }
}

const withoutMembers = (divisionOf: DivisionOfRow): DivisionOfRow =>
  new Map(Array.from(divisionOf, ([row, { id, name }]) => [row, { id, name }]))

/** What is stored of the divisions of a league. */
export interface StoredDivisions {
  divisions: readonly { id: number; name: string }[]
  members: readonly DivisionMember[]
}

export async function readDivisions(db: Db, seriesId: number): Promise<StoredDivisions> {
  const divisions = await listDivisions(db, seriesId)
  return { divisions, members: divisions.length === 0 ? [] : await listMembers(db, seriesId) }
}

const readDivided = async (db: Db, league: League): Promise<Divided> =>
  divideTable(league, await readDivisions(db, league.seriesId))

/** The tables of these divisions. */
export function divideTable(
  league: Omit<League, 'seriesId'>,
  { divisions: stored, members: all }: StoredDivisions,
): Divided {
  const members = all.map((member) => ({
    ...member,
    row: rowOfMember(member, league.table).row,
  }))
  const tables = new Map(stored.map(({ id }) => [id, makeDivisionTable(league, { id, members })]))
  const byId = new Map(stored.map((division) => [division.id, division]))
  return {
    divisions: stored.map(({ id, name }) => ({
      id,
      name,
      total: tables.get(id)?.rows.length ?? 0,
    })),
    tables,
    divisionOf: new Map(
      [...presentByRow(members, league.table)].flatMap(([row, { id, divisionId }]) => {
        const division = byId.get(divisionId)
        return division === undefined ? [] : [[row, { ...division, memberId: id }]]
      }),
    ),
  }
}

export const listDivisions = (db: Db, seriesId: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('divisions')
    .select(['id', 'name'])
    .where('series_id', '=', seriesId)
    .orderBy('position')
    .orderBy('id')
    .execute()

function makeDivisionTable(
  { rules, table }: Omit<League, 'seriesId'>,
  { id, members }: { id: number; members: readonly (DivisionMember & { row: string })[] },
): LeagueTable {
  const rounds = table.rounds.map((round) => {
    const divisions = new Map(
      members.filter(isInFrom(round.startsAt)).map(({ row, divisionId }) => [row, divisionId]),
    )
    // With everybody's bonuses: nobody has the most games again among fewer rows.
    return divisionRound(roundWithTerms(rules, round), (row) => divisions.get(row) === id)
  })
  return { ...table, rounds, rows: tableOf(rules, rounds, table) }
}

/** Whether a membership is one when a round opens. */
const isInFrom =
  (opens: Date) =>
  ({ joinedAt, leftAt }: DivisionMember) =>
    joinedAt <= opens && (leftAt === null || leftAt > opens)
