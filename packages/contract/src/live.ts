/** What an open page follows: topics that have changed, and the views of shows. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ShowView } from './show-view.ts'

/**
 * Who may hear it, then what it is about, then whose it is.
 *
 * - `everyone/season:75`: a season's leaderboard.
 * - `participants/event:100004`: how an event stands; for its creator, its participants and admins.
 * - `owner/uploads:12`, `owner/companions:12`: a user's uploads; their companions, with the uploads that these send.
 * - `organiser/room:100004`, `organiser/stage:100004`: what the control room of an event's show says, and what its
 *   stage shows; for the event's creator and admins.
 * - `link/show:TOKEN`, `link/overlay:TOKEN`, `link/channel:TOKEN`: a show's public page, its overlay, and the overlay
 *   of a channel; for anybody with the token.
 */
export type LiveTopic =
  | `everyone/season:${number}`
  | `participants/event:${number}`
  | `owner/${'uploads' | 'companions'}:${number}`
  | `organiser/${'room' | 'stage'}:${number}`
  | `link/${'show' | 'overlay' | 'channel'}:${string}`

const TOPIC =
  '(?:(?:everyone/season|participants/event|owner/(?:uploads|companions)|organiser/(?:room|stage)):[1-9]\\d{0,8}|link/(?:show|overlay|channel):[\\w-]{22})'
/** Of one stream, which all pages of a browser share. */
export const MAX_LIVE_TOPICS = 100
const LIST_OF_TOPICS = new RegExp(`^${TOPIC}(?:,${TOPIC}){0,${MAX_LIVE_TOPICS - 1}}$`)

/** Whether a session makes no difference to what a follower of the topic hears. */
export function needsNoSession(topic: LiveTopic): boolean {
  return topic.startsWith('link/')
}

/**
 * A `frame` message is what a page shows now. Its id is the view's version; its data has two lines, the topic and the
 * view as JSON. Frames of the topics that have one come before the stream's first `ping`, and then whenever the view
 * changes: a stage's and an overlay's with the press, viewers' when the step is due.
 */
export interface Frame {
  topic: LiveTopic
  view: ShowView
}

/**
 * @param data of a `frame` message
 * @throws {Error} where the view is not one that the schema knows
 */
export function readFrame(data: string): Frame {
  const end = data.indexOf('\n')
  return {
    topic: data.slice(0, end) as LiveTopic,
    view: ShowView.parse(JSON.parse(data.slice(end + 1))),
  }
}

/**
 * A `frame` message, as it is sent.
 *
 * @param json the view, written by its schema
 */
export function writeFrame(
  topic: LiveTopic,
  { version, json }: { version: number; json: string },
): string {
  return `event: frame\nid: ${version}\ndata: ${topic}\ndata: ${json}\n\n`
}

export const followTopics = endpoint({
  noun: 'live',
  method: 'GET',
  path: '/api/live',
  access: 'anyone',
  rateLimit: 'live',
  summary:
    'Server-sent events: `frame` with a topic and the view of a show that its pages show now, `changed` with a topic of those asked for, `refused` with one that the caller may not follow (any longer), and `ping` at the beginning and every 20 s; 403 or 404 where all of them are refused',
  query: z.strictObject({
    topics: z.pipe(
      z.string().check(z.regex(LIST_OF_TOPICS)),
      z.transform((text) => [...new Set(text.split(','))] as LiveTopic[]),
    ),
  }),
  response: z.string(),
  sendsEvents: true,
  errors: [403, 404],
})
