/** The table of a league: the rounds of a series added up by its rules. docs/scoring.md, Leagues */
import { dividedBy, type Fraction, NOTHING, roundHalfUp, times, whole } from './fraction.ts'
import { addPoints, fromHundredths, toHundredths } from './points.ts'
import { type Cell, type DecidedTie, rankTied, type ScoredRow, type TieRule } from './ties.ts'

export type RoundPoints =
  /** The points of the round's board. */
  | { kind: 'event' }
  /** The points for each rank on it, from the first; beyond the list 0. Equal ranks get the same. */
  | { kind: 'places'; table: readonly number[] }
  /** The fair points of so many games of each racer. */
  | { kind: 'fair'; games: number }

export interface TableRules {
  points: RoundPoints
  /**
   * How many of a row's worst results do not count after 1, 2, 3 … rounds. The last number holds on; without any, all
   * results count.
   */
  drops: readonly number[]
  /** With fewer rounds a row is listed below the ranked ones. */
  minimumRounds: number
  /** What decides between equal totals, in order. */
  ties: readonly TieRule[]
  /** The rows' places in the game that the rule 'named_game' compares; absent: nobody was in it. */
  places?: ReadonlyMap<string, number>
}

/** A round whose results everybody knows. */
export interface LeagueRound {
  /** What its points are multiplied by; up to 2 decimals. */
  multiplier: number
  /** Each row at most once. */
  results: readonly RoundResult[]
}

/** A row of the round's board. */
export interface RoundResult {
  /** The same key in all rounds. */
  row: string
  /** Event points, without adjustments. Up to 2 decimals; may be negative. */
  points: number
  /** Fair points, without adjustments, exact; absent: the league does not count them. */
  fair?: Fraction
  /** The bonuses and penalties of organisers, which no multiplier changes. Up to 2 decimals. */
  adjustment: number
  /** The bonuses of the league's rules, which no multiplier changes; absent: 0. Up to 2 decimals. */
  bonus?: number
  /** The part of the points that counts even if the result is dropped; absent: 0. */
  participation?: number
  /** Such a row has neither points nor a rank. */
  isDisqualified: boolean
  /** After adjustments, among the rows that are not disqualified. */
  rank: number
  /** null if it is not known. */
  games: number | null
}

export interface TableRow {
  row: string
  /** From 1; null: below the ranked rows, for lack of rounds or disqualified. */
  rank: number | null
  /** From the whole league, whatever its rounds gave. */
  isDisqualified: boolean
  total: number
  /** How many rounds the row has raced, dropped ones included, and disqualified ones not. */
  rounds: number
  /** One for each round, in order. */
  cells: readonly Cell[]
  /** What put it ahead of the row below it, if their totals are equal and their ranks are not. */
  decided: DecidedTie | null
}

/**
 * Everybody who has raced in any round, the first first. Rows with equal totals that no rule separates share a rank, and
 * the order of their keys. The order of each round's results does not matter.
 *
 * @param disqualified the rows that are disqualified from the whole league: below all others, without a rank, in the order
 *   that they would have. What others have of the rounds stays.
 */
export function leagueTable(
  rules: TableRules,
  rounds: readonly LeagueRound[],
  disqualified: ReadonlySet<string> = new Set(),
): TableRow[] {
  const dropped = dropsAfter(rules.drops, rounds.length)
  const scored = scoreRows(rules, rounds).map((row) => {
    for (const cell of worstOf(row.cells, dropped)) cell.isDropped = true
    const raced = row.cells.filter(({ rank }) => rank !== null).length
    return { ...row, rounds: raced, hundredths: totalOf(row.cells) }
  })
  const groups = Map.groupBy(scored, ({ row, rounds: raced }) => {
    if (disqualified.has(row)) return 'disqualified'
    return raced < neededRounds(rules) ? 'short' : 'ranked'
  })
  const ordered = (group: 'ranked' | 'short' | 'disqualified') =>
    inOrder(groups.get(group) ?? [], rules.ties)
  const unranked = { rank: null, decided: null }
  return [
    ...ordered('ranked'),
    ...ordered('short').map((row) => ({ ...row, ...unranked })),
    ...ordered('disqualified').map((row) => ({ ...row, ...unranked, isDisqualified: true })),
  ]
}

/** Of rounds for a rank. A row that was disqualified whenever it raced has none, and is never ranked. */
export const neededRounds = ({ minimumRounds }: Pick<TableRules, 'minimumRounds'>): number =>
  Math.max(1, minimumRounds)

function inOrder(
  rows: readonly (ScoredRow & { hundredths: number })[],
  ties: readonly TieRule[],
): TableRow[] {
  const groups = [...Map.groupBy(rows, ({ hundredths }) => hundredths).entries()].toSorted(
    ([a], [b]) => b - a,
  )
  let above = 0
  return groups.flatMap(([hundredths, group]) => {
    const first = above + 1
    above += group.length
    return rankTied(group, ties).map(({ row: { row, cells, rounds }, behind, decided }) => ({
      ...{ row, cells, rounds, decided },
      rank: first + behind,
      isDisqualified: false,
      total: fromHundredths(hundredths),
    }))
  })
}

function scoreRows(
  { points, places }: Pick<TableRules, 'points' | 'places'>,
  rounds: readonly LeagueRound[],
): (Pick<ScoredRow, 'row' | 'games' | 'place'> & { cells: Cell[] })[] {
  const results = rounds.map((round) => new Map(round.results.map((each) => [each.row, each])))
  const keys = new Set(results.flatMap((round) => [...round.keys()]))
  return Array.from(keys, (row) => {
    const own = results.map((round) => round.get(row))
    return {
      row,
      place: places?.get(row) ?? null,
      cells: own.map((result, index) => cellOf(points, result, rounds[index]?.multiplier ?? 1)),
      games: own.reduce<number | null>(addGames, 0),
    }
  })
}

const addGames = (sum: number | null, result: RoundResult | undefined) => {
  if (result === undefined || result.isDisqualified) return sum
  return sum === null || result.games === null ? null : sum + result.games
}

const NO_RESULT = {
  rank: null,
  points: 0,
  adjustment: 0,
  bonus: 0,
  kept: 0,
  value: 0,
  isDropped: false,
} as const

function cellOf(given: RoundPoints, result: RoundResult | undefined, multiplier: number): Cell {
  if (result === undefined || result.isDisqualified) {
    return { ...NO_RESULT, isDisqualified: result !== undefined }
  }
  const { rank, bonus = 0, participation = 0 } = result
  const { points, product } = pointsIn(given, result, multiplier)
  const adjustment = adjustmentOf(given, result)
  const value = addPoints(addPoints(product, adjustment), bonus)
  const kept = multiply(participation, multiplier)
  const cell = {
    ...{ rank, points, adjustment, bonus, kept, value },
    ...{ isDropped: false, isDisqualified: false },
  }
  return given.kind === 'fair' ? { ...cell, eventPoints: result.points } : cell
}

/** What the round gives, and that times the multiplier, each rounded once. */
function pointsIn(
  given: RoundPoints,
  result: RoundResult,
  multiplier: number,
): { points: number; product: number } {
  if (given.kind !== 'fair') {
    const points = roundPoints(given, result)
    return { points, product: multiply(points, multiplier) }
  }
  const exact = exactPoints(given, result)
  const product = dividedBy(times(exact, toHundredths(multiplier)), 100)
  return {
    points: fromHundredths(roundHalfUp(exact)),
    product: fromHundredths(roundHalfUp(product)),
  }
}

const roundPoints = (
  given: Exclude<RoundPoints, { kind: 'fair' }>,
  { points, rank }: RoundResult,
): number => (given.kind === 'event' ? points : (given.table[rank - 1] ?? 0))

/** What a round gives, before the multiplier, in hundredths. */
export const exactPoints = (given: RoundPoints, result: RoundResult): Fraction =>
  given.kind === 'fair'
    ? times(result.fair ?? NOTHING, 100)
    : whole(toHundredths(roundPoints(given, result)))

/** What the round's ranks go by, without adjustments: fair points if they count, otherwise event points. */
export const givenBy = ({ fair, points }: Pick<RoundResult, 'fair' | 'points'>): number =>
  fair === undefined ? points : fromHundredths(roundHalfUp(times(fair, 100)))

/** What organisers add to a round's points; points for places have it in the rank. */
export const adjustmentOf = (
  { kind }: RoundPoints,
  { adjustment }: Pick<RoundResult, 'adjustment'>,
): number => (kind === 'places' ? 0 : adjustment)

/** Exact, and rounded half up: towards more points. */
function multiply(points: number, multiplier: number): number {
  const product = toHundredths(points) * toHundredths(multiplier)
  return fromHundredths(Math.floor((product + 50) / 100))
}

/** How many results of a row do not count after so many rounds. */
export function dropsAfter(drops: readonly number[], rounds: number): number {
  return rounds === 0 ? 0 : (drops[rounds - 1] ?? drops.at(-1) ?? 0)
}

/** The cells that lose least, of equal ones the earliest. A disqualification is never dropped. */
function worstOf(cells: readonly Cell[], count: number): Cell[] {
  const droppable = cells.filter(({ isDisqualified }) => !isDisqualified)
  const loss = ({ value, kept }: Cell) => toHundredths(value) - toHundredths(kept)
  return count === 0 ? [] : droppable.toSorted((a, b) => loss(a) - loss(b)).slice(0, count)
}

function totalOf(cells: readonly Cell[]): number {
  return cells.reduce(
    (sum, { value, kept, isDropped }) => sum + toHundredths(isDropped ? kept : value),
    0,
  )
}
