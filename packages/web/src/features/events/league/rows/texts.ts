import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const streamers = (count: number) => formatCount(count, { one: 'streamer', other: 'streamers' })

export const texts = catalogue('events/league/rows', {
  rules: {
    streamers: (rows: number) =>
      rows === 1
        ? 'Rows are streamers. In each round a streamer has the points of the best racer on their own board.'
        : `Rows are streamers. In each round a streamer has the points of the best ${formatNumber(rows)} racers on their own board.`,
    unadjusted: 'Bonuses and penalties of racers do not change what streamers have.',
    channels: (channels: number) =>
      channels === 1
        ? 'With several channels in a round, only the one with the most points counts for a racer.'
        : `With more than ${formatNumber(channels)} channels in a round, the best ${formatNumber(channels)} count for a racer.`,
  },
  form: {
    question: 'Whose points are added up?',
    racers: 'Those of racers',
    streamers: 'Those of streamers',
    bestChannels: 'How many channels of a racer count in a round?',
    bestChannelsHint: 'The best ones. Empty: all channels on which they raced, added up.',
    allChannels: 'Fair points count games on all channels, so the best channels cannot be chosen.',
    bestRows: "How many racers on a streamer's board count in a round?",
    bestRowsHint:
      'The best ones, added up. How many games a streamer ran is not known, so fewer games put no streamer ahead.',
    wrong: {
      racers: 'Please enter a whole number from 1 to 100, or nothing.',
      streamers: 'Please enter a whole number from 1 to 1,000.',
    },
  },
  streamer: {
    column: 'Streamer',
    find: 'Find a streamer',
    count: streamers,
    what: 'streamer',
    notFoundHint: 'No streamer with that name is in the table.',
    joinTeams: 'Streamers join teams',
    onlyStreamers:
      'Its members are streamers. People who stream one of the rounds of the league can join.',
  },
})
