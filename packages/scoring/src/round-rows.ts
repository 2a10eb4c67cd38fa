/** What a row of a league has of a round if only the best of it counts. docs/scoring.md, Leagues, Rows */
import { fairPoints, type GamePlace } from './fair-points.ts'
import { addFractions, compareFractions, type Fraction, NOTHING } from './fraction.ts'
import { fromHundredths, toHundredths } from './points.ts'

/** What a racer has of a round on one channel. */
export interface ChannelPart {
  /** Its id. */
  channel: number
  /** Without adjustments. Up to 2 decimals; may be negative. */
  points: number
  /** null if the channel does not say how many. */
  games: number | null
  /** The part of the points that was given for taking part. */
  participation: number
  /** The first games that count there, the earliest first; absent: nobody asked, or a frozen board does not say. */
  fair?: readonly GamePlace[]
}

/**
 * A racer's points of their best channels, with the games and the participation on these. Several parts of one channel, which a racer with
 * several logins has, are one. Of channels with equal points those with fewer games count, and unknown numbers last.
 */
export function bestChannels(parts: readonly ChannelPart[], best: number): Sum {
  return sumParts(channelsInOrder(parts).slice(0, best))
}

/** One part for each channel, the best first. */
export function channelsInOrder(parts: readonly ChannelPart[]): ChannelPart[] {
  const byChannel = Map.groupBy(parts, ({ channel }) => channel)
  const channels = Array.from(byChannel, ([channel, same]) => ({ channel, ...sumParts(same) }))
  return channels.toSorted(byPoints)
}

/** A streamer's points: the sum of the best rows of their own board. */
export function streamerPoints(rows: readonly number[], best: number): number {
  const sorted = rows.map(toHundredths).toSorted((a, b) => b - a)
  return fromHundredths(sorted.slice(0, best).reduce((sum, points) => sum + points, 0))
}

/** The same of fair points, each row's from its first games there. */
export const fairStreamerPoints = (
  rows: readonly (readonly GamePlace[])[],
  { best, games }: { best: number; games: number },
): Fraction =>
  rows
    .map((places) => fairPoints(places, games))
    .toSorted((a, b) => compareFractions(b, a))
    .slice(0, best)
    .reduce(addFractions, NOTHING)

type Sum = Omit<ChannelPart, 'channel' | 'fair'>

function sumParts(parts: readonly Sum[]): Sum {
  const hundredths = parts.reduce((sum, { points }) => sum + toHundredths(points), 0)
  const games = parts.reduce<number | null>(
    (sum, part) => (sum === null || part.games === null ? null : sum + part.games),
    0,
  )
  const participation = parts.reduce((sum, part) => sum + toHundredths(part.participation), 0)
  return {
    points: fromHundredths(hundredths),
    games,
    participation: fromHundredths(participation),
  }
}

const byPoints = (a: Sum, b: Sum) =>
  toHundredths(b.points) - toHundredths(a.points) ||
  (a.games ?? Number.MAX_VALUE) - (b.games ?? Number.MAX_VALUE)
