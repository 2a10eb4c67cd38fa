/** The widgets and graphs of a dashboard. Pure. docs/scoring.md, Dashboards. */
import type { Graph, Place, Stats, Widget } from '@rollcall/contract/dashboard'
import { addKnown } from '@rollcall/scoring/board-row'
import { pointsPerRace } from '@rollcall/scoring/points'
import { type Racer, type RacerTotals, sumOf, sumsByChannel, sumsBySeason } from './racer.ts'

const CHANNELS_SHOWN = 10

export function seasonName(season: number): string {
  return `Season ${season}`
}

export function totalPoints(totals: RacerTotals): number | null {
  return addKnown(totals.racePoints, totals.royalePoints)
}

export function totalGames(totals: RacerTotals): number | null {
  return addKnown(totals.raceGames, totals.royaleGames)
}

export function statsOf(racer: Racer): Stats {
  const all = sumOf(racer.rows)
  return all === null
    ? { widgets: [], graphData: [] }
    : { widgets: widgetsOf(all), graphData: graphsOf(racer, all), ...placeOf(racer) }
}

function placeOf({ place, channels }: Racer): { place?: Place } {
  const channel = channels.find(({ id }) => id === place?.channelId)
  return place && channel
    ? {
        place: {
          rank: place.rank,
          of: place.of,
          season: seasonName(place.season),
          channel: channel.name,
        },
      }
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

function graphsOf(racer: Racer, all: RacerTotals): Graph[] {
  const seasons = sumsBySeason(racer)
  const seasonLabels = seasons.map(({ season }) => seasonName(season))
  const bySeason = (label: string, value: keyof RacerTotals) => ({
    label,
    data: seasons.map(({ totals }) => totals[value]),
  })
  // Channels come by name and this sort is stable, so ties stay in that order.
  const best = sumsByChannel(racer)
    .toSorted((a, b) => (totalPoints(b.totals) ?? -1) - (totalPoints(a.totals) ?? -1))
    .slice(0, CHANNELS_SHOWN)
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
      labels: best.map(({ channel }) => channel.name),
      datasets: [{ label: 'Points', data: best.map(({ totals }) => totalPoints(totals)) }],
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
