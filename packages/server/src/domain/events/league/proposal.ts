/** What a final round's results would be now, while its board stays as it is. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { type getRoundProposal, type LeagueRules, PREVIEW_ROWS } from '@rollcall/contract/leagues'
import { withCellTerms } from '@rollcall/scoring/bonus'
import { roundHalfUp, times } from '@rollcall/scoring/fraction'
import { addPoints } from '@rollcall/scoring/points'
import { givenBy, type RoundResult } from '@rollcall/scoring/series'
import type { AppContext } from '../../../edge/app-context.ts'
import type { LeagueTable, LeagueTables } from './kept-tables.ts'
import { findResultsHash } from './make-final.ts'
import { findMoves } from './moves.ts'
import type { SeriesRound } from './rounds.ts'
import { labelsOf, type Results } from './table.ts'

export type Proposal = Extract<ResponseOf<typeof getRoundProposal>, { seen: unknown }>

interface Asked {
  rules: LeagueRules
  /** All rounds of the series. */
  rounds: readonly SeriesRound[]
  round: SeriesRound
}

interface Changes {
  /** The table that everybody sees, and the one with the round's present results. */
  tables: { before: LeagueTable; after: LeagueTable }
  rows: { row: string; before: RoundResult | undefined; after: RoundResult | undefined }[]
  /** Covers the round's present results. */
  seen: string
}

export const NOTHING: Proposal = { seen: null, rows: [], total: 0, moved: [] }

/** What would change; null if nothing has, or the organiser has declined just that. */
async function findChanges(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  tables: LeagueTables,
  { rules, rounds, round }: Asked,
): Promise<Changes | null> {
  const { eventId, state, seenHash } = round
  if (state !== 'final') {
    return null
  }
  const seen = await findResultsHash(db, { eventId, now: now() })
  if (seen === seenHash && !needsMore(rules)) {
    return null
  }
  const before = await tables.get(rules, rounds)
  // These rules may need more of the round than its board has kept.
  if (seen === seenHash && resultsIn(before, eventId, rules).size > 0) {
    return null
  }
  const after = await tables.get(
    rules,
    rounds.map((each) => (each.eventId === eventId ? { ...each, board: null } : each)),
  )
  const rows = compareResults(
    resultsIn(before, eventId, rules),
    resultsIn(after, eventId, rules),
    rules.ties.includes('fewer_games'),
  )
  return rows.length === 0 ? null : { tables: { before, after }, rows, seen }
}

/** Whether the rules may count what frozen boards of earlier releases do not say. */
const needsMore = ({ rows, points }: LeagueRules) => rows != null || points.kind === 'fair'

/** The final rounds with other results than before, about which their organiser has to decide. */
export async function findProposed(
  context: Pick<AppContext, 'db' | 'now'>,
  tables: LeagueTables,
  asked: Omit<Asked, 'round'>,
): Promise<ReadonlySet<number>> {
  const proposed = new Set<number>()
  for (const round of asked.rounds) {
    const changes = await findChanges(context, tables, { ...asked, round })
    if (changes !== null) proposed.add(round.eventId)
  }
  return proposed
}

export async function findProposal(
  context: Pick<AppContext, 'db' | 'now'>,
  tables: LeagueTables,
  asked: Asked,
): Promise<Proposal> {
  const changes = await findChanges(context, tables, asked)
  if (changes === null) {
    return NOTHING
  }
  const { before, after } = changes.tables
  const rows = changes.rows.slice(0, PREVIEW_ROWS)
  const moved = findMoves(before.rows, after.rows).moved.slice(0, PREVIEW_ROWS)
  const named = [...rows, ...moved].map(({ row }) => row)
  const owners = new Map([...before.owners, ...after.owners])
  const labels = await labelsOf(context.db, [...new Set(named)], owners)
  const labelOf = (row: string) => labels.get(row) ?? { racer_name: '' }
  return {
    seen: changes.seen,
    total: changes.rows.length,
    rows: rows.map(({ row, ...each }) => ({
      ...labelOf(row),
      before: each.before === undefined ? null : shown(each.before),
      after: each.after === undefined ? null : shown(each.after),
    })),
    moved: moved.map((each) => ({
      ...labelOf(each.row),
      ...{ before: each.before?.rank ?? null, after: each.after?.rank ?? null },
    })),
  }
}

const shown = (result: RoundResult) => ({
  rank: result.rank,
  points: addPoints(givenBy(result), result.adjustment),
  bonus: result.bonus ?? 0,
  isDisqualified: result.isDisqualified,
})

const resultsIn = ({ rounds }: Results, eventId: number, rules: LeagueRules) => {
  const results = rounds.find((round) => round.eventId === eventId)?.results ?? []
  return new Map(withCellTerms(rules, results).map((result) => [result.row, result]))
}

/** Those with other points, or on one of the boards only, the best first. */
function compareResults(
  before: ReadonlyMap<string, RoundResult>,
  after: ReadonlyMap<string, RoundResult>,
  doGamesCount: boolean,
): Changes['rows'] {
  const given = (result: RoundResult | undefined) =>
    JSON.stringify([
      ...[
        result?.fair && roundHalfUp(times(result.fair, 1_000_000)),
        result?.points,
        result?.adjustment,
        result?.isDisqualified,
      ],
      ...[result?.bonus, result?.participation, doGamesCount && result?.games],
    ])
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((row) => ({ row, before: before.get(row), after: after.get(row) }))
    .filter((each) => given(each.before) !== given(each.after))
    .toSorted((a, b) => bestRank(a) - bestRank(b))
}

const bestRank = ({ before, after }: Changes['rows'][number]) =>
  Math.min(before?.rank ?? Number.POSITIVE_INFINITY, after?.rank ?? Number.POSITIVE_INFINITY)
