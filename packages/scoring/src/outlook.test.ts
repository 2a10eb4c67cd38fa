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

/*
 * Every outcome, tried one after the other. The last row is somebody who has not raced yet. It shares no code with
 * outlook.ts and series.ts.
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

function outcomesOf(season: Season, rows: number, round: Season['remaining'][number]): Got[][] {
  const distinct = new Map<string, Got[]>()
  for (const levels of finishes(rows, rows)) {
    const points = levels.map((level) => {
      if (level === null) return null
      const rank = 1 + levels.filter((other) => other !== null && other < level).length
      return (season.table[rank - 1] ?? 0) * round.multiplier
    })
    for (let winners = 0; winners < (round.bonus === 0 ? 1 : 2 ** rows); winners++) {
      const got = points.map((each, row) =>
        each === null ? null : each + ((winners >> row) & 1) * round.bonus,
      )
      distinct.set(JSON.stringify(got), got)
    }
  }
  return [...distinct.values()]
}

function totalOf(season: Season, row: number, later: readonly Got[]): number | null {
  const before = season.finals.map((round) => round[row] ?? null)
  const all = [...before, ...later]
  const raced = all.filter((got) => typeof got === 'number').length
  if (raced < Math.max(1, season.minimumRounds)) return null
  const values = all.map((got) => (typeof got === 'number' ? got : got === null ? 0 : null))
  const droppable = values.filter((value) => value !== null).toSorted((a, b) => b - a)
  let drops = 0
  for (let round = 0; round < all.length; round++) drops = season.drops[round] ?? drops
  return droppable.slice(0, Math.max(0, droppable.length - drops)).reduce((sum, v) => sum + v, 0)
}

function everyOutcome(
  rounds: readonly Got[][][],
  visit: (later: readonly Got[][]) => void,
  chosen: readonly Got[][] = [],
): void {
  const [first, ...rest] = rounds
  if (first === undefined) visit(chosen)
  else for (const outcome of first) everyOutcome(rest, visit, [...chosen, outcome])
}

function triedOutlooks(season: Season, rows: number): Outlook[] {
  const rounds = season.remaining.map((round) => outcomesOf(season, rows, round))
  const alwaysAlone = new Array<boolean>(rows).fill(true)
  const everFirst = new Array<boolean>(rows).fill(false)
  // The highest total of the others, by row, in outcomes without it.
  const highest = new Array<number>(rows).fill(Number.NEGATIVE_INFINITY)
  everyOutcome(rounds, (later) => {
    const totals = Array.from({ length: rows }, (_, row) =>
      totalOf(
        season,
        row,
        later.map((outcome) => outcome[row] ?? null),
      ),
    )
    for (const [row, total] of totals.entries()) {
      const others = totals.filter((other, index) => index !== row && other !== null)
      const best = Math.max(...others.map(Number))
      if (total === null || best >= total) alwaysAlone[row] = false
      if (total !== null && best <= total) everFirst[row] = true
      if (later.every((outcome) => outcome[row] === null)) {
        highest[row] = Math.max(highest[row] ?? 0, best)
      }
    }
  })
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
  let least: number | null = null
  everyOutcome(
    most.map((each) => Array.from({ length: each + 1 }, (_, points) => [points])),
    (later) => {
      const got = later.map(([points]) => points ?? 0)
      const sum = got.reduce((total, points) => total + points, 0)
      const total = totalOf(season, row, got)
      if (total !== null && total > highest && (least === null || sum < least)) least = sum
    },
  )
  const raced = season.finals.filter((round) => typeof round[row] === 'number').length
  const rounds = Math.max(0, Math.max(1, season.minimumRounds) - raced)
  return least === null ? null : { moreThan: least === 0 ? null : least - 1, rounds }
}

const seasons = fc
  .record({
    rows: fc.integer({ min: 1, max: 3 }),
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
    const rows = rest.remaining.length === 3 ? Math.min(most, 2) : most
    const remaining = rest.remaining.map((round, index) =>
      index === 0 && rest.remaining.length < 3 ? round : { ...round, bonus: 0 },
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
