import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })
const points = (count: number) => formatCount(count, { one: 'point', other: 'points' })

export const texts = catalogue('events/league/public', {
  kind: 'League',
  organiser: 'organised by <organiser/>',
  played: (played: number, of: number) =>
    `${formatNumber(played)} of ${formatCount(of, { one: 'round', other: 'rounds' })} played`,
  racers,

  leader: { one: 'Leader', other: 'Leaders' },
  champion: { one: 'Champion', other: 'Champions' },
  more: (count: number) => `${formatNumber(count)} more`,
  alone: points,
  ahead: (total: number, gap: number) => `${points(total)}, ${formatNumber(gap)} ahead of <next/>`,
  level: (total: number) => `${points(total)}, as many as <next/>`,

  next: {
    starts: 'Next round starts',
    ends: 'Round ends',
    fact: (days: string) => `next round <round/> on ${days}`,
    running: '<round/> is running',
    show: 'show of <round/> <time/>',
    reveal: 'Show starts',
    results: 'Results',
    toCome: 'To come',
    none: 'No rank yet',
  },

  table: 'Table',
  tableOf: (league: string) => `Table of ${league}`,
  first: (days: string) =>
    `No round has counted yet. The first one, <round/>, is on ${days}; a round counts once its days are over and its results are open.`,
  waiting:
    'No round has counted yet. A round counts once its days are over and its results are open.',
  noRounds: 'This league has no rounds yet.',
  lookup: 'Find a racer',
  notFound: 'Nobody here',
  notFoundHint: 'No racer with that name is in the table.',
  download: 'the table',

  rounds: {
    title: 'Rounds',
    won: (count: number) => `<winners/> won with ${points(count)}.`,
  },
  rules: 'How the table is made',

  share: {
    title: 'Share the league',
    picture: (league: string) => `The first three of ${league}`,
  },
  streams: {
    title: 'Show the table on a stream',
    lead: 'Paste the link as a browser source into OBS, 1920 wide and 1080 high.',
    table: 'Overlay of the table',
    teams: 'Overlay of the teams',
    division: (name: string) => `Overlay of ${name}`,
    look: 'Choose its size and colours',
  },
  calendar: {
    title: 'Calendar of the rounds',
    label: 'Address for your calendar',
  },
})
