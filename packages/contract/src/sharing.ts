/** Sharing an event: pictures for links, and posts in Discord. */
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { boardChoice, channelParams } from './channels.ts'
import { divisionAsked } from './divisions.ts'
import {
  type Endpoint,
  endpoint,
  id,
  idParams,
  MAX_RACER_NAME_LENGTH,
  ProblemParams,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { nightParams } from './nights.ts'
import { cardOf, PAGES, type PageWithCard } from './pages.ts'
import { WEBHOOK_CHECKS } from './problems/sharing.ts'
import { racerParams } from './racers.ts'
import { SeasonSpan, seasonParams } from './seasons.ts'
import { tokenParams } from './show-links.ts'

const picture = {
  noun: 'sharing',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'pictures',
  response: z.string(),
  sendsFile: true,
} as const

/** For a racer's own picture. If the racer is hidden or unknown, it is the picture of the whole. */
const racerOnPicture = {
  racer: z.optional(z.string().check(z.maxLength(MAX_RACER_NAME_LENGTH))),
} as const

/** The pictures (1200 by 630) of pages. A query is that of the page's address, where other sites may add to it. */
export const CARDS = {
  front: endpoint({
    ...picture,
    ...cardOf(PAGES.front),
    summary: 'The picture (1200 by 630) that accompanies a link to the site',
  }),
  event: endpoint({
    ...picture,
    ...cardOf(PAGES.event),
    summary: 'The picture (1200 by 630) that accompanies a link to a public event',
    params: tokenParams,
    query: z.object(racerOnPicture),
    errors: [404],
  }),
  channel: endpoint({
    ...picture,
    ...cardOf(PAGES.channel),
    summary: "The picture (1200 by 630) that accompanies a link to a channel's board",
    params: channelParams,
    query: z.object({ ...boardChoice, ...racerOnPicture }),
    errors: [404],
  }),
  night: endpoint({
    ...picture,
    ...cardOf(PAGES.night),
    summary: 'The picture (1200 by 630) that accompanies a link to a night of a channel',
    params: nightParams,
    errors: [404],
  }),
  game: endpoint({
    ...picture,
    ...cardOf(PAGES.game),
    summary: 'The picture (1200 by 630) that accompanies a link to a game',
    params: idParams,
    query: z.object(racerOnPicture),
    errors: [404],
  }),
  league: endpoint({
    ...picture,
    ...cardOf(PAGES.league),
    summary: 'The picture (1200 by 630) that accompanies a link to a league',
    params: tokenParams,
    query: z.object({ ...racerOnPicture, ...divisionAsked }),
    errors: [404],
  }),
  racer: endpoint({
    ...picture,
    ...cardOf(PAGES.racer),
    summary: "The picture (1200 by 630) that accompanies a link to a racer's page",
    params: racerParams,
    errors: [404],
  }),
  season: endpoint({
    ...picture,
    ...cardOf(PAGES.season),
    summary: "The picture of 1200 by 630 that a link to a season's page is shown with",
    params: seasonParams,
    query: z.object({
      /** For its channels by a week or a month. */
      of: z.optional(SeasonSpan),
    }),
    errors: [404],
  }),
  events: endpoint({
    ...picture,
    ...cardOf(PAGES.events),
    summary: 'The picture of 1200 by 630 that a link to the list of events is shown with',
  }),
} as const satisfies Readonly<Record<PageWithCard, Endpoint>>

/**
 * `waiting`: will be sent at `nextAt`, perhaps again if no earlier attempt can have posted it. `unknown`: the answer
 * was lost, so the post may or may not be in Discord. A `failed` or `unknown` post is never sent again automatically.
 */
const DiscordPostState = z.enum(['waiting', 'sending', 'posted', 'failed', 'unknown'])

/** Why a post is not in Discord, may not be there, or is being sent again. */
const PostProblem = z.object({
  /** One sentence, in English. */
  error: z.string(),
  code: z.optional(z.string()),
  params: z.optional(ProblemParams),
})
export type PostProblem = z.infer<typeof PostProblem>

export const DiscordPanel = z.object({
  /** Only the last characters of the webhook's address leave the server; null if there is no webhook. */
  webhook: z.nullable(z.object({ ending: z.string(), isOfSeries: z.boolean() })),
  /** Whether the show is over, so that there is something to post. */
  isFinal: z.boolean(),
  /** Each round of the league has one message, which is edited; null: the address is not that of a league. */
  rounds: z.nullable(
    z.object({
      isOn: z.boolean(),
      /** Why the message about this round is not there, or says what was true before; null: nothing is wrong. */
      problem: z.nullable(PostProblem),
    }),
  ),
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

export const NightPanel = z.object({
  webhook: z.nullable(z.object({ ending: z.string() })),
  /** Whether the day is not held, so that there is something to post. */
  isPublic: z.boolean(),
  /** The last requested post of the night. */
  post: DiscordPanel.shape.post,
})
export type NightPanel = z.infer<typeof NightPanel>

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

const webhookAddress = z.strictObject({
  /** null removes it. */
  address: z.nullable(z.string().check(z.maxLength(MAX_WEBHOOK_LENGTH, says('webhook_too_long')))),
})

const afterPost = z.strictObject({
  /** The id of the last post that the caller saw; null if there was none. */
  after: z.nullable(id),
})

export const setDiscordWebhook = endpoint({
  ...forEvent,
  method: 'PUT',
  path: '/api/discord/:id',
  rateLimit: 'events',
  summary: "Saves a webhook's address for an event, or for all events of its series",
  body: webhookAddress,
  errors: [403, 404, 422],
})

export const setRoundMessages = endpoint({
  ...forEvent,
  method: 'PUT',
  path: '/api/discord/:id/rounds',
  rateLimit: 'events',
  summary: 'Says whether each round of a league has one message in Discord that is edited',
  body: z.strictObject({ isOn: z.boolean() }),
  errors: [403, 404, 409],
})

export const postToDiscord = endpoint({
  ...forEvent,
  method: 'POST',
  path: '/api/discord/:id/post',
  rateLimit: 'events',
  summary: 'Posts podium, link and picture; a second press of the same button posts nothing more',
  body: afterPost,
  errors: [404, 409],
})

const forNight = {
  noun: 'sharing',
  access: 'user',
  params: nightParams,
  response: NightPanel,
} as const

export const getNightPanel = endpoint({
  ...forNight,
  method: 'GET',
  path: '/api/discord/nights/:channel/:day',
  summary: 'Whether a night of the own channel can be posted in Discord, and its last post',
  errors: [404],
})

export const setNightWebhook = endpoint({
  ...forNight,
  method: 'PUT',
  path: '/api/discord/nights/:channel/:day',
  rateLimit: 'events',
  summary: "Saves a webhook's address for all nights of the own channel",
  body: webhookAddress,
  errors: [404, 422],
})

export const postNight = endpoint({
  ...forNight,
  method: 'POST',
  path: '/api/discord/nights/:channel/:day/post',
  rateLimit: 'events',
  summary: 'Posts what happened in a night; a second press of the same button posts nothing more',
  body: afterPost,
  errors: [404, 409],
})
