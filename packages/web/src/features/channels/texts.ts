import type { BoardMode } from '@rollcall/contract/channels'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('channels', {
  on: (platform: string) => `<channel/> on ${platform}`,
  figures: {
    label: (season: string) => `${season} of this channel`,
    points: (season: string) => `Points in ${season}`,
    games: 'Games',
  },

  board: {
    title: 'Racers',
    spans: {
      label: 'When',
      today: 'Today',
      lifetime: 'All seasons',
      day: 'A day',
    },
    modes: {
      label: 'Mode',
      all: 'Races and royales',
      race: 'Races',
      royale: 'Battle royales',
      tilt: 'Tilt levels',
    } satisfies Record<BoardMode | 'label', string>,
    chooseDay: 'Marble day',
    dayEnds: 'This marble day ends <time/>.',
    dayChanges: 'A marble day begins and ends at noon in New York, which is <time/> for you.',
    find: 'Find a racer',
    none: 'Nobody yet',
    noneHint: {
      today: 'The first game of the day brings them here.',
      season: 'The first game of the season brings them here.',
      lifetime: 'Racers appear here with the first game on this channel.',
      day: 'Nothing was played on this day.',
    },
    notFound: 'Nobody of that name',
    notFoundHint: 'No racer of that name is on this board.',
    levels: (survived: number, of: number) =>
      `${formatNumber(survived)} of ${formatCount(of, { one: 'level', other: 'levels' })} survived`,
    download: 'this board',
    downloadFound: 'the racers found',
    between: (days: string) => `${days}, which a snapshot cannot tell apart`,
  },

  own: {
    title: 'Your place',
    list: 'You, and who is next to you',
    you: 'You',
    ahead: (gap: number, mode: BoardMode) => `${scores(gap, mode)} ahead of you`,
    behind: (gap: number, mode: BoardMode) => `${scores(gap, mode)} behind you`,
    absent: 'You are not on this board yet.',
    go: 'Show me on the board',
  },

  games: {
    title: 'Latest games',
    none: 'No game on this channel is public yet.',
  },

  maps: {
    title: 'Maps most played here',
    none: 'No map was played on this channel yet.',
    plays: (plays: number) => formatCount(plays, { one: 'game', other: 'games' }),
    by: 'by <creator/>',
    fastest: '<racer/> was the fastest here, <game/>',
  },

  records: {
    title: 'Records set here',
    lead: 'Maps whose fastest finish of all was on this channel.',
    set: '<racer/>, <game/>',
  },

  champions: {
    title: 'Champions',
    of: (season: string) => `Champion of ${season}`,
  },

  events: {
    title: 'Events',
  },

  sharing: {
    title: 'Share this board',
    alt: (channel: string) => `The first three on the board of ${channel}`,
  },
})

function scores(count: number, mode: BoardMode): string {
  return mode === 'tilt'
    ? formatCount(count, { one: 'level', other: 'levels' })
    : formatCount(count, { one: 'point', other: 'points' })
}
