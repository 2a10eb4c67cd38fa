import type { Catalogue } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

export const COMPANION_PROBLEMS = {
  no_such_companion: { status: 404, sentence: 'There is no such companion.' },
  no_such_code: {
    status: 404,
    sentence: ({ minutes }: { minutes: number }) =>
      `No computer is waiting with this code. A code works once, for ${minutes} minutes: check the letters, or start again on the computer.`,
  },
  code_confirmed: {
    status: 409,
    sentence: 'You have already confirmed this code. Disconnect the computer on the Download page.',
  },
  code_denied: {
    status: 409,
    sentence: 'You have already denied this code. Start again on the computer.',
  },
  key_connected_already: {
    status: 409,
    sentence:
      'This key has already been connected. A companion that connects again makes a new one.',
  },
  too_many_companions: {
    status: 409,
    sentence: ({ most }: { most: number }) =>
      `You have ${most} connected computers. Disconnect one on the Download page first.`,
  },
} as const satisfies Problems

/** What the schemas of `companions.ts` check. */
export const COMPANION_CHECKS = {
  computer_name_missing: 'The computer needs a name.',
  computer_name_not_allowed: "A computer's name can't contain control characters.",
} as const satisfies Catalogue
