import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('leaderboards', {
  title: 'Streamer Leaderboards',
  lead: 'Every point that viewers scored, race by race, channel by channel.',

  filters: {
    season: 'Season',
    chooseSeason: 'Select a season',
    noSeasons: 'No seasons available',
    lookup: 'Lookup Channel',
    lookupHint: 'Search by channel name',
    channel: 'channel',
  },

  sharing: {
    title: 'Share this season',
    picture: (season: string) => `The first three of ${season}`,
    daysTitle: 'Share these days',
    days: 'the channels of these days',
  },
  takeAway: 'Share, embed or download this leaderboard',
  takeAwayDays: 'Share, embed or download this board',

  board: {
    label: 'Leaderboard',
    rank: 'Rank',
    channel: 'Channel',
    loading: 'Loading...',
    none: 'No data found',
    failed: 'Error loading data',
    seasonsFailed: 'Error loading seasons data',
    boardFailed: (message: string) => `Error loading leaderboard data: ${message}`,
    noneShown: 'No channels found.',
    shownLowestFirst: (channels: number, page: number) =>
      `Showing ${formatChannels(channels)} on page ${formatNumber(page)}, lowest first.`,
    shownHighestFirst: (channels: number, page: number) =>
      `Showing ${formatChannels(channels)} on page ${formatNumber(page)}, highest first.`,
    noSeason: (season: number) => `There is no leaderboard for season ${season}.`,
    goToSeason: (name: string) => `Go to ${name}`,
    onlyPages: (pages: number) =>
      `This leaderboard has only ${formatCount(pages, { one: 'page', other: 'pages' })}.`,
    goToLastPage: 'Go to the last page',
  },

  columns: {
    totalPoints: {
      heading: 'Total Points',
      meaning: "All viewers' points from races and battle royales",
      unit: 'points',
    },
    totalRaces: {
      heading: 'Total Races',
      meaning: 'Races and battle royales together',
      unit: 'races and royales',
    },
    pointsPerRace: {
      heading: 'PPR',
      meaning: 'Points per race: total points divided by total races',
      unit: 'points per race',
    },
    raceHighScore: {
      heading: 'Race HS',
      meaning: 'Race high score: the most points in one race',
      unit: 'race high score',
    },
    battleRoyaleHighScore: {
      heading: 'BR HS',
      meaning: 'Battle royale high score: the most points in one battle royale',
      unit: 'royale high score',
    },
  },

  leaders: {
    label: 'Leaders',
    more: (channels: number) => `and ${formatNumber(channels)} more`,
    manyMore: 'and more',
  },

  own: {
    label: 'My rank',
    go: 'Go to my rank',
    behind: (gap: string) => `${gap} behind <channel/>`,
    ahead: (gap: string) => `${gap} ahead of <channel/>`,
  },
})

function formatChannels(count: number): string {
  return formatCount(count, { one: 'channel', other: 'channels' })
}
