import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const points = (count: number) => formatCount(count, { one: 'point', other: 'points' })

export const texts = catalogue('events/league/public/story', {
  title: 'How the table came to be',
  loading: 'The rounds are added up one by one.',
  chart: (rows: number) =>
    rows === 1
      ? 'The rank of the first racer after each round'
      : `The ranks of the first ${formatNumber(rows)} racers after each round, as lines`,
  names: 'Ranks now',
  below: 'lower',
  numbers: 'The same as numbers',
  table: 'Ranks and points after each round',
  racer: 'Racer',
  round: (number: number) => `R${formatNumber(number)}`,
  notYet: 'had not raced yet',
  noRank: 'no rank yet',
  cell: (rank: number, total: number) => `rank ${formatNumber(rank)}, ${points(total)}`,
  unranked: (total: number) => `no rank yet, ${points(total)}`,
  climb: (from: number, to: number) =>
    `Biggest climb: <racer/>, from rank ${formatNumber(from)} to ${formatNumber(to)} in <round/>.`,
  rounds: 'Round by round',
  won: (count: number) => `<winners/> won with ${points(count)}.`,
  led: (total: number) => `After it <leaders/> led with ${points(total)}.`,
  noLeader: 'After it nobody had a rank yet.',
  show: 'Show and results',
  showOf: (round: string) => `Show and results of ${round}`,
})
