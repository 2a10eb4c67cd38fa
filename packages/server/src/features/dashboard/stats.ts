/** The widgets and graphs of a dashboard. Pure. docs/scoring.md, Dashboards. */
import type { Graph, Place, RaceType, Stats, Widget } from '@rollcall/contract/dashboard'
import { pointsPerRace } from '@rollcall/scoring/points'
import { type Racer, type RacerTotals, type SeasonPlace, sumOf } from './racer.ts'

export function seasonName(season: number): string {
  return `Season ${season}`
}

interface WhatIsShown {
  place: SeasonPlace | null
  /** A page about one channel does not compare channels. */
  isOneChannel: boolean
}

export function statsOf(racer: Racer, { place, isOneChannel }: WhatIsShown): Stats {
  const all = sumOf(racer.seasons)
  return all === null
    ? { widgets: [], graphData: [] }
    : {
        widgets: widgetsOf(all),
        graphData: graphsOf(racer, { all, isOneChannel }),
        ...placeOf(racer, place),
      }
}

function placeOf({ best }: Racer, place: SeasonPlace | null): { place?: Place } {
  return best && place
    ? { place: { ...place, season: seasonName(best.season), channel: best.channel } }
    : {}
}

/** `games`: in how many of the mode's games the number is known; absent for what is no sum over them. */
interface Shown {
  label: string
  value: number | null
  games?: number | null
}

function widgetsOf(totals: RacerTotals): Widget[] {
  const { racePoints, raceGames, royaleGames } = totals
  const isKnown = racePoints !== null && raceGames !== null
  const race: Shown[] = [
    { label: 'Points', value: racePoints, games: totals.gamesWithRacePoints },
    { label: 'Races', value: raceGames },
    { label: 'Wins', value: totals.raceWins, games: totals.gamesWithRaceWins },
    {
      label: 'Points per race',
      value: isKnown ? pointsPerRace({ points: racePoints, games: raceGames }) : null,
    },
  ]
  const royale: Shown[] = [
    { label: 'Points', value: totals.royalePoints, games: totals.gamesWithRoyalePoints },
    { label: 'Games', value: royaleGames },
    { label: 'Wins', value: totals.royaleWins, games: totals.gamesWithRoyaleWins },
    { label: 'Crown wins', value: totals.crownWins, games: totals.gamesWithCrownWins },
    { label: 'Kills', value: totals.kills, games: totals.gamesWithKills },
  ]
  return [
    ...race.map((shown) => widgetOf('race', shown, raceGames)),
    ...royale.map((shown) => widgetOf('royale', shown, royaleGames)),
  ]
}

function widgetOf(raceType: RaceType, { label, value, games }: Shown, of: number | null): Widget {
  const isPart = value !== null && games != null && of !== null && games < of
  return { label, value, raceType, ...(isPart && { knownIn: { games, of } }) }
}

function graphsOf(
  { seasons, bestChannels }: Racer,
  { all, isOneChannel }: { all: RacerTotals; isOneChannel: boolean },
): Graph[] {
  const seasonLabels = seasons.map(({ season }) => seasonName(season))
  const bySeason = (label: string, value: keyof RacerTotals) => ({
    label,
    data: seasons.map((totals) => totals[value]),
  })
  const perChannel: Graph = {
    title: 'Points per channel',
    graphType: 'bar',
    labels: bestChannels.map(({ name }) => name),
    datasets: [{ label: 'Points', data: bestChannels.map(({ points }) => points) }],
  }
  return [
    {
      title: 'Points per season',
      graphType: 'line',
      labels: seasonLabels,
      datasets: [bySeason('Race', 'racePoints'), bySeason('Royale', 'royalePoints')],
    },
    ...(isOneChannel ? [] : [perChannel]),
    {
      title: 'Race against royale',
      graphType: 'pie',
      labels: ['Race', 'Royale'],
      datasets: [{ label: 'Points', data: [all.racePoints, all.royalePoints] }],
    },
    {
      title: 'Wins per season',
      graphType: 'bar',
      labels: seasonLabels,
      datasets: [bySeason('Race', 'raceWins'), bySeason('Royale', 'royaleWins')],
    },
  ]
}
