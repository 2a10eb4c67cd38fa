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
    earlierSeason: (season: string) =>
      `Nobody has played here in the current season yet. This is how ${season} ended.`,
    dayEnds: 'This marble day ends <time/>.',
    dayChanges: 'A marble day begins and ends at noon in New York, which is <time/> for you.',
    find: 'Find a racer',
    none: 'Nobody yet',
    noneHint: {
      today: "Racers appear here after the day's first game.",
      season: "Racers appear here after the season's first game.",
      lifetime: "Racers appear here after this channel's first game.",
      day: 'No games were played on this day.',
    },
    notFound: 'Nobody with that name',
    notFoundHint: 'No racer with that name is on this board.',
    levels: (survived: number, of: number) =>
      `${formatNumber(survived)} of ${formatCount(of, { one: 'level', other: 'levels' })} survived`,
    scores: (count: number, mode: BoardMode) =>
      mode === 'tilt'
        ? formatCount(count, { one: 'level', other: 'levels' })
        : formatCount(count, { one: 'point', other: 'points' }),
    download: 'this board',
    downloadFound: 'the racers found',
    between: (days: string) => `from ${days}; the snapshot does not say which day`,
  },

  games: {
    title: 'Latest games',
    none: "No game on this channel is public yet. Games appear here as they end, once the streamer's companion sends them.",
  },

  maps: {
    title: 'Maps most played here',
    none: 'No map has been played on this channel yet. A map appears here after the first game on it.',
    plays: (plays: number) => formatCount(plays, { one: 'game', other: 'games' }),
    by: 'by <creator/>',
    fastest: 'Fastest here: <racer/>, <game/>',
  },

  records: {
    title: 'Records set here',
    lead: 'Maps whose fastest finish anywhere was on this channel.',
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
    alt: (channel: string) => `The top three on the board of ${channel}`,
  },
})
