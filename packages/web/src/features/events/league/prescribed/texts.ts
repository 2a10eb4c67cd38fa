import { PRESCRIPTION_WORDS } from '@rollcall/contract/words/prescription'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const games = (count: number) => formatCount(count, { one: 'game', other: 'games' })

export const texts = catalogue('events/league/prescribed', {
  open: 'Games',
  close: 'Close',
  openFor: (round: string) => `Games of ${round}`,

  words: PRESCRIPTION_WORDS,

  form: {
    open: 'Prescribe games',
    change: 'Change what is prescribed',
    question: 'Which games count in this round?',
    ranked: 'All that are ranked',
    prescribed: 'Only those that I prescribe',
    mode: 'Kind of game',
    modes: { race: 'Races', royale: 'Battle royales', tilt: 'Tilt levels' },
    map: 'Map',
    mapHint:
      'As its name is spelled in the game. Empty: any map. Games whose files name no map do not count then.',
    creator: 'Builder of the map',
    creatorHint: 'Empty: any builder.',
    session: 'Type of session',
    sessionHint:
      'Empty: ranked games. Otherwise as files name it, such as Simulation: then just those games count here, and nowhere else.',
    from: 'From hour',
    until: 'Until hour',
    hoursHint: "In the event's time zone, from 0 to 24. Both empty: any hour.",
    which: 'Which of a channel’s games?',
    all: 'All',
    choices: {
      first: 'The first',
      last: 'The last',
      largest: 'Those with the most marbles',
      named: 'Those that the streamer names before they start',
    },
    count: 'How many',
    wrong: {
      hours: 'Please enter two whole hours, the later one second, or none.',
      count: (most: number) => `Please enter a whole number from 1 to ${formatNumber(most)}.`,
    },
    save: 'Save',
    cancel: 'Cancel',
    saved: 'What counts in this round was saved.',
    finalHint:
      'This round is final. Its results stay until you publish what changes as a revision.',
  },

  named: {
    title: (round: string) => `Your next games in ${round}`,
    waiting: (count: number) => {
      if (count === 0) return 'Your next game does not count yet.'
      return count === 1
        ? 'Your next game counts.'
        : `Your next ${formatNumber(count)} games count.`
    },
    counted: (count: number, of: number) =>
      `${formatNumber(count)} of ${formatNumber(of)} count so far.`,
    backHint: 'A game that has started stays named, even if you take it back.',
    name: 'My next game counts',
    nameMore: 'So does the one after it',
    takeBack: 'Take back',
    act: (act: string, round: string) => `${act}: ${round}`,
  },

  list: {
    title: "Each channel's games",
    none: 'No games on the days of this round yet.',
    ofNone: 'None yet',
    counting: (count: number, of: number | null) =>
      of === null ? `${games(count)} count` : `${formatNumber(count)} of ${formatNumber(of)} count`,
    counts: 'Counts',
    countsNot: (why: string) => `Does not count: ${why}`,
    marbles: (count: number) => formatCount(count, { one: 'marble', other: 'marbles' }),
    swapIn: 'Let it count',
    swapOut: 'Take it out',
    swapBack: 'As prescribed',
    act: (act: string, game: string) => `${act}: ${game}`,
    swapped: 'An organiser has decided this.',
  },
})
