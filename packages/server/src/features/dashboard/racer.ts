/** A racer's numbers by channel and season, and their sums. Pure. docs/scoring.md, Dashboards. */
import { addKnown } from '@rollcall/scoring/board-row'

/** Unknown numbers are left out of a sum; null: all are unknown. */
export interface RacerTotals {
  racePoints: number | null
  raceGames: number | null
  raceWins: number | null
  royalePoints: number | null
  royaleGames: number | null
  royaleWins: number | null
  crownWins: number | null
  kills: number | null
}

export interface RacerRow extends RacerTotals {
  season: number
  channelId: number
}

export interface ChannelOfRacer {
  id: number
  name: string
  owner: { username: string; profileImageUrl: string | null } | null
}

/** Among the racers of a channel, by points; equal points share a rank. */
export interface SeasonPlace {
  season: number
  channelId: number
  rank: number
  of: number
}

export interface Racer {
  rows: readonly RacerRow[]
  channels: readonly ChannelOfRacer[]
  /** In the latest season, on the channel where they have most points in it. */
  place?: SeasonPlace | null
}

export interface SeasonSum {
  season: number
  totals: RacerTotals
}

interface ChannelSum {
  channel: ChannelOfRacer
  totals: RacerTotals
}

/** Everything together; null where there are no rows at all. */
export function sumOf(rows: readonly RacerRow[]): RacerTotals | null {
  const [first, ...others] = rows
  if (first === undefined) {
    return null
  }
  return others.reduce<RacerTotals>(plus, first)
}

export function sumsBySeason({ rows }: Racer): SeasonSum[] {
  const sums = sumsBy(rows, ({ season }) => season)
  return [...sums]
    .map(([season, totals]) => ({ season, totals }))
    .sort((a, b) => a.season - b.season)
}

export function sumsByChannel({ rows, channels }: Racer): ChannelSum[] {
  const sums = sumsBy(rows, ({ channelId }) => channelId)
  return channels.flatMap((channel) => {
    const totals = sums.get(channel.id)
    return totals === undefined ? [] : [{ channel, totals }]
  })
}

function sumsBy(
  rows: readonly RacerRow[],
  keyOf: (row: RacerRow) => number,
): Map<number, RacerTotals> {
  const sums = new Map<number, RacerTotals>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    sums.set(key, sum === undefined ? row : plus(sum, row))
  }
  return sums
}

function plus(a: RacerTotals, b: RacerTotals): RacerTotals {
  return {
    racePoints: addKnown(a.racePoints, b.racePoints),
    raceGames: addKnown(a.raceGames, b.raceGames),
    raceWins: addKnown(a.raceWins, b.raceWins),
    royalePoints: addKnown(a.royalePoints, b.royalePoints),
    royaleGames: addKnown(a.royaleGames, b.royaleGames),
    royaleWins: addKnown(a.royaleWins, b.royaleWins),
    crownWins: addKnown(a.crownWins, b.crownWins),
    kills: addKnown(a.kills, b.kills),
  }
}
