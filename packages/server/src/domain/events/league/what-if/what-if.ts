/** What the tables of a league would be with a draft: made as the stored ones are, and nothing stays. */
import type { BodyOf } from '@rollcall/contract/endpoint'
import { LEAGUE_PAGE_SIZE, type LeagueRules, PREVIEW_ROWS } from '@rollcall/contract/leagues'
import { type TriedTables, tryLeague } from '@rollcall/contract/leagues-what-if'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import type { Viewer } from '../../../rights/roles.ts'
import { findSeenSealed } from '../../../visibility/event-access.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { divideTable, readDivisions, type StoredDivisions } from '../divisions/divided.ts'
import { presentByRow } from '../divisions/members.ts'
import { findLeague } from '../find-league.ts'
import { EMPTY, type LeagueTable, type LeagueTables } from '../kept-tables.ts'
import { findMoves } from '../moves.ts'
import { listRounds, type SeriesRound } from '../rounds.ts'
import { labelsOf, pageOfTable, shownRound } from '../table.ts'
import { listTeams } from '../teams/read-teams.ts'
import { rankTeams } from '../teams/team-table.ts'
import { tryDraft } from './try-draft.ts'

/** A league as it is stored, or as a draft would store it. */
interface State {
  rules: LeagueRules | null
  rounds: readonly SeriesRound[]
  divisions: StoredDivisions
}

/** The same with its tables. */
interface Made extends State {
  table: LeagueTable
  divided: ReturnType<typeof divideTable>
}

export function serveWhatIf(serve: Serve, context: AppContext, tables: LeagueTables): void {
  const { db, now } = context
  serve(tryLeague, async ({ caller, params, body }) => {
    const asked = { seriesId: params.id, viewer: caller }
    const { rules, canEdit } = await findLeague(db, asked)
    if (!canEdit) {
      return UNAUTHORIZED
    }
    const rounds = await listRounds(db, { ...asked, now: now() })
    const divisions = await readDivisions(db, params.id)
    const drafted = await tryDraft(context, tables, {
      league: { ...asked, rules, rounds },
      draft: body,
    })
    return compare(db, tables, { ...asked, body, stored: { rules, rounds, divisions }, drafted })
  })
}

interface Comparing {
  seriesId: number
  viewer: Viewer
  body: BodyOf<typeof tryLeague>
  stored: State
  drafted: State & { rules: LeagueRules }
}

async function compare(
  db: Db,
  tables: LeagueTables,
  { seriesId, viewer, body, stored, drafted }: Comparing,
): Promise<TriedTables> {
  const waiting = [...stored.rounds, ...drafted.rounds].filter(({ state }) => state === 'waiting')
  const eventIds = [...new Set(waiting.map(({ eventId }) => eventId))]
  const sealed = await findSeenSealed(db, { eventIds, viewer })
  const uncovered = body.includeSealed ? sealed : new Set<number>()
  const before = await make(tables, stored, uncovered)
  const after = { ...(await make(tables, drafted, uncovered)), rules: drafted.rules }
  return {
    rounds: after.rounds.map((round) => shownRound(round, after.table)),
    sealed: [...sealed],
    ...(await compareTables(db, before.table, after.table, after)),
    divisions: await compareDivisions(db, before, after),
    teams: await compareTeams(db, { seriesId, viewer }, { before, after }),
  }
}

async function make(
  tables: LeagueTables,
  { rules, rounds: all, divisions }: State,
  uncovered: ReadonlySet<number>,
): Promise<Made> {
  const rounds = all.map((round) =>
    round.state === 'waiting' && uncovered.has(round.eventId)
      ? { ...round, state: 'provisional' as const }
      : round,
  )
  const table = rules === null ? EMPTY : await tables.get(rules, rounds, uncovered)
  return {
    ...{ rules, rounds, divisions, table },
    divided:
      rules === null
        ? { divisions: [], tables: new Map(), divisionOf: new Map() }
        : divideTable({ rules, table }, divisions),
  }
}

type After = Made & { rules: LeagueRules }
type Tried = Pick<TriedTables, 'rows' | 'total' | 'moved' | 'movedTotal' | 'retotalled'>

async function compareTables(
  db: Db,
  before: LeagueTable,
  after: LeagueTable,
  { rules, divided: { divisionOf } }: After,
): Promise<Tried> {
  const { moved, retotalled } = findMoves(before.rows, after.rows)
  const shown = moved.slice(0, PREVIEW_ROWS)
  const labels = await labelsOf(
    db,
    shown.map(({ row }) => row),
    new Map([...before.owners, ...after.owners]),
  )
  const { rows, total } = await pageOfTable(
    db,
    { ...after, divisionOf },
    {
      ...{ page: 1, pageSize: LEAGUE_PAGE_SIZE, search: '' },
      minimumRounds: rules.minimumRounds,
    },
  )
  return {
    ...{ rows, total, retotalled, movedTotal: moved.length },
    moved: shown.map(({ row, ...standings }) => ({
      ...(labels.get(row) ?? { racer_name: '' }),
      ...standings,
    })),
  }
}

/** Those that there would be, then those that would go. */
async function compareDivisions(
  db: Db,
  before: Made,
  after: After,
): Promise<TriedTables['divisions']> {
  const known = new Set(before.divisions.divisions.map(({ id }) => id))
  const stay = new Set(after.divisions.divisions.map(({ id }) => id))
  const present = [...presentByRow(after.divisions.members, after.table).values()]
  const compared: TriedTables['divisions'] = []
  for (const { id, name } of [
    ...after.divisions.divisions,
    ...before.divisions.divisions.filter((division) => !stay.has(division.id)),
  ]) {
    const tables = [before, after].map(({ divided: { tables: all } }) => all.get(id) ?? EMPTY)
    const [was = EMPTY, is = EMPTY] = tables
    compared.push({
      ...{ id: known.has(id) ? id : null, name, isRemoved: !stay.has(id) },
      members: present.filter(({ divisionId }) => divisionId === id).length,
      ...(await compareTables(db, was, is, after)),
    })
  }
  return compared
}

async function compareTeams(
  db: Db,
  { seriesId, viewer }: { seriesId: number; viewer: Viewer },
  { before, after }: { before: Made; after: After },
): Promise<TriedTables['teams']> {
  if (!after.rules.teams) {
    return null
  }
  const teams = await listTeams(db, seriesId, { userId: viewer.userId, canEdit: true })
  const rank = async ({ rules, table }: Made) =>
    rules?.teams ? await rankTeams(db, teams, { rules, results: table }) : []
  const [earlier, later] = [await rank(before), await rank(after)]
  const names = new Map(teams.map(({ id, name }) => [String(id), name]))
  const keyed = (rows: typeof later) => rows.map((row) => ({ ...row, row: String(row.id) }))
  const { moved, retotalled } = findMoves(keyed(earlier), keyed(later))
  return {
    rows: later.map(({ id, name, color, rank: place, missing, total, rounds, cells, decided }) => ({
      ...{ id, name, color, rank: place, missing, total, rounds, cells, decided },
    })),
    moved: moved.slice(0, PREVIEW_ROWS).map(({ row, ...standings }) => ({
      name: names.get(row) ?? '',
      ...standings,
    })),
    ...{ movedTotal: moved.length, retotalled },
  }
}
