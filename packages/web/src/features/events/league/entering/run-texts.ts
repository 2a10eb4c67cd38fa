import type { Run } from '@rollcall/contract/league-runs'
import { catalogue } from '#texts/language.ts'

export const texts = catalogue('events/league/runs', {
  mine: {
    title: 'Rounds that you run',
    until: (instant: string) => `until ${instant}`,
    hasRun: 'you have run it',
  },
  list: (round: string) => `Who has run ${round}`,
  title: 'Streamers',
  hint: 'The round is over when all of them have run it, or its days are over.',
  running: 'running',
  said: {
    streamer: 'has run',
    organiser: 'has run, as an organiser says',
    companion: 'has run, as the companion says',
    games: 'has run: as many games count as are prescribed',
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
})
