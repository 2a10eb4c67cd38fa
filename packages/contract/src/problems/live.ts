import type { Problems } from './problem.ts'

export const LIVE_PROBLEMS = {
  uploads_followed_by_owner: {
    status: 403,
    sentence: 'Everybody may follow their own uploads only.',
  },
  companions_followed_by_owner: {
    status: 403,
    sentence: 'Everybody may follow their own companions only.',
  },
  event_followed_by_participants: {
    status: 403,
    sentence: 'Only those who take part may follow this event.',
  },
  show_followed_by_organiser: {
    status: 403,
    sentence: 'Only its organiser may follow the show of this event.',
  },
  too_many_pages: {
    status: 429,
    sentence: ({ most }: { most: number }) =>
      `You have ${most} pages that follow the server. Close some of them.`,
  },
  too_many_followers: {
    status: 429,
    sentence: 'Too many pages follow the server at the moment.',
  },
} as const satisfies Problems
