/** Sharing an event: pictures for links, and posts in Discord. */
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { boardChoice, channelParams } from './channels.ts'
import { endpoint, id, idParams, MAX_RACER_NAME_LENGTH, ProblemParams } from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { WEBHOOK_CHECKS } from './problems/sharing.ts'
import { racerParams } from './racers.ts'
import { seasonParams } from './seasons.ts'
import { tokenParams } from './show-links.ts'

export const getShareCard = endpoint({
  noun: 'sharing',
  method: 'GET',
  path: '/e/:token/card.png',
  access: 'anyone',
  rateLimit: 'pictures',
  summary: 'The picture (1200 by 630) that accompanies a link to a public event',
  params: tokenParams,
  query: z.object({
    /** For a racer's own picture. If the racer is hidden or unknown, it is the event's picture. */
    racer: z.optional(z.string().check(z.maxLength(MAX_RACER_NAME_LENGTH))),
  }),
  response: z.string(),
  sendsFile: true,
  errors: [404],
})

export const getChannelCard = endpoint({
  noun: 'sharing',
  method: 'GET',
  path: '/c/:channel/card.png',
  access: 'anyone',
  rateLimit: 'pictures',
  summary: "The picture (1200 by 630) that accompanies a link to a channel's board",
  params: channelParams,
  // As in the page's address, where other sites may add to it.
  query: z.object(boardChoice),
  response: z.string(),
  sendsFile: true,
  errors: [404],
})

export const getGameCard = endpoint({
  noun: 'sharing',
  method: 'GET',
  path: '/g/:id/card.png',
  access: 'anyone',
  rateLimit: 'pictures',
  summary: 'The picture (1200 by 630) that accompanies a link to a game',
  params: idParams,
  response: z.string(),
  sendsFile: true,
  errors: [404],
})

export const getRacerCard = endpoint({
  noun: 'sharing',
  method: 'GET',
  path: '/r/:platform/:login/card.png',
  access: 'anyone',
  rateLimit: 'pictures',
  summary: "The picture (1200 by 630) that accompanies a link to a racer's page",
  params: racerParams,
  response: z.string(),
  sendsFile: true,
  errors: [404],
})

export const getSeasonCard = endpoint({
  noun: 'sharing',
  method: 'GET',
  path: '/seasons/:season/card.png',
  access: 'anyone',
  rateLimit: 'pictures',
  summary: "The picture of 1200 by 630 that a link to a season's page is shown with",
  params: seasonParams,
  response: z.string(),
  sendsFile: true,
  errors: [404],
})

export const getEventListCard = endpoint({
  noun: 'sharing',
  method: 'GET',
  path: '/events/card.png',
  access: 'anyone',
  rateLimit: 'pictures',
  summary: 'The picture of 1200 by 630 that a link to the list of events is shown with',
  response: z.string(),
  sendsFile: true,
})

/**
 * `waiting`: will be sent at `nextAt`, perhaps again if no earlier attempt can have posted it. `unknown`: the answer
 * was lost, so the post may or may not be in Discord. A `failed` or `unknown` post is never sent again automatically.
 */
const DiscordPostState = z.enum(['waiting', 'sending', 'posted', 'failed', 'unknown'])

/** Why a post is not in Discord, may not be there, or is being sent again. */
const PostProblem = z.object({
  /** One sentence, in English. */
  error: z.string(),
  /** Missing, like the params, if the problem was stored before there were codes. */
  code: z.optional(z.string()),
  params: z.optional(ProblemParams),
})
export type PostProblem = z.infer<typeof PostProblem>

export const DiscordPanel = z.object({
  /** Only the last characters of the webhook's address leave the server; null if there is no webhook. */
  webhook: z.nullable(z.object({ ending: z.string(), isOfSeries: z.boolean() })),
  /** Whether the show is over, so that there is something to post. */
  isFinal: z.boolean(),
  /** Whether the post links to the public page. */
  hasLink: z.boolean(),
  /** The last requested post. */
  post: z.nullable(
    z.object({
      id: z.number(),
      state: DiscordPostState,
      askedAt: z.string(),
      nextAt: z.nullable(z.string()),
      /** How often it was sent, including the attempt in progress. */
      attempts: z.number(),
      problem: z.nullable(PostProblem),
    }),
  ),
})
export type DiscordPanel = z.infer<typeof DiscordPanel>

export const MAX_WEBHOOK_LENGTH = 500
const says = saying(WEBHOOK_CHECKS)

const forEvent = {
  noun: 'sharing',
  access: 'user',
  params: idParams,
  response: z.union([DiscordPanel, Unauthorized]),
} as const

export const getDiscordPanel = endpoint({
  ...forEvent,
  method: 'GET',
  path: '/api/discord/:id',
  summary:
    "Whether an event's results can be posted in Discord, and what happened to the last post",
  errors: [404],
})

export const setDiscordWebhook = endpoint({
  ...forEvent,
  method: 'PUT',
  path: '/api/discord/:id',
  rateLimit: 'events',
  summary: "Saves a webhook's address for an event, or for all events of its series",
  body: z.strictObject({
    /** null removes it. */
    address: z.nullable(
      z.string().check(z.maxLength(MAX_WEBHOOK_LENGTH, says('webhook_too_long'))),
    ),
  }),
  errors: [404, 422],
})

export const postToDiscord = endpoint({
  ...forEvent,
  method: 'POST',
  path: '/api/discord/:id/post',
  rateLimit: 'events',
  summary: 'Posts podium, link and picture; a second press of the same button posts nothing more',
  body: z.strictObject({
    /** The id of the last post that the caller saw; null if there was none. */
    after: z.nullable(id),
  }),
  errors: [404, 409],
})
