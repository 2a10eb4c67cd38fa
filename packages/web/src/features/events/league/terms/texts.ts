import type { BonusRule } from '@rollcall/scoring/bonus'
import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const points = (count: number) => formatCount(count, { one: 'point', other: 'points' })
const signed = (number: number) => `${number > 0 ? '+' : ''}${formatNumber(number)}`
interface FairPlace {
  readonly first: number
  readonly last: number
  readonly rows: number
  readonly points: number
}
const times = (multiplier: number, product: number) =>
  multiplier === 1 ? '' : ` × ${formatNumber(multiplier)} = ${formatNumber(product)}`

export const texts = catalogue('events/league/terms', {
  rules: {
    bonus: {
      stage_winner: (name: string, each: number) =>
        `${name}: ${points(each)} each time that a racer is first at a checkpoint in a race.`,
      most_games: (name: string, each: number) =>
        `${name}: ${points(each)} for the most games of a round.`,
      hand: (name: string, each: number) =>
        `${name}: ${points(each)} each time that the organiser gives it.`,
    } satisfies Record<BonusRule, unknown>,
    keeps: 'A result that is left out keeps its points for taking part.',
    game: (round: string, instant: string) =>
      `The game that decides is the one of ${round} that ended on ${instant}.`,
  },

  form: {
    bonuses: 'Bonuses',
    bonusesHint: 'They are added to the result of a round. No multiplier changes them.',
    name: 'Name',
    points: 'Points',
    by: 'Who gets it?',
    rules: {
      stage_winner: 'First at a checkpoint in a race, each time',
      most_games: 'Most games of the round',
      hand: 'Given by the organiser',
    } satisfies Record<BonusRule, string>,
    names: { stage_winner: 'Stage winner', most_games: 'Most games', hand: 'Bonus' },
    of: (field: string, number: number) => `${field}, bonus ${formatNumber(number)}`,
    remove: (name: string) => `Remove the bonus ${name}`,
    add: 'Add a bonus',
    byHand: 'You give it among the adjustments, on the page of the event.',
    wrong:
      'Each bonus needs a name of its own, and points from -1,000,000 to 1,000,000 with at most two decimals.',
    keeps: 'Does a result that is left out keep its points for taking part?',
    keepsYes: 'Yes, they always count',
    keepsNo: 'No',
    missing: 'Missing: single games needed.',
    missingOf: (streamers: string, round: string) => `${streamers} in ${round}`,
    missingHint: (list: string) =>
      `A snapshot does not say what happened in single games, so these have none of it: ${list}.`,
    round: 'Round of the game that decides',
    game: 'The game that decides',
    choose: 'Please select',
    gameAt: (instant: string, game: string, channel: string) => `${instant}, ${game}, ${channel}`,
    loading: 'Loading the games …',
    noRounds: 'No round counts yet, so there is no game to choose.',
    noGames: 'This round has no single games. Choose another one.',
    roundMissing: 'Choose the round of the game that decides, or remove the rule.',
    gameMissing: 'Choose the game that decides, or remove the rule.',
  },

  fair: {
    title: 'The games that count',
    none: 'None: no single games are known.',
    place: ({ first, last, rows, points: own }: FairPlace) =>
      `${first === last ? `${ordinal(first)} place` : `${ordinal(first)} to ${ordinal(last)} place, shared,`} of ${formatNumber(rows)}, ${points(own)}`,
    others: (count: number) =>
      `${formatCount(count, { one: 'later game does', other: 'later games do' })} not count.`,
  },

  cell: {
    title: (racer: string, round: string) => `${racer}, ${round}`,
    close: 'Close',
    loading: 'Loading where the points come from …',
    together: 'All channels together',
    otherChannel: 'It does not count: only the best channels do.',
    channelSum: 'Points: <sum/>',
    gamesChanged: 'Its games have changed since the round became final, so they are not listed.',
    games: (count: number) => formatCount(count, { one: 'game', other: 'games' }),
    asNow:
      'The round is final. Its games are listed as they are now, where they still give the same points.',
    game: (instant: string, place: number | null, isEliminated: boolean) =>
      [instant, ...(place === null ? [] : [ordinal(place)]), ...(isEliminated ? ['out'] : [])].join(
        ', ',
      ),
    further: (count: number, own: number) =>
      `${formatCount(count, { one: 'further game', other: 'further games' })}: ${formatNumber(own)}.`,
    rest: (own: number) => `From no single game: ${formatNumber(own)}.`,
    rows: (count: number) => `The best ${formatCount(count, { one: 'row', other: 'rows' })}`,
    sum: 'How the result is made',
    eventPoints: (own: number, multiplier: number, product: number) =>
      `Event points ${formatNumber(own)}${times(multiplier, product)}`,
    placePoints: (rank: number, own: number, multiplier: number, product: number) =>
      `${ordinal(rank)} place: ${points(own)}${times(multiplier, product)}`,
    fairPoints: (own: number, multiplier: number, product: number) =>
      `Fair points ${formatNumber(own)}${times(multiplier, product)}`,
    onBoard: (own: number) => `For comparison, event points: ${formatNumber(own)}`,
    boardTerms: 'Where the event points come from',
    rounded: ', rounded to two decimals',
    bonus: (name: string, count: number, own: number) =>
      `${name}${count === 1 ? '' : ` × ${formatNumber(count)}`}: ${signed(own)}`,
    inRank: 'Adjustments are in the place.',
    result: 'Result <value/>',
    counts: 'It counts.',
    dropped: 'It does not count, because it is one of the worst results.',
    kept: (own: number) =>
      `It does not count, because it is one of the worst results. Its points for taking part still do: ${formatNumber(own)}.`,
    disqualified: 'Disqualified: 0, and cannot be left out.',
    changed: 'New results have arrived meanwhile. Reload the page to see them in the table.',
    failed: (problem: string) => `Where the points come from could not be loaded: ${problem}`,
  },
})
