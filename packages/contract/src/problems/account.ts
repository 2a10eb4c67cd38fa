/** Why calls about the caller's own account are refused. */
import type { Problems } from './problem.ts'

export const ACCOUNT_PROBLEMS = {
  no_such_session: { status: 404, sentence: 'That session has ended already.' },
} as const satisfies Problems
