/** What decides between rows of a league with equal totals. docs/scoring.md, Ties */
import { compareCodePoints } from './ranking.ts'

export const TIE_RULES = [
  /** The best counting result, then the second best, and so on. */
  'best_results',
  /** First ranks in rounds. */
  'wins',
  /** The last round, then the one before, and so on, dropped ones included. */
  'last_round',
  /** Most first ranks, then most second ranks, and so on, in all rounds. */
  'count_back',
  /** Who was ahead in more of the rounds that both raced. */
  'head_to_head',
  'more_rounds',
  'fewer_games',
  /** The better place in a game that the rules name. */
  'named_game',
] as const
export type TieRule = (typeof TIE_RULES)[number]

/** Of more rows, all pairs would take seconds. */
export const MOST_COMPARED = 300

/** What a row has of a round. Somebody who did not race has 0 points, which can be dropped like any others. */
export interface Cell {
  /** null: did not race, or was disqualified. */
  rank: number | null
  /** Before the multiplier, without adjustments. */
  points: number
  /** Where fair points count, what the round's board gave instead; otherwise absent. */
  eventPoints?: number
  /** What organisers have added after it; below 0 for penalties. */
  adjustment: number
  /** What the league's rules have added after it. */
  bonus: number
  /** The part of the value that counts although the cell is dropped. */
  kept: number
  /** Rounded once, half up, to 2 decimals. */
  value: number
  isDropped: boolean
  /** Cannot be dropped. */
  isDisqualified: boolean
}

/** A row before it is ranked. */
export interface ScoredRow {
  row: string
  cells: readonly Cell[]
  /** Of all rounds together; null if some are not known. */
  games: number | null
  rounds: number
  /** In the named game, from 1; null: not in it. */
  place: number | null
}

/** What put a row ahead of the row below it. */
export interface DecidedTie {
  rule: TieRule
  /** The row below. */
  over: string
  /** The two numbers that the rule compared, such as wins. Of the named game the places, 0 for one that was not in it. */
  own: number
  other: number
  /**
   * Which result, round or rank was compared, from 1; for head to head the number of rows, whose pairs are compared if
   * there are more than two. null if the rule compares only one number.
   */
  at: number | null
}

export interface TiedRow<Row> {
  row: Row
  /** How many rows of the group have a better rank. */
  behind: number
  decided: DecidedTie | null
}

/**
 * Puts rows with equal totals in order. The first rule that separates some of them ranks them; those that are still
 * equal are compared again by the same rule among themselves, then by the next one. Rows that no rule separates share a
 * rank and are in the order of their keys.
 */
export function rankTied<Row extends ScoredRow>(
  rows: readonly Row[],
  ties: readonly TieRule[],
): TiedRow<Row>[] {
  const decided = new Map<string, DecidedTie>()
  const groups = separate(rows, ties, decided)
  let behind = 0
  return groups.flatMap((group) => {
    const from = behind
    behind += group.length
    return group
      .toSorted((a, b) => compareCodePoints(a.row, b.row))
      .map((row, index) => ({
        row,
        behind: from,
        // Only the last one of those who share a rank is next to the row below.
        decided: (index === group.length - 1 && decided.get(groupName(group))) || null,
      }))
  })
}

/** The rows in groups that share a rank, the best first; notes what put each group ahead of the next. */
function separate<Row extends ScoredRow>(
  rows: readonly Row[],
  ties: readonly TieRule[],
  decided: Map<string, DecidedTie>,
): Row[][] {
  const [rule, ...others] = ties
  if (rows.length < 2 || rule === undefined) {
    return [[...rows]]
  }
  const parts = split(rows, rule)
  if (parts.length === 1) {
    return separate(rows, others, decided)
  }
  const groups = parts.map((part) => separate(part, ties, decided))
  groups.forEach((own, index) => {
    const [last, next] = [own.at(-1), groups[index + 1]?.[0]]
    if (last !== undefined && next !== undefined) {
      decided.set(groupName(last), compare(rule, { last, next, rows }))
    }
  })
  return groups.flat()
}

const groupName = (group: readonly ScoredRow[]) =>
  group
    .map(({ row }) => row)
    .toSorted(compareCodePoints)
    .join('\n')

/** By the rule alone, the best first; one part if it separates nobody. */
function split<Row extends ScoredRow>(rows: readonly Row[], rule: TieRule): Row[][] {
  const measured = measure(rows, rule)
  if (measured === null) {
    return [[...rows]]
  }
  const sorted = measured.toSorted((a, b) => compareNumbers(b.numbers, a.numbers))
  const parts: { numbers: readonly number[]; rows: Row[] }[] = []
  for (const { row, numbers } of sorted) {
    const part = parts.at(-1)
    if (part !== undefined && compareNumbers(part.numbers, numbers) === 0) part.rows.push(row)
    else parts.push({ numbers, rows: [row] })
  }
  return parts.map((part) => part.rows)
}

/** What the rule compares, more is better, the first difference decides; null if it cannot tell. */
function measure<Row extends ScoredRow>(
  rows: readonly Row[],
  rule: TieRule,
): { row: Row; numbers: readonly number[] }[] | null {
  if (rule === 'fewer_games' && rows.some(({ games }) => games === null)) {
    return null
  }
  if (rule === 'head_to_head' && rows.length > MOST_COMPARED) {
    return null
  }
  return rows.map((row) => ({ row, numbers: numbersOf(row, rule, rows) }))
}

function numbersOf(row: ScoredRow, rule: TieRule, group: readonly ScoredRow[]): readonly number[] {
  switch (rule) {
    case 'best_results':
      return bestResults(row)
    case 'wins':
      return [row.cells.filter(({ rank }) => rank === 1).length]
    case 'last_round':
      return row.cells.map(({ value }) => value).toReversed()
    case 'count_back':
      return countBack(row)
    case 'head_to_head':
      return [group.filter((other) => other !== row && isAhead(row, other)).length]
    case 'more_rounds':
      return [row.rounds]
    case 'fewer_games':
      return [-(row.games ?? 0)]
    case 'named_game':
      return [row.place === null ? Number.NEGATIVE_INFINITY : -row.place]
  }
}

/** A dropped one counts as a missing one, 0, so that all lists are equally long. */
const bestResults = ({ cells }: ScoredRow) =>
  cells.map(({ value, isDropped }) => (isDropped ? 0 : value)).toSorted((a, b) => b - a)

const ranksOf = ({ cells }: ScoredRow) => cells.flatMap(({ rank }) => rank ?? [])

/**
 * The ranks, the best first, negated so that more is better: the first difference is the first place that one had more
 * often. A missing one is the worst.
 */
function countBack({ cells }: ScoredRow): number[] {
  return cells
    .map(({ rank }) => (rank === null ? Number.NEGATIVE_INFINITY : -rank))
    .toSorted((a, b) => b - a)
}

/** In how many of the rounds that both raced each had the better rank. */
function meetings(a: ScoredRow, b: ScoredRow): [number, number] {
  let [own, other] = [0, 0]
  a.cells.forEach(({ rank }, index) => {
    const theirs = b.cells[index]?.rank ?? null
    if (rank === null || theirs === null) return
    if (rank < theirs) own += 1
    if (rank > theirs) other += 1
  })
  return [own, other]
}

function isAhead(row: ScoredRow, other: ScoredRow): boolean {
  const [own, theirs] = meetings(row, other)
  return own > theirs
}

interface Neighbours {
  last: readonly ScoredRow[]
  next: readonly ScoredRow[]
  /** All that the rule has separated. */
  rows: readonly ScoredRow[]
}

function compare(rule: TieRule, { last, next, rows }: Neighbours): DecidedTie {
  const [a] = last.toSorted((one, two) => compareCodePoints(two.row, one.row))
  const [b] = next.toSorted((one, two) => compareCodePoints(one.row, two.row))
  if (a === undefined || b === undefined) {
    throw new Error('a group without rows')
  }
  const [own, other] = [numbersOf(a, rule, rows), numbersOf(b, rule, rows)]
  const index = own.findIndex((number, at) => number !== other[at])
  const numbers = { own: Math.abs(own[index] ?? 0), other: Math.abs(other[index] ?? 0) }
  switch (rule) {
    case 'best_results':
      return { rule, over: b.row, own: own[index] ?? 0, other: other[index] ?? 0, at: index + 1 }
    case 'count_back': {
      const place = -Math.max(own[index] ?? 0, other[index] ?? 0)
      const timesIn = (row: ScoredRow) => ranksOf(row).filter((rank) => rank === place).length
      return { rule, over: b.row, own: timesIn(a), other: timesIn(b), at: place }
    }
    case 'last_round':
      return {
        ...{ rule, over: b.row, own: own[index] ?? 0, other: other[index] ?? 0 },
        at: own.length - index,
      }
    case 'head_to_head': {
      const [ahead, behind] = meetings(a, b)
      return rows.length > 2
        ? { rule, over: b.row, ...numbers, at: rows.length }
        : { rule, over: b.row, own: ahead, other: behind, at: rows.length }
    }
    case 'named_game':
      return { rule, over: b.row, own: a.place ?? 0, other: b.place ?? 0, at: null }
    default:
      return { rule, over: b.row, ...numbers, at: null }
  }
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((number, at) => number !== b[at])
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
