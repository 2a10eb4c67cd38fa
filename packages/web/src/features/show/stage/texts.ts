import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('show/stage', {
  rehearsal: 'Rehearsal: these names are invented',
  board: 'Board of <streamer/>',
  fullScreen: 'Full screen (F)',

  before: {
    soon: 'Results are coming soon',
    streamers: 'Streamers',
    more: (streamers: number) => `and ${formatNumber(streamers)} more`,
    organiser: 'Organised by <organiser/>',
  },

  reveal: {
    label: 'Event results',
    racers: (count: number) => formatCount(count, { one: 'racer', other: 'racers' }),
    teams: (count: number) => formatCount(count, { one: 'team', other: 'teams' }),
  },
})
