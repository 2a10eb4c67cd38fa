import type { Catalogue } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

export const COMPANION_PROBLEMS = {
  no_such_companion: { status: 404, sentence: 'There is no such companion.' },
  no_such_code: {
    status: 404,
    sentence: ({ minutes }: { minutes: number }) =>
      `No computer waits with this code. A code is good once and for ${minutes} minutes: check the letters, or start again on the computer.`,
  },
  code_confirmed: {
    status: 409,
    sentence: 'You have confirmed this code already. Disconnect the computer on the Download page.',
  },
  code_denied: {
    status: 409,
    sentence: 'You have denied this code. Start again on the computer.',
  },
  key_connected_already: {
    status: 409,
    sentence:
      'This key has been connected already. A companion that connects again makes a new key.',
  },
  too_many_companions: {
    status: 409,
    sentence: ({ most }: { most: number }) =>
      `You have ${most} connected computers. Disconnect one on the Download page first.`,
  },
} as const satisfies Problems

/** What the schemas of `companions.ts` check. */
export const COMPANION_CHECKS = {
  computer_name_not_allowed: "A computer's name has no control characters.",
} as const satisfies Catalogue
