import type { LeagueRow, Round } from '@rollcall/contract/leagues'
import { ordinal } from '@rollcall/scoring/explanation'
import type { TieRule } from '@rollcall/scoring/ties'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

type Cell = LeagueRow['cells'][number]
type Decided = NonNullable<LeagueRow['decided']>
type Numbers = Pick<Decided, 'own' | 'other' | 'at'>

const formatAdjustment = (by: number) => `${by > 0 ? '+' : ''}${formatNumber(by)}`
const rounds = (count: number) => formatCount(count, { one: 'round', other: 'rounds' })
const points = (count: number) => formatCount(count, { one: 'point', other: 'points' })

const duration = (hours: number) =>
  hours > 48 && hours % 24 === 0
    ? formatCount(hours / 24, { one: 'day', other: 'days' })
    : formatCount(hours, { one: 'hour', other: 'hours' })

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
    fair: (games: number, isForStreamers: boolean) =>
      `Each round gives fair points: in each of a racer's first ${formatCount(games, { one: 'race or royale', other: 'races and royales' })} ${isForStreamers ? "on the streamer's channel" : 'on all channels together'}, 100 times the part of its marbles that the racer left behind.`,
    fairExample:
      'The 3rd of 10 marbles gets 75. Later games do not count, and a racer with fewer games has fewer points.',
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
    objections: (hours: number) =>
      hours === 0
        ? 'A round is final as soon as it counts.'
        : `A round is final ${duration(hours)} after its results are open.`,
  },

  link: {
    title: 'Public page',
    lead: 'For everybody with its address: the table, the rules, and the names and days of all rounds. A round shows its results there once it counts. Pages of its racers and teams lead to it.',
    address: 'Address of the public page',
    make: 'Make a public page',
    open: 'Open the page',
    overlay: 'Overlay for OBS',
    replace: 'Replace the link',
    remove: 'Remove the page',
    question: { replace: 'Replace the link?', remove: 'Remove the public page?' },
    loss: {
      replace:
        'The old address stops working. Everybody who should see the page needs the new one.',
      remove: 'Its address stops working for good. A new page has a new address.',
    },
  },

  columns: {
    rank: 'Rank',
    racer: 'Racer',
    total: 'Total',
    round: (number: number) => `R${formatNumber(number)}`,
    results: 'Rounds',
    provisional: 'p',
  },
  states: {
    planned: 'planned',
    open: 'running now',
    waiting: 'results to come',
    provisional: (finalAt: string) => `provisional, final on ${finalAt}`,
    heldUp: 'provisional until the objections are answered',
    final: 'final',
    voided: (reason: string) => `does not count: ${reason}`,
  } satisfies Record<Round['state'] | 'heldUp', unknown>,
  ruleChanges: 'Changes of the rules',
  ruleChanged: (day: string) => `Changed on ${day}.`,
  rulesBefore: (sentences: string) => `Before: ${sentences}`,
  rulesSince: (sentences: string) => `Since then: ${sentences}`,
  revision: (number: number, day: string, reason: string) =>
    `Revision ${formatNumber(number)} on ${day}: ${reason}`,
  provisional: 'provisional',
  outOfLeague: (reason: string, note: string | null = null) =>
    `Disqualified from the league: ${reason}${note === null ? '' : ` – ${note}`}`,
  openObjections: (count: number) =>
    `${formatCount(count, { one: 'objection waits', other: 'objections wait' })} for an answer.`,

  round: {
    question: 'What should happen with this round?',
    decide: 'Decide',
    decideAbout: (round: string) => `Decide about ${round}`,
    changed: 'Results have changed',
    end: 'Everybody has raced',
    endHint:
      'The round is over, although its days are not. Its results count once everybody on its board may see them.',
    ended: (round: string) => `${round} is over.`,
    goOn: 'Not everybody has raced yet',
    goOnHint: 'The round counts again once its days are over.',
    goesOn: (round: string) => `${round} goes on.`,
    makeFinal: 'Make it final',
    makeFinalHint:
      'From then on, its results change only if you publish a revision. This cannot be undone.',
    isFinal: (round: string) => `${round} is final.`,
    void: 'Do not count it',
    voidHint: 'The round leaves the table, and everybody reads why.',
    reason: 'Why?',
    reasonHint: 'Everybody can read it.',
    reasonMissing: 'Please say why.',
    voided: (round: string) => `${round} does not count.`,
    restore: 'Count it again',
    restored: (round: string) => `${round} is no longer left out.`,
  },

  objections: {
    open: 'Objections',
    openFor: (round: string) => `Objections to ${round}`,
    title: (round: string) => `Objections to ${round}`,
    list: 'Objections',
    close: 'Close',
    none: 'Nobody has objected.',
    closed:
      'People who raced or streamed this round can object to it as long as its results are provisional.',
    what: 'What is wrong?',
    whatHint: 'The organisers read it with your name, and answer here.',
    object: 'Object',
    withdraw: 'Withdraw',
    decide: 'Is it right?',
    uphold: 'Yes',
    reject: 'No',
    answer: 'Your answer',
    answerHint: 'The person who objected reads it.',
    send: 'Answer',
    missing: 'Please write a sentence.',
    upheld: 'Upheld.',
    rejected: 'Not upheld.',
  },

  proposal: {
    lead: 'Results have arrived or changed since this round became final. The table keeps the ones that it has until you publish a revision.',
    rows: 'What changes on the board',
    more: (count: number) => `and ${formatCount(count, { one: 'more row', other: 'more rows' })}`,
    moved: 'Who would move in the table',
    nobody: 'Nobody would move in the table.',
    before: 'Now',
    after: 'Then',
    result: (rank: number, value: string, bonus: number) =>
      `${ordinal(rank)}, ${value}${bonus === 0 ? '' : `, ${formatAdjustment(bonus)} bonus`}`,
    absent: 'did not race',
    disqualified: 'disqualified',
    ranked: (rank: number | null) => (rank === null ? 'no rank' : ordinal(rank)),
    publish: 'Publish a revision',
    decline: 'Keep the results',
    published: (round: string) => `A revision of ${round} was published.`,
    declined: (round: string) => `${round} keeps its results.`,
    settled: 'The results are the same as before.',
  },
  dropped: (value: string) => `${value}, does not count`,
  absent: 'Did not race',
  absentDropped: 'Did not race, does not count',
  disqualified: { short: 'DSQ', long: 'Disqualified: 0, and cannot be left out' },
  cell: (
    rank: number,
    value: string,
    { adjustment, bonus, eventPoints }: Pick<Cell, 'adjustment' | 'bonus' | 'eventPoints'>,
  ) =>
    [
      `${ordinal(rank)} place, ${value}`,
      ...(adjustment === 0 ? [] : [`with ${formatAdjustment(adjustment)} by the organiser`]),
      ...(bonus === 0 ? [] : [`with ${formatAdjustment(bonus)} bonus`]),
      ...(eventPoints === undefined ? [] : [`event points ${formatNumber(eventPoints)}`]),
    ].join(', '),
  smallNumbers: 'The small numbers are event points, which do not count here.',
  missing: (count: number) => `${rounds(count)} missing for a rank`,

  tieNames: {
    best_results: 'best results',
    wins: 'rounds won',
    last_round: 'the last round',
    count_back: 'count-back of places',
    head_to_head: 'head to head',
    more_rounds: 'more rounds raced',
    fewer_games: 'fewer games',
    named_game: 'the better place in one game',
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
    named_game: ({ own, other }: Numbers) =>
      other === 0
        ? 'ahead of <over/>, who was not in the game that decides'
        : `ahead of <over/>: ${ordinal(own)} to ${ordinal(other)} place in the game that decides`,
  } satisfies Record<TieRule, (numbers: Numbers) => string>,

  form: {
    points: 'What does a round give?',
    event: 'Its event points',
    places: 'Points for places',
    fair: 'Fair points',
    fairGames: 'How many games of a racer count?',
    fairHint:
      "A racer's first races and royales of the round count, on all channels together. In each the racer gets 100 times the part of its marbles that are behind: the 3rd of 10 gets 75. So channels with few and with many marbles are equal, and so are racers with few and with many games, as long as everybody plays that many.",
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
    objections: 'Hours until a round is final',
    objectionsHint:
      'People can object for this long after its results are open. Then they change only by a revision.',
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
      fairGames: 'Please enter a whole number of games, from 1 to 30.',
      drops:
        'Please enter whole numbers, separated by commas. After each round, at least one result must count.',
      minimum: 'Please enter a whole number of rounds.',
      objections: 'Please enter whole hours, from 0 to 336.',
      multiplier: 'Please enter a number from 0 to 100, with at most two decimals.',
    },
  },
})
