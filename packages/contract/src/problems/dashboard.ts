import type { Problems } from './problem.ts'

export const DASHBOARD_PROBLEMS = {
  no_such_channel: { status: 404, sentence: 'There is no channel with that name.' },
} as const satisfies Problems
