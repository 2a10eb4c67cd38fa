import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('show/public', {
  lead: (days: string) => `${days}, organised by <organiser/>`,
  leadOfBoard: (days: string) => `${days}, organised by <organiser/>. Board of <streamer/>`,
  podium: 'Podium',

  before: {
    title: 'Results are coming soon',
    text: 'They will be revealed rank by rank, here and on stream. This page updates automatically.',
    ends: 'The event ends <time/>.',
    ended: 'The event ended <time/>.',
    streamers: 'Streamers',
  },

  during: {
    title: (reached: number, of: number) =>
      `Rank ${formatNumber(reached)} of ${formatNumber(of)} racers`,
    label: 'Being revealed',
    find: 'Find a racer',
    lookup: 'Name of the racer',
    found: 'Uncovered so far',
    emptyHint: 'No racer with that name has been uncovered yet.',
  },

  board: {
    title: 'The whole board',
    lookup: 'Find a racer',
    empty: 'Nobody here',
    emptyHint: 'No racer with that name is on the board.',
  },

  download: { board: 'the board', explanations: 'the points explained' },

  explanation: {
    title: 'Points explained',
    titleOf: (racer: string) => `Points explained for ${racer}`,
    loading: 'Loading...',
  },

  sharing: {
    title: 'Share the results',
    embed: 'Show this board on another site',
    picture: (event: string) => `The top three of ${event}`,
  },
})
