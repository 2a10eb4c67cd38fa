import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('leaderboards/season', {
  kind: 'Streamer leaderboard',
  running: (channels: number) => `This season is running: ${formatChannels(channels)} so far.`,
  begun: 'This season has begun, but nobody has played in it yet.',
  finished: (channels: number) => `This season is finished: ${formatChannels(channels)} took part.`,
  over: 'This season is finished, and none of its results are left.',
  otherSeasons: 'Other seasons',

  none: (season: string) => `${season} has no results yet`,
  noneHint:
    'Its standings, its leaders and its best racers appear here with the first game: sign in, then connect a companion, or upload the files of a race under My Uploads.',

  leaders: {
    title: 'In the lead',
    champions: 'Champions',
    columns: {
      totalPoints: 'Total points',
      totalRaces: 'Total races',
      pointsPerRace: 'Points per race',
      raceHighScore: 'Race high score',
      battleRoyaleHighScore: 'Battle royale high score',
    },
    more: (count: number) => `${formatNumber(count)} more`,
  },

  days: {
    title: 'Weeks and months',
    when: 'When',
    week: 'Week',
    month: 'Month',
    none: 'No points of these days are known.',
    held: (channels: number) => `${formatChannels(channels)} will be on this board after a show.`,
    undated:
      'Some points of this season belong to no day, because only season files came. They are on the board of no week or month.',
  },

  racers: {
    top: 'Top racers',
    topLead: 'Points and rank on one channel.',
    none: 'No racer has points in this season.',
    champions: 'Champions among racers',
    championsLead: 'Most points on their channel.',
    on: 'on <channel/>',
  },

  events: {
    title: 'Events of this season',
  },

  sharing: {
    title: 'Share this season',
    alt: (season: string) => `The first three of ${season}`,
  },

  top: {
    title: (season: string) => `Top ten channels of ${season}`,
    anySeason: 'Top ten channels',
    none: 'No channel has results yet. The first ten appear here with the first game.',
    all: 'All standings',
  },
})

function formatChannels(count: number): string {
  return formatCount(count, { one: 'channel', other: 'channels' })
}
