import type { Problems } from './problem.ts'

export const LIVE_PROBLEMS = {
  not_a_socket: { status: 426, sentence: 'Ask for a WebSocket at this address.' },
  uploads_followed_by_owner: {
    status: 403,
    sentence: 'You can only follow your own uploads.',
  },
  companions_followed_by_owner: {
    status: 403,
    sentence: 'You can only follow your own companions.',
  },
  event_followed_by_participants: {
    status: 403,
    sentence: 'Only people who take part can follow this event.',
  },
  show_followed_by_organiser: {
    status: 403,
    sentence: 'Only its organiser can follow the show of this event.',
  },
  too_many_pages: {
    status: 429,
    sentence: ({ most }: { most: number }) =>
      `You have ${most} pages open that update live. Close some of them.`,
  },
  too_many_followers: {
    status: 429,
    sentence: 'Too many pages are updating live at the moment.',
  },
} as const satisfies Problems
