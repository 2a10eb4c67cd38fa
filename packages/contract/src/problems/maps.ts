import type { Problems } from './problem.ts'

export const MAP_PROBLEMS = {
  no_such_map: {
    status: 404,
    sentence: 'There is no such map, or nobody has played it yet.',
  },
} as const satisfies Problems
