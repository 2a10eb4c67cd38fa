/** The texts of the dashboard's pages; those of widgets and graphs by their keys. */
import type { DatasetKey, GraphKey, RaceType, WidgetKey } from '@rollcall/contract/dashboard'
import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber, formatPercent } from '#ui/format-number.ts'
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

const sections: Readonly<Record<RaceType | 'other', string>> = {
  race: 'Races',
  royale: 'Battle royale',
  other: 'Other games',
}

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
    races: 'Races and royales',
    totalPoints: 'Total points',
    totalRaces: 'Total races and royales',
    shareOfBest: (share: number) =>
      share === 1
        ? 'Your best season by points'
        : `${formatPercent(share)} of the points of your best season`,
  },

  todo: {
    title: 'To do',
    reveal: 'Reveal <event/>',
    goOn: 'Continue revealing <event/>',
  },

  news: {
    title: 'Since your last visit',
    nothing: 'Nothing new.',
    games: (total: number, won: number) =>
      won === 0
        ? `You played ${formatCount(total, { one: 'game', other: 'games' })}.`
        : `You played ${formatCount(total, { one: 'game', other: 'games' })} and won ${formatNumber(won)}.`,
    rank: (before: number, now: number) =>
      `On <channel/> you are ${ordinal(now)} now, from ${ordinal(before)}.`,
    badge: (name: string) => `You earned a badge: ${name}.`,
    event: '<event/> was revealed.',
    eventRank: (rank: number) => `<event/> was revealed: you came ${ordinal(rank)}.`,
  },

  stream: {
    title: 'Your stream',
    channel: 'Channel',
    page: 'Your boards and games',
    tonight: 'Tonight',
    games: (count: number) => formatCount(count, { one: 'game', other: 'games' }),
    noGames: 'No game yet',
    companion: 'Companion',
    seen: (ago: string) => `Sent or asked ${ago}`,
    never: 'Not seen yet',
    overlay: 'Overlays',
    hasOverlay: 'Change or copy the link',
    noOverlay: 'Show your board in OBS',
    uploads: 'My Uploads',
  },

  leagues: {
    title: 'Your leagues',
    open: (days: string) => `<round/> is open: ${days}.`,
    next: (days: string) => `Next: <round/>, ${days}.`,
    added: (rounds: string) => `New since your last visit: ${rounds}.`,
    before: (rank: number) => `You were ${ordinal(rank)} before.`,
    revised: (rounds: string) => `Changed since your last visit: ${rounds}.`,
  },

  notices: {
    title: 'What you should know',
    offBoards:
      '<channel/> does not want your name on its boards, since <date/>. Your points stay, and so does everything else about you.',
    answered: 'An admin answered your report about <name/> in <place/>: <answer/>',
    object: 'Object',
    objectTo: (channel: string) => `Object to the admins about the boards of ${channel}`,
    objectTitle: 'Object to the admins?',
    objectResult: 'An admin looks at it, and can put your name back on the boards.',
    details: 'What the admins should know',
    send: 'Send objection',
    hasObjected: 'You have objected. An admin will look at it.',
  },

  position: {
    title: 'Your ranks this season',
    none: 'You have no points in this season yet. Type !play in the chat of a channel that uploads its results, and your rank appears here.',
    rank: (rank: number | null, of: number) =>
      rank === null
        ? `Not ranked among ${formatRacers(of)}`
        : `${ordinal(rank)} of ${formatNumber(of)}`,
    next: (gap: number, rank: number) =>
      `${formatCount(gap, { one: 'point', other: 'points' })} to ${ordinal(rank)}`,
    board: "The season's board",
    racerPage: 'Your racer page',
    more: (channels: number) =>
      formatCount(channels, { one: 'more channel', other: 'more channels' }),
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
    points: (count: number | null) => formatCount(count, { one: 'point', other: 'points' }),
    races: (count: number | null) => formatCount(count, { one: 'race', other: 'races' }),
    wins: (count: number | null) => formatCount(count, { one: 'win', other: 'wins' }),
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
    pointsSoFar: (season: number, points: number) =>
      `${seasonName(season)} so far: ${formatNumber(points)}`,
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
