import type { Problems } from './problem.ts'

export const GAME_PROBLEMS = {
  /** A held game gets the same answer as a game that never existed. */
  no_such_game: {
    status: 404,
    sentence: 'There is no such game, or it is not public yet.',
  },
} as const satisfies Problems
