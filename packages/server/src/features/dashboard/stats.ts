/** The widgets and graphs of a dashboard. Pure. docs/scoring.md, Dashboards. */
import type { Graph, Place, Stats, Widget } from '@rollcall/contract/dashboard'
import { pointsPerRace } from '@rollcall/scoring/points'
import { type Racer, type RacerTotals, type SeasonPlace, sumOf } from './racer.ts'

export function seasonName(season: number): string {
  return `Season ${season}`
}

export function statsOf(racer: Racer, place: SeasonPlace | null): Stats {
  const all = sumOf(racer.seasons)
  return all === null
    ? { widgets: [], graphData: [] }
    : { widgets: widgetsOf(all), graphData: graphsOf(racer, all), ...placeOf(racer, place) }
}

function placeOf({ best }: Racer, place: SeasonPlace | null): { place?: Place } {
  return best && place
    ? { place: { ...place, season: seasonName(best.season), channel: best.channel } }
    : {}
}

function widgetsOf(totals: RacerTotals): Widget[] {
  const race = (label: string, value: number | null): Widget => ({ label, value, raceType: 'race' })
  const royale = (label: string, value: number | null): Widget => ({
    label,
    value,
    raceType: 'royale',
  })
  const { racePoints, raceGames } = totals
  const isKnown = racePoints !== null && raceGames !== null
  return [
    race('Points', racePoints),
    race('Races', raceGames),
    race('Wins', totals.raceWins),
    race(
      'Points per race',
      isKnown ? pointsPerRace({ points: racePoints, games: raceGames }) : null,
    ),
    royale('Points', totals.royalePoints),
    royale('Games', totals.royaleGames),
    royale('Wins', totals.royaleWins),
    royale('Crown wins', totals.crownWins),
    royale('Kills', totals.kills),
  ]
}

function graphsOf({ seasons, bestChannels }: Racer, all: RacerTotals): Graph[] {
  const seasonLabels = seasons.map(({ season }) => seasonName(season))
  const bySeason = (label: string, value: keyof RacerTotals) => ({
    label,
    data: seasons.map((totals) => totals[value]),
  })
  return [
    {
      title: 'Points per season',
      graphType: 'line',
      labels: seasonLabels,
      datasets: [bySeason('Race', 'racePoints'), bySeason('Royale', 'royalePoints')],
    },
    {
      title: 'Points per channel',
      graphType: 'bar',
      labels: bestChannels.map(({ name }) => name),
      datasets: [{ label: 'Points', data: bestChannels.map(({ points }) => points) }],
    },
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
