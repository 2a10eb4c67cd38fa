/** A racer's numbers, and where they stand. Pure. docs/scoring.md, Dashboards. */
import { addKnown } from '@rollcall/scoring/board-row'
import type { RacerRow } from '../boards/racers.ts'

/** Unknown numbers are left out of a sum; null: all are unknown. */
interface ModeTotals {
  racePoints: number | null
  raceGames: number | null
  raceWins: number | null
  royalePoints: number | null
  royaleGames: number | null
  royaleWins: number | null
}

export interface RacerTotals extends ModeTotals {
  crownWins: number | null
  kills: number | null
  /** In how many of the games the number is known. */
  gamesWithRacePoints: number | null
  gamesWithRaceWins: number | null
  gamesWithRoyalePoints: number | null
  gamesWithRoyaleWins: number | null
  gamesWithCrownWins: number | null
  gamesWithKills: number | null
}

export interface SeasonSum extends RacerTotals {
  season: number
}

export interface ChannelOfRacer {
  id: number
  name: string
  /** null: of nobody who was ever here. */
  username: string | null
  /** null: the username is shown. */
  displayName: string | null
  profileImageUrl: string | null
}

export interface ChannelSum extends ChannelOfRacer, ModeTotals {}

/** A login, and in which seasons it was the user's; null: without a first or a last one. */
export interface LoginPeriod {
  platform: string
  login: string
  firstSeason: number | null
  lastSeason: number | null
}

export interface SeasonPoints {
  season: number
  channelId: number
  channel: string
  points: number
}

export interface Racer {
  /** The oldest first. */
  seasons: readonly SeasonSum[]
  /** In the latest season with known points, the channel with most of them. */
  best: SeasonPoints | null
  /** Those with most points first, ties by name. */
  bestChannels: readonly { name: string; points: number | null }[]
  periods: readonly LoginPeriod[]
}

/** Among the racers of a channel; equal points share a rank. */
export interface SeasonPlace {
  rank: number
  of: number
}

export function totalPoints(totals: RacerTotals): number | null {
  return addKnown(totals.racePoints, totals.royalePoints)
}

export function totalGames(totals: RacerTotals): number | null {
  return addKnown(totals.raceGames, totals.royaleGames)
}

/** Everything together; null where there are no seasons at all. */
export function sumOf(seasons: readonly SeasonSum[]): RacerTotals | null {
  const [first, ...others] = seasons
  return first === undefined ? null : others.reduce<RacerTotals>(plus, first)
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
    gamesWithRacePoints: addKnown(a.gamesWithRacePoints, b.gamesWithRacePoints),
    gamesWithRaceWins: addKnown(a.gamesWithRaceWins, b.gamesWithRaceWins),
    gamesWithRoyalePoints: addKnown(a.gamesWithRoyalePoints, b.gamesWithRoyalePoints),
    gamesWithRoyaleWins: addKnown(a.gamesWithRoyaleWins, b.gamesWithRoyaleWins),
    gamesWithCrownWins: addKnown(a.gamesWithCrownWins, b.gamesWithCrownWins),
    gamesWithKills: addKnown(a.gamesWithKills, b.gamesWithKills),
  }
}

/**
 * Former logins of the racer's own do not stand before them.
 *
 * @param racers those that the board remembers, the best first, of `total`
 * @returns null behind more racers than those
 */
export function placeAmong(
  { racers, total }: { racers: readonly Omit<RacerRow, 'racerId'>[]; total: number },
  { points, season }: SeasonPoints,
  periods: readonly LoginPeriod[],
): SeasonPlace | null {
  const own = periods.filter(
    ({ firstSeason, lastSeason }) =>
      (firstSeason ?? season) <= season && season <= (lastSeason ?? season),
  )
  const others = racers.filter(
    (racer) =>
      !own.some(({ platform, login }) => racer.login === login && racer.platform === platform),
  )
  const ahead = others.filter((racer) => racer.points > points).length
  const last = racers.at(-1)
  return racers.length < total && last !== undefined && last.points > points
    ? null
    : { rank: 1 + ahead, of: 1 + others.length + total - racers.length }
}
