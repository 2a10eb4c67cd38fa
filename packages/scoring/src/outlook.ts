/** What may still happen in a league: who is certain to win, who no longer can. docs/scoring.md, What may still happen */
import { FAIR_POINTS } from './fair-points.ts'
import { fromHundredths, toHundredths } from './points.ts'
import { dropsAfter, neededRounds, type RoundPoints, type TableRules } from './series.ts'

/** A round that is not final yet. */
export interface RemainingRound {
  /** The highest value that a cell can get, and the lowest. Up to 2 decimals. */
  most: number
  least: number
}

/** A row as it is after the final rounds. */
export interface Contender {
  row: string
  /** One for each final round. */
  cells: readonly FinalCell[]
}

interface FinalCell {
  value: number
  /** null: did not race, or was disqualified. */
  rank: number | null
  isDisqualified: boolean
}

export interface Outlook {
  row: string
  /**
   * `clinched`: alone first, whatever happens. `out`: another row has a higher total, whatever happens, or too few
   * rounds are left for a rank.
   */
  state: 'clinched' | 'open' | 'out'
  /** What clinches whatever others do; null: it has clinched, or nothing it can do would be enough. */
  needs: Needs | null
}

export interface Needs {
  /**
   * The remaining rounds must give a sum above this; where results are dropped, it has to come from few of them. null:
   * no points are missing.
   */
  moreThan: number | null
  /** How many of them it must race, or it has no rank. */
  rounds: number
}

interface Bounding {
  multiplier: number
  /** What each bonus that a row can get once is worth. */
  bonuses: readonly number[]
  /** How many racers' fair points make up a row's; absent: only its own. */
  racers?: number
  /** Those that organisers have given in the round so far, one for each row. */
  adjustments?: readonly number[]
}

/**
 * What a round can still give; null if there is no upper limit, as for event points. A list that gives a lower rank more
 * than a higher one has none either, because nobody can say who will have which.
 */
export function boundsOf(
  points: RoundPoints,
  { multiplier, bonuses, racers = 1, adjustments = [] }: Bounding,
): RemainingRound | null {
  const highest = highestOf(points, racers)
  if (highest === null) return null
  const first = Math.floor((toHundredths(highest) * toHundredths(multiplier) + 50) / 100)
  const sumOf = (hundredths: readonly number[]) => hundredths.reduce((sum, each) => sum + each, 0)
  const each = bonuses.map(toHundredths)
  // Where places count, they are in the rank.
  const added = points.kind === 'fair' ? adjustments.map(toHundredths) : []
  return {
    most: fromHundredths(first + Math.max(0, ...added) + sumOf(each.filter((bonus) => bonus > 0))),
    least: fromHundredths(Math.min(0, ...added) + sumOf(each.filter((bonus) => bonus < 0))),
  }
}

/** null: nobody knows. Among enough marbles, a first place is rounded to all that a game can give. */
function highestOf(points: RoundPoints, racers: number): number | null {
  switch (points.kind) {
    case 'event':
      return null
    case 'places':
      return isFalling(points.table) ? (points.table[0] ?? 0) : null
    case 'fair':
      return FAIR_POINTS * points.games * racers
  }
}

/** Beyond the list there are 0 points, which everybody can get. */
const isFalling = (table: readonly number[]) =>
  [...table, 0].every((points, index) => index === 0 || points <= (table[index - 1] ?? 0))

/**
 * Every rival is assumed to get the most of every remaining round, also somebody who has not raced yet: equal ranks get
 * the same points, so all can. Nobody is penalised or disqualified any more. An equal total is neither clinched nor out.
 */
export function findOutlooks(
  rules: Pick<TableRules, 'drops' | 'minimumRounds'>,
  contenders: readonly Contender[],
  remaining: readonly RemainingRound[],
): Outlook[] {
  const needed = neededRounds(rules)
  const finals = contenders[0]?.cells.length ?? 0
  const dropped = dropsAfter(rules.drops, finals + remaining.length)
  const most = remaining.map((round) => toHundredths(round.most))
  const least = remaining.map((round) => toHundredths(round.least))
  const all = contenders.map(({ row, cells }) => {
    const raced = cells.filter(({ rank }) => rank !== null).length
    const totalWith = (values: readonly number[]) => totalOf(cells, values, dropped)
    return {
      ...{ row, cells, totalWith },
      missing: Math.max(0, needed - raced),
      best: totalWith(most),
      worst: totalWith(least),
    }
  })
  const canRank = ({ missing }: { missing: number }) => missing <= remaining.length
  const absent = Array<FinalCell>(finals).fill(ABSENT)
  const newcomer = { row: null, missing: needed, best: totalOf(absent, most, dropped) }
  const rivals = [...all, newcomer].filter(canRank).toSorted((a, b) => b.best - a.best)
  // Those who have a rank without racing again, and then at least so much.
  const certain = all.filter(({ missing }) => missing === 0).toSorted((a, b) => b.worst - a.worst)
  return all.map((own) => {
    const isOther = (other: { row: string | null }) => other.row !== own.row
    const highest = rivals.find(isOther)?.best ?? Number.NEGATIVE_INFINITY
    if (own.missing === 0 && own.worst > highest) {
      return { row: own.row, state: 'clinched', needs: null }
    }
    const ahead = certain.find(isOther)?.worst ?? Number.NEGATIVE_INFINITY
    return !canRank(own) || own.best < ahead
      ? { row: own.row, state: 'out', needs: null }
      : { row: own.row, state: 'open', needs: findNeeds(own, most, highest) }
  })
}

const ABSENT: FinalCell = { value: 0, rank: null, isDisqualified: false }

interface Own {
  missing: number
  best: number
  totalWith: (values: readonly number[]) => number
}

function findNeeds(own: Own, most: readonly number[], highest: number): Needs | null {
  if (own.best <= highest) return null
  // Points count most where fewest results are dropped: in few rounds, the most valuable first.
  const rounds = most.toSorted((a, b) => b - a)
  const spread = (sum: number) => {
    let left = sum
    return rounds.map((round) => {
      const given = Math.min(round, left)
      left -= given
      return given
    })
  }
  let [short, enough] = [-1, rounds.reduce((sum, round) => sum + round, 0)]
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2)
    if (own.totalWith(spread(middle)) > highest) enough = middle
    else short = middle
  }
  return { moreThan: short < 0 ? null : fromHundredths(short), rounds: own.missing }
}

/** In hundredths, without the worst results. A disqualification is never one of them. */
function totalOf(cells: readonly FinalCell[], values: readonly number[], dropped: number): number {
  const disqualified = cells.filter(({ isDisqualified }) => isDisqualified)
  const droppable = cells
    .filter(({ isDisqualified }) => !isDisqualified)
    .map(({ value }) => toHundredths(value))
  return [
    ...disqualified.map(({ value }) => toHundredths(value)),
    ...[...droppable, ...values].toSorted((a, b) => a - b).slice(dropped),
  ].reduce((sum, value) => sum + value, 0)
}
