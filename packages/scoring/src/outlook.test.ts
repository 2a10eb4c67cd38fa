import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, type Contender, findOutlooks, type Outlook } from './outlook.ts'

/** 300 with `npm test`, 10,000 with `npm run test:long`. */
const LEAGUES = Math.ceil(10_000 * Number(process.env.RANDOM_CASES_SHARE ?? 0.03))

interface Season {
  /** Points for ranks, from the first. */
  table: number[]
  drops: number[]
  minimumRounds: number
  /** What each row has of each final round; null: did not race. */
  finals: (number | 'disqualified' | null)[][]
  remaining: { multiplier: number; bonus: number }[]
}

/** Of one season, at most. With five rows, a combination is still an exact number. */
const MOST_POSITIONS = 1000

/*
 * Every outcome, tried one round after the other; outcomes after which all rows are in the same position go on as one.
 * The last row is somebody who has not raced yet. It shares no code with outlook.ts and series.ts.
 */

/** What a row gets of a round; null: does not race. */
type Got = number | null

/** Every way in which so many rows can come in, with absent rows and shared levels. */
function finishes(rows: number, levels: number): (number | null)[][] {
  if (rows === 0) return [[]]
  return finishes(rows - 1, levels).flatMap((others) =>
    [null, ...Array(levels).keys()].map((level) => [...others, level]),
  )
}

/** They do not depend on the season, and are as many as 10 thousand. */
const finishesOf = [1, 2, 3, 4, 5].map((rows) => {
  const ranks = finishes(rows, rows).map((levels) =>
    levels.map((level) =>
      level === null ? null : levels.filter((other) => other !== null && other < level).length,
    ),
  )
  return [...new Map(ranks.map((each) => [JSON.stringify(each), each])).values()]
})

function outcomesOf(season: Season, rows: number, round: Season['remaining'][number]): Got[][] {
  const distinct = new Map<string, Got[]>()
  for (const ranks of finishesOf[rows - 1] ?? []) {
    const points = ranks.map((rank) =>
      rank === null ? null : (season.table[rank] ?? 0) * round.multiplier,
    )
    for (let winners = 0; winners < (round.bonus === 0 ? 1 : 2 ** rows); winners++) {
      const got = points.map((each, row) =>
        each === null ? null : each + ((winners >> row) & 1) * round.bonus,
      )
      distinct.set(JSON.stringify(got), got)
    }
  }
  return [...distinct.values()]
}

/** A row's results so far, as far as its total will depend on them. */
interface Position {
  sum: number
  /** The worst results, as many as will be dropped. */
  worst: readonly number[]
  /** How many rounds it still has to race for a rank. */
  missing: number
  /** Whether it has raced in one of the remaining rounds. */
  hasGoneOn: boolean
}

const dropsOf = ({ drops, finals, remaining }: Season): number =>
  [...finals, ...remaining].reduce((dropped, _, round) => drops[round] ?? dropped, 0)

function withResult(
  season: Season,
  position: Position,
  got: Season['finals'][number][number],
): Position {
  if (got === 'disqualified') return position
  const { sum, worst, missing } = position
  return {
    sum: sum + (got ?? 0),
    worst: [...worst, got ?? 0].toSorted((a, b) => a - b).slice(0, dropsOf(season)),
    missing: got === null ? missing : Math.max(0, missing - 1),
    hasGoneOn: position.hasGoneOn,
  }
}

function afterFinals(season: Season, row: number): Position {
  const missing = Math.max(1, season.minimumRounds)
  return season.finals.reduce<Position>(
    (position, round) => withResult(season, position, round[row] ?? null),
    { sum: 0, worst: [], missing, hasGoneOn: false },
  )
}

const totalOf = ({ missing, sum, worst }: Position): number | null =>
  missing > 0 ? null : worst.reduce((total, value) => total - value, sum)

/** All positions, numbered; the rows' numbers are the digits of one number, so that equal combinations are one. */
class Positions {
  readonly #season: Season
  readonly #rows: number
  readonly #all: { position: Position; total: number | null; next: Map<Got, number> }[] = []
  readonly #numbers = new Map<string, number>()

  constructor(season: Season, rows: number) {
    this.#season = season
    this.#rows = rows
  }

  /** Every combination of positions in which the rows can be in the end. */
  endings(): Set<number> {
    const begin = Array.from({ length: this.#rows }, (_, row) =>
      this.#numberOf(afterFinals(this.#season, row)),
    )
    return this.#season.remaining.reduce(
      (before, round) => {
        const outcomes = outcomesOf(this.#season, this.#rows, round)
        const after = new Set<number>()
        for (const combination of before) {
          const numbers = this.#split(combination)
          for (const outcome of outcomes) {
            let joined = 0
            for (let row = 0; row < this.#rows; row++) {
              joined =
                joined * MOST_POSITIONS + this.#after(numbers[row] ?? 0, outcome[row] ?? null)
            }
            after.add(joined)
          }
        }
        return after
      },
      new Set([begin.reduce((joined, number) => joined * MOST_POSITIONS + number, 0)]),
    )
  }

  of(combination: number) {
    return this.#split(combination).map((number) => this.#at(number))
  }

  #split(combination: number): number[] {
    const numbers = new Array<number>(this.#rows)
    let left = combination
    for (let row = this.#rows - 1; row >= 0; row--) {
      numbers[row] = left % MOST_POSITIONS
      left = Math.floor(left / MOST_POSITIONS)
    }
    return numbers
  }

  #at = (number: number) => this.#all[number] ?? expect.fail('no such position')

  #after(number: number, got: Got): number {
    const { position, next } = this.#at(number)
    const known = next.get(got)
    if (known !== undefined) return known
    const made = { ...withResult(this.#season, position, got) }
    const after = this.#numberOf({ ...made, hasGoneOn: position.hasGoneOn || got !== null })
    next.set(got, after)
    return after
  }

  #numberOf(position: Position): number {
    const key = JSON.stringify(position)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#all.push({ position, total: totalOf(position), next: new Map() }) - 1
    if (number >= MOST_POSITIONS) expect.fail('more positions than digits')
    this.#numbers.set(key, number)
    return number
  }
}

function triedOutlooks(season: Season, rows: number): Outlook[] {
  const positions = new Positions(season, rows)
  const alwaysAlone = new Array<boolean>(rows).fill(true)
  const everFirst = new Array<boolean>(rows).fill(false)
  // The highest total of the others, by row, in outcomes without it.
  const highest = new Array<number>(rows).fill(Number.NEGATIVE_INFINITY)
  for (const ending of positions.endings()) {
    const ends = positions.of(ending)
    for (const [row, { total, position }] of ends.entries()) {
      let best = Number.NEGATIVE_INFINITY
      for (const [other, end] of ends.entries()) {
        if (other !== row && end.total !== null) best = Math.max(best, end.total)
      }
      if (total === null || best >= total) alwaysAlone[row] = false
      if (total !== null && best <= total) everFirst[row] = true
      if (!position.hasGoneOn) highest[row] = Math.max(highest[row] ?? 0, best)
    }
  }
  return Array.from({ length: rows - 1 }, (_, row) => {
    const state = alwaysAlone[row] ? 'clinched' : everFirst[row] ? 'open' : 'out'
    const needs = state === 'open' ? triedNeeds(season, row, highest[row] ?? 0) : null
    return { row: String(row), state, needs }
  })
}

/** Every way of getting whole points in the remaining rounds, against others who got the most. */
function triedNeeds(season: Season, row: number, highest: number): Outlook['needs'] {
  const most = season.remaining.map(
    ({ multiplier, bonus }) => (season.table[0] ?? 0) * multiplier + Math.max(0, bonus),
  )
  const ways = most.reduce<{ got: number; position: Position }[]>(
    (before, each) =>
      before.flatMap(({ got, position }) =>
        Array.from({ length: each + 1 }, (_, points) => ({
          got: got + points,
          position: withResult(season, position, points),
        })),
      ),
    [{ got: 0, position: afterFinals(season, row) }],
  )
  const enough = ways.filter(({ position }) => {
    const total = totalOf(position)
    return total !== null && total > highest
  })
  const least = enough.length === 0 ? null : Math.min(...enough.map(({ got }) => got))
  const raced = season.finals.filter((round) => typeof round[row] === 'number').length
  const rounds = Math.max(0, Math.max(1, season.minimumRounds) - raced)
  return least === null ? null : { moreThan: least === 0 ? null : least - 1, rounds }
}

const seasons = fc
  .record({
    rows: fc.integer({ min: 1, max: 4 }),
    places: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
    drops: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 5 }),
    minimumRounds: fc.integer({ min: 0, max: 3 }),
    finals: fc.integer({ min: 0, max: 3 }),
    remaining: fc.array(
      fc.record({
        multiplier: fc.constantFrom(1, 1, 2),
        bonus: fc.constantFrom(0, 0, 0, 0, 1, -1),
      }),
      { maxLength: 3 },
    ),
    got: fc.infiniteStream(
      fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: -1, max: 8 }) },
        { weight: 1, arbitrary: fc.constantFrom('disqualified' as const, null) },
      ),
    ),
  })
  .map(({ rows: most, places, drops, finals, got, ...rest }): Season & { rows: number } => {
    // With more rows there would be millions of outcomes.
    const rows = rest.remaining.length === 3 ? Math.min(most, 3) : most
    const remaining = rest.remaining.map((round, index) =>
      index === 0 && (rows < 3 || rest.remaining.length < 2) ? round : { ...round, bonus: 0 },
    )
    const isLowered = remaining.some(({ bonus }) => bonus < 0)
    return {
      ...rest,
      // With a bonus below 0 the worst is to race without points, for which others must be ahead.
      table: places.toSorted((a, b) => b - a).slice(0, isLowered ? 1 : undefined),
      drops: drops.toSorted((a, b) => a - b),
      remaining,
      rows,
      finals: Array.from({ length: finals }, () =>
        Array.from({ length: rows }, () => got.next().value ?? null),
      ),
    }
  })

function outlooksOf({ table, remaining, finals, rows, ...rules }: Season & { rows: number }) {
  const bounds = remaining.map(({ multiplier, bonus }) =>
    boundsOf({ kind: 'places', table }, { multiplier, bonuses: bonus === 0 ? [] : [bonus] }),
  )
  const contenders = Array.from(
    { length: rows },
    (_, row): Contender => ({
      row: String(row),
      cells: finals.map((round) => {
        const got = round[row] ?? null
        return {
          value: typeof got === 'number' ? got : 0,
          rank: typeof got === 'number' ? 1 : null,
          isDisqualified: got === 'disqualified',
        }
      }),
    }),
  )
  return findOutlooks(
    rules,
    contenders,
    bounds.map((each) => each ?? expect.fail('no limit')),
  )
}

describe('what may still happen in a league', () => {
  it('is what trying every outcome says', () => {
    fc.assert(
      fc.property(seasons, (season) => {
        expect(outlooksOf(season)).toEqual(triedOutlooks(season, season.rows + 1))
      }),
      { numRuns: LEAGUES },
    )
  })

  it('has no upper limit where points have none, or where a lower rank gives more', () => {
    const round = { multiplier: 1, bonuses: [] }
    expect(boundsOf({ kind: 'event' }, round)).toBeNull()
    expect(boundsOf({ kind: 'places', table: [1, 2] }, round)).toBeNull()
    expect(boundsOf({ kind: 'places', table: [1, -2] }, round)).toBeNull()
  })

  it('multiplies the first place, and bonuses not', () => {
    expect(
      boundsOf({ kind: 'places', table: [12.5, 3] }, { multiplier: 1.5, bonuses: [2, -1, 3] }),
    ).toEqual({ most: 23.75, least: -1 })
  })
})
