import type { ChannelState, Run } from '@rollcall/contract/league-runs'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const games = (count: number) => formatCount(count, { one: 'game', other: 'games' })

export const texts = catalogue('events/league/runs', {
  mine: {
    title: 'Rounds that you run',
    until: (instant: string) => `until ${instant}`,
    begins: (instant: string) => `begins ${instant}`,
    hasRun: 'you have run it',
    hasRunGames: 'you have run it: as many games count as are prescribed',
    games: (counted: number, of: number) =>
      `${formatNumber(counted)} of ${games(of)} that are prescribed ${counted === 1 ? 'counts' : 'count'} so far`,
    refused: (why: string) => `None of your games counts. The last one: ${why}`,
    all: (count: number) => `Show all ${formatNumber(count)} rounds`,
  },
  slot: {
    announced: (instant: string) => `You run it on ${instant}.`,
    none: 'You have not said when you run it.',
    overlap: (instant: string) => `<streamer/> runs it on ${instant}, which overlaps with yours.`,
    hidden: 'Another streamer',
    announce: 'Say when',
    announceNamed: (round: string) => `Say when you run ${round}`,
    change: 'Change the time',
    changeNamed: (round: string) => `Change when you run ${round}`,
    withdraw: 'Take it back',
    withdrawNamed: (round: string) => `Take back when you run ${round}`,
    field: 'You run it at',
    hint: (from: string, until: string) =>
      `From ${from} until ${until}. Everybody with the address of the league can read it. It binds you to nothing.`,
    missing: 'Please choose a day and a time.',
    save: 'Announce',
    cancel: 'Cancel',
    saved: (round: string) => `Your time for ${round} is announced.`,
    withdrawn: (round: string) => `Your time for ${round} is no longer announced.`,
  },
  list: (round: string) => `Who has run ${round}`,
  channels: (round: string) => `Who runs ${round}`,
  allChannels: (count: number) => `Show all ${formatNumber(count)} streamers`,
  title: 'Streamers',
  hint: 'The round is over when all of them have run it, or its days are over.',
  states: {
    'to-come': 'has not said when',
    announced: (instant: string) => `will run it on ${instant}`,
    running: 'running',
    runningGames: (counted: number, of: number) =>
      `running: ${formatNumber(counted)} of ${games(of)} so far`,
    'has-run': 'has run',
    hasRunOf: (counted: number, of: number) => `has run ${formatNumber(counted)} of ${games(of)}`,
    missing: 'missing: the days are over, and nothing has come that counts',
    refused: (why: string) => `does not count. Its last game: ${why}`,
  } satisfies Record<ChannelState, unknown> & Record<string, unknown>,
  said: {
    streamer: '',
    organiser: ', as an organiser says',
    companion: ', as the companion says',
    games: '',
  } satisfies Record<NonNullable<Run>['by'], string>,
  say: 'I have run it',
  sayNamed: (round: string) => `I have run it: ${round}`,
  undo: 'Undo',
  undoNamed: (round: string) => `Undo: I am still running ${round}`,
  sayOf: 'Has run',
  sayOfNamed: (streamer: string) => `Has run: ${streamer}`,
  undoOf: 'Is running',
  undoOfNamed: (streamer: string) => `Is running: ${streamer}`,
  nobody: 'Nobody runs this round yet.',
  announcement: {
    field: 'What you announce about the round (optional)',
    hint: 'Such as the number of laps. Everybody reads it beside the round. Rollcall cannot check it.',
    save: 'Save the announcement',
    saved: 'The announcement was saved.',
    removed: 'Nothing is announced about the round.',
    undone: 'The announcement is as it was before.',
  },
})
