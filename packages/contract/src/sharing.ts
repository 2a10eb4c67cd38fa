/** What becomes of an event once it is over, or before: pictures for links, posts in Discord. */
import * as z from 'zod/mini'
import { endpoint, id, idParams, MAX_RACER_NAME_LENGTH } from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { tokenParams } from './show.ts'

export const getShareCard = endpoint({
  noun: 'sharing',
  method: 'GET',
  path: '/e/:token/card.png',
  access: 'anyone',
  rateLimit: 'pictures',
  summary: 'The picture of 1200 by 630 that a link to a public event is shown with',
  params: tokenParams,
  query: z.object({
    /** Their own picture; the event's where the racer is hidden or not there. */
    racer: z.optional(z.string().check(z.maxLength(MAX_RACER_NAME_LENGTH))),
  }),
  response: z.string(),
  sendsFile: true,
  errors: [404],
})

/**
 * `waiting`: sent at `nextAt`, also after an attempt by which nothing can have been posted. `unknown`: the answer
 * was lost, so that it may be in Discord or not. Neither is ever sent again by itself.
 */
const DiscordPostState = z.enum(['waiting', 'sending', 'posted', 'failed', 'unknown'])

export const DiscordPanel = z.object({
  /** The last characters of the webhook's address are all that is told of it; null: none is given. */
  webhook: z.nullable(z.object({ ending: z.string(), isOfSeries: z.boolean() })),
  /** Whether the show is final, so that there is something to post. */
  isFinal: z.boolean(),
  /** Whether the post links to the public page. */
  hasLink: z.boolean(),
  /** The last one that was asked for. */
  post: z.nullable(
    z.object({
      id: z.number(),
      state: DiscordPostState,
      askedAt: z.string(),
      nextAt: z.nullable(z.string()),
      /** Why it was not posted, or is tried again, in one sentence. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export type DiscordPanel = z.infer<typeof DiscordPanel>

export const MAX_WEBHOOK_LENGTH = 500

const ofEvent = {
  noun: 'sharing',
  access: 'user',
  params: idParams,
  response: z.union([DiscordPanel, Unauthorized]),
} as const

export const getDiscordPanel = endpoint({
  ...ofEvent,
  method: 'GET',
  path: '/api/discord/:id',
  summary: "Whether an event's results can be posted in Discord, and what became of the last post",
  errors: [404],
})

export const setDiscordWebhook = endpoint({
  ...ofEvent,
  method: 'PUT',
  path: '/api/discord/:id',
  rateLimit: 'events',
  summary: "Takes a webhook's address, for all events of the event's series where it has one",
  body: z.strictObject({
    /** null: none any more. */
    address: z.nullable(
      z
        .string()
        .check(
          z.maxLength(MAX_WEBHOOK_LENGTH, 'No webhook of Discord has an address as long as that.'),
        ),
    ),
  }),
  errors: [404, 422],
})

export const postToDiscord = endpoint({
  ...ofEvent,
  method: 'POST',
  path: '/api/discord/:id/post',
  rateLimit: 'events',
  summary: 'Posts podium, link and picture; a second press of the same button posts nothing more',
  body: z.strictObject({
    /** The post that the caller saw last; null: none. */
    after: z.nullable(id),
  }),
  errors: [404, 409],
})
