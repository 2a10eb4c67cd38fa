import type { Problems } from './problem.ts'

export const CHANNEL_PROBLEMS = {
  no_such_channel_page: {
    status: 404,
    sentence: 'There is no such channel, or nothing on it is public yet.',
  },
} as const satisfies Problems
