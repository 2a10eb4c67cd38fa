import type { Problems } from './problem.ts'

export const SCORING_PROBLEMS = {
  no_such_configuration: {
    status: 404,
    sentence: 'There is no such leaderboard configuration.',
  },
  default_changed_by_admins_only: {
    status: 403,
    sentence: 'Only admins can change default configurations.',
  },
  default_made_by_admins_only: {
    status: 403,
    sentence: 'Only admins can make a configuration a default one.',
  },
  configuration_in_use: {
    status: 409,
    sentence: ({ event }: { event: string }) =>
      `The event ${event} uses this configuration. Give it another one first.`,
  },
} as const satisfies Problems
