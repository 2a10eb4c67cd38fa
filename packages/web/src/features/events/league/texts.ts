import type { LeagueRow, Round } from '@rollcall/contract/leagues'
import { ordinal } from '@rollcall/scoring/explanation'
import type { TieRule } from '@rollcall/scoring/ties'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

type Decided = NonNullable<LeagueRow['decided']>
type Numbers = Pick<Decided, 'own' | 'other' | 'at'>

const formatAdjustment = (by: number) => `${by > 0 ? '+' : ''}${formatNumber(by)}`
const rounds = (count: number) => formatCount(count, { one: 'round', other: 'rounds' })
const points = (count: number) => formatCount(count, { one: 'point', other: 'points' })

export const texts = catalogue('events/league', {
  title: 'League table',
  table: 'Table of the league',
  lead: 'Add the rounds up: with the worst ones left out, a minimum of rounds, and what decides between equal totals.',
  setUp: 'Set up a table',
  change: 'Change the rules',
  find: 'Find a racer',
  none: 'No results yet',
  noneHint: 'A round is added once its days are over and everybody on its board may see it.',
  notFound: 'Nobody with that name is in the table.',
  pages: 'Pages of the table',

  rules: {
    event: 'Each round gives its event points.',
    places: (first: string) => `Each round gives points for places: ${first}.`,
    others: (list: string, places: number) =>
      `${list}, … (${formatCount(places, { one: 'place', other: 'places' })})`,
    allCount: 'All rounds count.',
    drops: (count: number, from: number) =>
      count === 1
        ? `Once ${formatNumber(from)} rounds count, the worst result is left out.`
        : `Once ${formatNumber(from)} rounds count, the ${formatNumber(count)} worst results are left out.`,
    minimum: (count: number) => `A rank takes ${rounds(count)}.`,
    multiplied: (round: string, times: number) =>
      `${round} counts ${times === 2 ? 'double' : `${formatNumber(times)} times`}.`,
    ties: (list: string) => `Equal totals: ${list}, then a shared rank.`,
    shared: 'Equal totals share a rank.',
  },

  columns: {
    rank: 'Rank',
    racer: 'Racer',
    total: 'Total',
    round: (number: number) => `R${formatNumber(number)}`,
    results: 'Rounds',
  },
  states: {
    planned: 'planned',
    open: 'open',
    waiting: 'no results to show yet',
  } satisfies Record<Exclude<Round['state'], 'counts'>, string>,
  dropped: (value: string) => `${value}, does not count`,
  absent: 'Did not race',
  absentDropped: 'Did not race, does not count',
  disqualified: { short: 'DSQ', long: 'Disqualified: 0, and cannot be left out' },
  cell: (rank: number, value: string, adjustment: number) =>
    `${ordinal(rank)} place, ${value}${adjustment === 0 ? '' : `, with ${formatAdjustment(adjustment)} by the organiser`}`,
  missing: (count: number) => `${rounds(count)} missing for a rank`,
  was: (rank: number | null) => (rank === null ? 'had no rank' : `was ${ordinal(rank)}`),

  tieNames: {
    best_results: 'best results',
    wins: 'rounds won',
    last_round: 'the last round',
    count_back: 'count-back of places',
    head_to_head: 'head to head',
    more_rounds: 'more rounds raced',
    fewer_games: 'fewer games',
  } satisfies Record<TieRule, string>,
  /** Beside the upper of two rows with equal totals. */
  decided: {
    best_results: ({ own, other, at }: Numbers) =>
      at === 1
        ? `ahead of <over/>: best result ${formatNumber(own)} to ${formatNumber(other)}`
        : `ahead of <over/>: ${ordinal(at ?? 1)} best result ${formatNumber(own)} to ${formatNumber(other)}`,
    wins: ({ own, other }: Numbers) =>
      `ahead of <over/>: ${formatCount(own, { one: 'round', other: 'rounds' })} won to ${formatNumber(other)}`,
    last_round: ({ own, other }: Numbers) =>
      `ahead of <over/>: ${points(own)} to ${formatNumber(other)} in <round/>`,
    count_back: ({ own, other, at }: Numbers) =>
      `ahead of <over/>: in ${ordinal(at ?? 1)} place ${formatNumber(own)} times to ${formatNumber(other)}`,
    head_to_head: ({ own, other, at }: Numbers) =>
      at === 2
        ? `ahead of <over/> in ${rounds(own)} that both raced, behind in ${formatNumber(other)}`
        : `ahead of <over/>: ${formatNumber(own)} to ${formatNumber(other)} pairs won among ${formatNumber(at ?? 2)}`,
    more_rounds: ({ own, other }: Numbers) =>
      `ahead of <over/>: ${rounds(own)} raced to ${formatNumber(other)}`,
    fewer_games: ({ own, other }: Numbers) =>
      `ahead of <over/>: ${formatCount(own, { one: 'game', other: 'games' })} to ${formatNumber(other)}`,
  } satisfies Record<TieRule, (numbers: Numbers) => string>,

  form: {
    points: 'What does a round give?',
    event: 'Its event points',
    places: 'Points for places',
    table: 'Points from 1st place on',
    tableHint: 'For example 25, 18, 15, 12, 10. Places beyond the list get 0.',
    drops: 'How many of the worst results do not count?',
    dropsHint:
      'After 1, 2, 3 … rounds; the last number applies from then on. With 0, 0, 1, one is left out from the third round on.',
    minimum: 'Rounds needed for a rank',
    ties: 'What decides between equal totals?',
    tiesHint: 'In this order. Without any rule, they share a rank.',
    addTie: 'Add a rule',
    choose: 'Please select',
    earlier: (rule: string) => `Move "${rule}" up`,
    remove: (rule: string) => `Remove "${rule}"`,
    multiplier: 'Multipliers',
    times: (round: string) => `Multiplier of ${round}`,
    save: 'Save the rules',
    cancel: 'Cancel',
    removeTable: 'Remove the table',
    saved: 'The rules were saved.',
    removed: 'The series no longer has a table.',
    putBack: 'The table is back.',
    preview: 'With these rules',
    noPreview: 'No round counts yet, so there is nothing to try the rules on.',
    wrong: {
      table: 'Please enter numbers with at most two decimals, separated by commas.',
      drops:
        'Please enter whole numbers, separated by commas. After each round, at least one result must count.',
      minimum: 'Please enter a whole number of rounds.',
      multiplier: 'Please enter a number from 0 to 100, with at most two decimals.',
    },
  },
})
