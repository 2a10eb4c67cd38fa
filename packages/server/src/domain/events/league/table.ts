/** A series' table, with the names that its rows have now. */
import type { LeagueRow, LeagueRules } from '@rollcall/contract/leagues'
import { foldName } from '@rollcall/scoring/names'
import { isHiddenRacer, type Racer, type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { leagueTable, type TableRow } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { ADDRESS_OF_OWNER, lastOwnerOfSame, wasGivenUp } from '../../people/login-owners.ts'
import { labelAnywhere, looksAnywhere } from '../../standings/racer-looks.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { type RoundResults, type RowOwner, readRound } from './round-results.ts'
import type { SeriesRound } from './rounds.ts'

/** The database would read whole tables for more. */
const NAMES_AT_ONCE = 1_000

type CountingRound = SeriesRound & Pick<RoundResults, 'results' | 'hiddenOwners'>

export interface Results {
  /** Those that count, in order. */
  rounds: readonly CountingRound[]
  owners: ReadonlyMap<string, RowOwner>
}

/** Reads what counts. A round that is over without any results does not. */
export async function readResults(
  parts: { db: Db; boards: EventBoards },
  rounds: readonly SeriesRound[],
): Promise<Results> {
  const counting: CountingRound[] = []
  const all = new Map<string, RowOwner>()
  // One after another, so that a table never holds more than one connection.
  for (const round of rounds) {
    const found = await readRound(parts, round)
    if (found === null) continue
    const { results, hiddenOwners } = found
    counting.push({ ...round, results, hiddenOwners })
    for (const [row, owner] of found.owners) all.set(row, owner)
  }
  return { rounds: counting, owners: all }
}

export function makeTable(rules: LeagueRules, { rounds }: Results): TableRow[] {
  return leagueTable(
    rules,
    rounds.map(({ eventId, results }) => ({ multiplier: multiplierOf(rules, eventId), results })),
  )
}

/** What the points of a round are multiplied by. */
export const multiplierOf = ({ multipliers }: LeagueRules, eventId: number): number =>
  multipliers.find((each) => each.eventId === eventId)?.times ?? 1

interface Asked {
  page: number
  pageSize: number
  /** A part of a name. */
  search: string
  minimumRounds: number
}

export async function pageOfTable(
  db: Db,
  { rows, owners }: { rows: readonly TableRow[] } & Pick<Results, 'owners'>,
  { page, pageSize, search, minimumRounds }: Asked,
): Promise<{ rows: LeagueRow[]; total: number; totalPages: number }> {
  const found = search.trim() === '' ? rows : await findByName(db, rows, { owners, search })
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const named = new Set(
    shown.flatMap(({ row, decided }) => [row, ...(decided ? [decided.over] : [])]),
  )
  const labels = await labelsOf(db, [...named], owners)
  return {
    total: found.length,
    totalPages: Math.ceil(found.length / pageSize),
    rows: shown.map((shownRow) => {
      const { row, decided, cells, ...rest } = shownRow
      const label = labels.get(row) ?? { racer_name: '' }
      const over = decided && labels.get(decided.over)
      return {
        ...rest,
        ...label,
        // Not the row's own key, which may be a login that nobody should read.
        id: String(rows.indexOf(shownRow) + 1),
        cells: [...cells],
        missing: rest.rank === null ? minimumRounds - rest.rounds : 0,
        // Sentences leave hidden racers out.
        decided:
          decided === null || over == null || [label, over].some(isHidden)
            ? null
            : { ...decided, over: shownName(over) },
      }
    }),
  }
}

const isHidden = ({ racer_name }: RacerLabel) => isHiddenRacer(racer_name)

async function findByName<Row extends TableRow>(
  db: Db,
  table: readonly Row[],
  { owners, search }: Pick<Results, 'owners'> & { search: string },
): Promise<Row[]> {
  const words = foldName(search.trim())
  const labels = await labelsOf(
    db,
    table.map(({ row }) => row),
    owners,
  )
  return table.filter(({ row }) => {
    const label = labels.get(row)
    return (
      label !== undefined &&
      [label.racer_name, shownName(label)].some((name) => foldName(name).includes(words))
    )
  })
}

/** What the rows are called now; none for a row without an owner. */
export async function labelsOf(
  db: Db,
  rows: readonly string[],
  owners: Results['owners'],
): Promise<ReadonlyMap<string, RacerLabel>> {
  const labels = new Map<string, RacerLabel>()
  for (let from = 0; from < rows.length; from += NAMES_AT_ONCE) {
    const asked = rows.slice(from, from + NAMES_AT_ONCE).flatMap((row) => {
      const owner = owners.get(row)
      return owner === undefined ? [] : [{ row, ...owner }]
    })
    for (const { row, ...look } of await looksAnywhere(db, await withAddresses(db, asked))) {
      labels.set(row, labelAnywhere(look))
    }
  }
  return labels
}

/** Under which login each row is shown: a person's address, or the login itself, which is nobody's if it was given up. */
async function withAddresses<Asked extends RowOwner & { row: string }>(
  db: Db,
  asked: readonly Asked[],
): Promise<(Racer & { row: string; isOfOthers: boolean })[]> {
  const { rows } = await sql<Racer & { isOfOthers: boolean }>`
    select address.platform, address.login,
      case when asked.user_id is null then ${wasGivenUp('address')}
        else ${lastOwnerOfSame('address')} is distinct from asked.user_id end as "isOfOthers"
    from unnest(
      ${asked.map(({ userId }) => userId)}::integer[],
      ${asked.map(({ platform }) => platform)}::text[],
      ${asked.map(({ login }) => login)}::text[]
    ) with ordinality as asked (user_id, platform, login, number)
    left join users as owner on owner.id = asked.user_id
    cross join lateral (
      select coalesce(own.address ->> 'platform', asked.platform) as platform,
        coalesce(own.address ->> 'login', asked.login) as login
      from (select case when owner.id is not null then ${ADDRESS_OF_OWNER} end as address) as own
    ) as address
    order by asked.number`.execute(db)
  return rows.map((address, index) => ({ row: asked[index]?.row ?? '', ...address }))
}
