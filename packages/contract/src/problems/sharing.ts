import type { Catalogue } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

export const SHARING_PROBLEMS = {
  show_not_final: {
    status: 409,
    sentence: 'Finish the show first; then its results can be posted.',
  },
  end_not_seen_yet: {
    status: 409,
    sentence: "Viewers' pages do not show the end yet. Try again in a moment.",
  },
  webhook_missing: { status: 409, sentence: 'Enter the address of a webhook first.' },
  webhook_not_discord: {
    status: 422,
    sentence:
      "That is not the address of a Discord webhook. In Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL.",
  },
  not_your_channel: { status: 403, sentence: 'Only the streamer of this channel can do this.' },
  pictures_busy: {
    status: 503,
    sentence:
      'Too many people are asking for pictures of this event or channel. Try again in a moment.',
  },
} as const satisfies Problems

/** What the schemas of `sharing.ts` check. */
export const WEBHOOK_CHECKS = {
  webhook_too_long: 'No Discord webhook has an address that long.',
} as const satisfies Catalogue
