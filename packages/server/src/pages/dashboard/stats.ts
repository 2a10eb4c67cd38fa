/** The widgets and graphs of a dashboard. Pure. docs/scoring.md, Dashboards. */
import type {
  Graph,
  RacerRank,
  RaceType,
  Stats,
  Widget,
  WidgetKey,
} from '@rollcall/contract/dashboard'
import { pointsPerRace } from '@rollcall/scoring/points'
import type { Place } from '../../domain/boards/place-on-board.ts'
import {
  type DashboardNumbers,
  type RacerSum,
  sumSeasons,
} from '../../domain/boards/racer-numbers.ts'

export function seasonName(season: number): string {
  return `Season ${season}`
}

interface WhatIsShown {
  place: Pick<Place, 'rank' | 'of' | 'isShared'> | null
  /** A page about one channel does not compare channels. */
  isOneChannel: boolean
}

export function makeStats(racer: DashboardNumbers, { place, isOneChannel }: WhatIsShown): Stats {
  const all = sumSeasons(racer.seasons)
  return all === null
    ? { widgets: [], graphData: [] }
    : {
        widgets: makeWidgets(all),
        graphData: makeGraphs(racer, { all, isOneChannel }),
        ...makePlace(racer, place),
        currentSeason: racer.currentSeason,
      }
}

function makePlace({ best }: DashboardNumbers, place: WhatIsShown['place']): { place?: RacerRank } {
  return best && place && place.rank !== null
    ? {
        place: {
          rank: place.rank,
          of: place.of,
          ...(place.isShared && { isShared: true }),
          season: seasonName(best.season),
          seasonNumber: best.season,
          channel: best.channel,
        },
      }
    : {}
}

/**
 * `games` says in how many of the mode's games the number is known; it is missing if the number is not a sum over
 * games.
 */
interface Shown {
  key: WidgetKey
  label: string
  value: number | null
  games?: number | null
}

function makeWidgets(totals: RacerSum): Widget[] {
  const { racePoints, raceGames, royaleGames } = totals
  const isKnown = racePoints !== null && raceGames !== null
  const race: Shown[] = [
    { key: 'race-points', label: 'Points', value: racePoints, games: totals.gamesWithRacePoints },
    { key: 'race-games', label: 'Races', value: raceGames },
    { key: 'race-wins', label: 'Wins', value: totals.raceWins, games: totals.gamesWithRaceWins },
    {
      key: 'points-per-race',
      label: 'Points per race',
      value: isKnown ? pointsPerRace({ points: racePoints, games: raceGames }) : null,
    },
  ]
  const royale: Shown[] = [
    {
      key: 'royale-points',
      label: 'Points',
      value: totals.royalePoints,
      games: totals.gamesWithRoyalePoints,
    },
    { key: 'royale-games', label: 'Games', value: royaleGames },
    {
      key: 'royale-wins',
      label: 'Wins',
      value: totals.royaleWins,
      games: totals.gamesWithRoyaleWins,
    },
    {
      key: 'crown-wins',
      label: 'Crown wins',
      value: totals.crownWins,
      games: totals.gamesWithCrownWins,
    },
    { key: 'kills', label: 'Kills', value: totals.kills, games: totals.gamesWithKills },
  ]
  return [
    ...race.map((shown) => makeWidget('race', shown, raceGames)),
    ...royale.map((shown) => makeWidget('royale', shown, royaleGames)),
  ]
}

function makeWidget(
  raceType: RaceType,
  { key, label, value, games }: Shown,
  of: number | null,
): Widget {
  const isPart = value !== null && games != null && of !== null && games < of
  return { key, label, value, raceType, ...(isPart && { knownIn: { games, of } }) }
}

function makeGraphs(
  { seasons, bestChannels }: DashboardNumbers,
  { all, isOneChannel }: { all: RacerSum; isOneChannel: boolean },
): Graph[] {
  const bySeason = {
    labels: seasons.map(({ season }) => seasonName(season)),
    seasons: seasons.map(({ season }) => season),
  }
  const byMode = (race: keyof RacerSum, royale: keyof RacerSum): Graph['datasets'] => [
    { key: 'race', label: 'Race', data: seasons.map((totals) => totals[race]) },
    { key: 'royale', label: 'Royale', data: seasons.map((totals) => totals[royale]) },
  ]
  const perChannel: Graph = {
    key: 'points-per-channel',
    title: 'Points per channel',
    graphType: 'bar',
    labels: bestChannels.map(({ name }) => name),
    datasets: [{ key: 'points', label: 'Points', data: bestChannels.map(({ points }) => points) }],
  }
  return [
    {
      key: 'points-per-season',
      title: 'Points per season',
      graphType: 'line',
      ...bySeason,
      datasets: byMode('racePoints', 'royalePoints'),
    },
    ...(isOneChannel ? [] : [perChannel]),
    {
      key: 'race-against-royale',
      title: 'Race against royale',
      graphType: 'pie',
      labels: ['Race', 'Royale'],
      parts: ['race', 'royale'],
      datasets: [{ key: 'points', label: 'Points', data: [all.racePoints, all.royalePoints] }],
    },
    {
      key: 'wins-per-season',
      title: 'Wins per season',
      graphType: 'bar',
      ...bySeason,
      datasets: byMode('raceWins', 'royaleWins'),
    },
  ]
}
