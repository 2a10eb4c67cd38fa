/** A racer's numbers. Pure. docs/scoring.md, Dashboards. */
import { addKnown } from '@rollcall/scoring/board-row'

/** Sums leave out unknown numbers; a sum is null if all of them are unknown. */
interface ModeTotals {
  racePoints: number | null
  raceGames: number | null
  raceWins: number | null
  royalePoints: number | null
  royaleGames: number | null
  royaleWins: number | null
}

export interface RacerSum extends ModeTotals {
  crownWins: number | null
  kills: number | null
  /** In how many games each number is known. */
  gamesWithRacePoints: number | null
  gamesWithRaceWins: number | null
  gamesWithRoyalePoints: number | null
  gamesWithRoyaleWins: number | null
  gamesWithCrownWins: number | null
  gamesWithKills: number | null
}

export interface SeasonSum extends RacerSum {
  season: number
}

export interface ChannelOfRacer {
  id: number
  name: string
  /** null if the streamer has never signed in. */
  username: string | null
  /** null if pages show the username. */
  displayName: string | null
  profileImageUrl: string | null
}

export interface ChannelSum extends ChannelOfRacer, ModeTotals {}

export interface SeasonPoints {
  season: number
  channelId: number
  channel: string
  points: number
}

export interface DashboardNumbers {
  /** Oldest first. */
  seasons: readonly SeasonSum[]
  /** The channel with the most points in the latest season with known points. */
  best: SeasonPoints | null
  /** Most points first, ties by name. */
  bestChannels: readonly { name: string; points: number | null }[]
  /** Under all logins that have ever been theirs. */
  racerIds: readonly number[]
  currentSeason: number
}

export function totalPoints(totals: RacerSum): number | null {
  return addKnown(totals.racePoints, totals.royalePoints)
}

export function totalGames(totals: RacerSum): number | null {
  return addKnown(totals.raceGames, totals.royaleGames)
}

/** The sum of all seasons; null without seasons. */
export function sumSeasons(seasons: readonly SeasonSum[]): RacerSum | null {
  const [first, ...others] = seasons
  return first === undefined ? null : others.reduce<RacerSum>(plus, first)
}

function plus(a: RacerSum, b: RacerSum): RacerSum {
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
