/** Points that are equally hard to get in large fields and in small ones. docs/scoring.md, Fair points */
import { fromHundredths } from './points.ts'

/** A game of the round that counts. */
export interface FairGame {
  finishedAt: Date
  /** Games that finished at the same instant are in this order. */
  id: number
  /** Everybody in it, also those who were eliminated. Each row at most once. */
  results: readonly { row: string; place: number }[]
}

export interface FairResult {
  row: string
  /** Up to 2 decimals. */
  points: number
  /** How many games have given them; at most the number asked for. */
  games: number
}

/**
 * Each row's first games, on any channel, by finish time: each gives the share of its field that the row has beaten, from
 * 0 to 100, and half its own place. Rows that share a place get the mean of the places that they take up. The sum is
 * exact, and rounded once, half up.
 *
 * @param first how many games count for each row
 */
export function fairPoints(games: readonly FairGame[], first: number): FairResult[] {
  const shares = new Map<string, Fraction[]>()
  const inTime = games.toSorted(
    (a, b) => a.finishedAt.getTime() - b.finishedAt.getTime() || a.id - b.id,
  )
  for (const { results } of inTime) {
    for (const [row, share] of sharesOf(results)) {
      const own = shares.get(row) ?? []
      if (own.length < first) shares.set(row, [...own, share])
    }
  }
  return Array.from(shares, ([row, own]) => ({ row, points: percent(own), games: own.length }))
}

interface Fraction {
  over: number
  under: number
}

function sharesOf(results: FairGame['results']): Map<string, Fraction> {
  const field = results.length
  const shares = new Map<string, Fraction>()
  let above = 0
  const byPlace = [...Map.groupBy(results, ({ place }) => place)].toSorted(([a], [b]) => a - b)
  for (const [, equal] of byPlace) {
    // The mean of the places above + 1 to above + equal.length, twice, to stay whole.
    const doubledPlace = 2 * above + equal.length + 1
    for (const { row } of equal) {
      shares.set(row, { over: 2 * field + 1 - doubledPlace, under: 2 * field })
    }
    above += equal.length
  }
  return shares
}

function percent(shares: readonly Fraction[]): number {
  const sum = shares.reduce(
    (total, { over, under }) => ({
      over: total.over * BigInt(under) + BigInt(over) * total.under,
      under: total.under * BigInt(under),
    }),
    { over: 0n, under: 1n },
  )
  return fromHundredths(Number((2n * 10_000n * sum.over + sum.under) / (2n * sum.under)))
}
