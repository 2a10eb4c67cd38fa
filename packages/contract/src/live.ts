/** What an open page follows: topics that change, and the views of shows. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ShowView } from './show-view.ts'

/**
 * A topic's name says who may follow it, what it is about, and whose it is.
 *
 * - `everyone/season:75`, `everyone/channel:12`: a season's leaderboard; a channel's page.
 * - `participants/event:100004`: an event's boards; for its creator, its participants and admins.
 * - `owner/uploads:12`, `owner/companions:12`: a user's uploads; a user's companions and what they upload.
 * - `organiser/room:100004`, `organiser/stage:100004`: the control room and the stage of an event's show; for the
 *   event's creator and admins.
 * - `link/show:TOKEN`, `link/overlay:TOKEN`, `link/channel:TOKEN`: a show's public page, its overlay, and a
 *   channel's overlay; for anyone with the token.
 */
export type LiveTopic =
  | `everyone/${'season' | 'channel'}:${number}`
  | `participants/event:${number}`
  | `owner/${'uploads' | 'companions'}:${number}`
  | `organiser/${'room' | 'stage'}:${number}`
  | `link/${'show' | 'overlay' | 'channel'}:${string}`

const TOPIC =
  '(?:(?:everyone/(?:season|channel)|participants/event|owner/(?:uploads|companions)|organiser/(?:room|stage)):[1-9]\\d{0,8}|link/(?:show|overlay|channel):[\\w-]{22})'
/** The limit for one stream. All pages of a browser share one stream. */
export const MAX_LIVE_TOPICS = 100
const LIST_OF_TOPICS = new RegExp(`^${TOPIC}(?:,${TOPIC}){0,${MAX_LIVE_TOPICS - 1}}$`)

/** Whether the topic can be followed without a session. */
export function needsNoSession(topic: LiveTopic): boolean {
  return topic.startsWith('link/')
}

/**
 * A `frame` message says what a page shows now. Its id is the view's version; its data has two lines, the topic and the
 * view as JSON. Frames come before the stream's first `ping`, and whenever the view changes: at the press for a stage
 * and an overlay, and when the step is due for viewers.
 */
export interface Frame {
  topic: LiveTopic
  view: ShowView
}

/**
 * @param data of a `frame` message
 * @throws {Error} if the view does not match the schema
 */
export function readFrame(data: string): Frame {
  const end = data.indexOf('\n')
  return {
    topic: data.slice(0, end) as LiveTopic,
    view: ShowView.parse(JSON.parse(data.slice(end + 1))),
  }
}

/**
 * A `frame` message in the form in which the stream sends it.
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
    'Server-sent events: `frame` with a topic and the view that its pages show now, `changed` with a topic, `refused` with a topic that the caller may not follow (any longer), and `ping` at the beginning and every 20 s; `retry` before the server stops; 403 or 404 if all topics are refused',
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
