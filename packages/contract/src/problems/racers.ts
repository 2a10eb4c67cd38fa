import type { Problems } from './problem.ts'

export const RACER_PROBLEMS = {
  /** If a held game is the only one with that name, the answer is the same as for a name that nobody has. */
  no_such_racer: {
    status: 404,
    sentence: 'Nobody with that name has public results.',
  },
  same_racer: {
    status: 422,
    sentence: 'These two are the same racer. Choose somebody else.',
  },
} as const satisfies Problems
