import type { Problems } from './problem.ts'

export const SEASON_PROBLEMS = {
  no_such_season: {
    status: 404,
    sentence: 'There is no such season, or nothing was played in it.',
  },
} as const satisfies Problems
