/** The texts of the dashboard's pages; those of widgets and graphs by their keys. */
import type { DatasetKey, GraphKey, RaceType, WidgetKey } from '@rollcall/contract/dashboard'
import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { seasonName } from '#ui/season-name.ts'

const widgets: Readonly<Record<WidgetKey, string>> = {
  'race-points': 'Points',
  'race-games': 'Races',
  'race-wins': 'Wins',
  'points-per-race': 'Points per race',
  'royale-points': 'Points',
  'royale-games': 'Games',
  'royale-wins': 'Wins',
  'crown-wins': 'Crown wins',
  kills: 'Kills',
}

const graphs: Readonly<Record<GraphKey, string>> = {
  'points-per-season': 'Points per season',
  'points-per-channel': 'Points per channel',
  'race-against-royale': 'Race against royale',
  'wins-per-season': 'Wins per season',
}

const datasets: Readonly<Record<DatasetKey, string>> = {
  race: 'Race',
  royale: 'Royale',
  points: 'Points',
}

const sections: Readonly<Record<RaceType, string>> = { race: 'Races', royale: 'Battle royale' }

export const texts = catalogue('dashboard', {
  title: 'Welcome to the Dashboard!',
  toggles: 'Dashboard',
  bySeason: 'Season',
  byChannel: 'Lifetime by Channel',
  howNumbersCome:
    'Race your marble on a channel that uploads its results, and your numbers appear here.',

  seasons: {
    title: 'Seasons',
    empty: 'No Data Available',
    back: 'Back to Seasons',
    lifetime: 'Lifetime',
    points: 'Points',
    races: 'Races',
    totalPoints: 'Total points',
    totalRaces: 'Total races',
    unit: (games: number | null) => `${games === 1 ? 'game' : 'games'} (races and royales)`,
  },

  position: {
    title: 'Your position today',
    none: "You are on no channel's board this season yet. Type !play in the chat of a channel that uploads its results, and your rank appears here.",
    rank: (rank: number | null, of: number) =>
      rank === null
        ? `Not ranked among ${formatRacers(of)}`
        : `${ordinal(rank)} of ${formatNumber(of)}`,
    sinceYesterday: 'since yesterday',
    since: (day: string) => `since ${day}`,
    next: (gap: number, rank: number) =>
      `${formatCount(gap, { one: 'point', other: 'points' })} to ${ordinal(rank)}`,
    todaysBoard: "Today's board",
    racerPage: 'Your racer page',
    more: (channels: number) =>
      `And on ${formatCount(channels, { one: 'more channel', other: 'more channels' })}.`,
  },

  channels: {
    title: 'Channels',
    empty: 'No channels available',
    noSeason: (season: string) => `There is no season ${season}`,
    noSeasonHint: 'Use Back to Seasons above to choose one of your seasons.',
    order: 'Order of the channels',
    byName: 'Sort by Channel',
    byPoints: 'Sort by Most Points',
    byRaces: 'Sort by Most Races',
    byWins: 'Sort by Most Wins',
    points: (count: number | null) => `${formatNumber(count)} points`,
    races: (count: number | null) => `${formatNumber(count)} races`,
    wins: (count: number | null) => `${formatNumber(count)} wins`,
    facts: { points: 'Points', rank: 'Rank', games: 'Games' },
    rank: (rank: number, of: number) => `${ordinal(rank)} of ${formatNumber(of)}`,
  },

  channel: {
    back: 'Back to Channel List',
    backToSeason: (season: string) => `Back to S${season} Channel List`,
    season: 'Season',
    loading: 'Loading...',
    publicPage: 'Board and games of this channel',
  },

  stats: {
    empty: 'No stats available',
    unknown: 'Not recorded by the companion',
    knownIn: ({ games, of }: { games: number; of: number }) =>
      `in ${formatNumber(games)} of ${formatCount(of, { one: 'game', other: 'games' })}`,
    hero: 'Points from races and royales',
    rank: (season: number) => `Rank in ${seasonName(season)}`,
    points: (season: number, points: number) => `${seasonName(season)}: ${formatNumber(points)}`,
    comparedWith: (season: number) => `compared with ${seasonName(season)}`,
    sections,
    widgets,
    graphs,
    datasets,
    allGraphs: 'Graphs',
    unknownGraph: 'Unknown graph type',
    enlarge: 'Enlarge',
    enlargeGraph: (title: string) => `Enlarge ${title}`,
    shrink: 'Back to normal size',
  },
})

function formatRacers(count: number): string {
  return formatCount(count, { one: 'racer', other: 'racers' })
}
