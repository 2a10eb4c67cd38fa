/** What an open page follows: topics that change, and the views of shows. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ShowView } from './show-view.ts'

/**
 * A topic's name says who may follow it, what it is about, and whose it is.
 *
 * - `everyone/season:75`, `everyone/channel:12`: a season's leaderboard; a channel's page.
 * - `participants/event:100004`: an event's boards; for those who may see them.
 * - `owner/uploads:12`, `owner/companions:12`: a user's uploads; a user's companions and what they upload.
 * - `organiser/room:100004`, `organiser/stage:100004`: the control room and the stage of an event's show; for those
 *   who may run it.
 * - `link/show:TOKEN`, `link/overlay:TOKEN`, `link/channel:TOKEN`, `link/league:TOKEN`: a show's public page, its
 *   overlay, a channel's overlay, and a league's public page; for anyone with the token.
 */
export type LiveTopic =
  | `everyone/${'season' | 'channel'}:${number}`
  | `participants/event:${number}`
  | `owner/${'uploads' | 'companions'}:${number}`
  | `organiser/${'room' | 'stage'}:${number}`
  | `link/${'show' | 'overlay' | 'channel' | 'league'}:${string}`

const TOPIC =
  '(?:(?:everyone/(?:season|channel)|participants/event|owner/(?:uploads|companions)|organiser/(?:room|stage)):[1-9]\\d{0,8}|link/(?:show|overlay|channel|league):[\\w-]{22})'
/** The limit for one page. */
export const MAX_LIVE_TOPICS = 100
const LIST_OF_TOPICS = new RegExp(`^${TOPIC}(?:,${TOPIC}){0,${MAX_LIVE_TOPICS - 1}}$`)

/** Whether the topic can be followed without a session. */
export function needsNoSession(topic: LiveTopic): boolean {
  return topic.startsWith('link/')
}

/**
 * What the server sends to a page that follows topics. A `frame` says what a page shows now: frames come before the
 * first `ping`, and whenever the view changes, which is at the press for a stage and an overlay, and when the step is
 * due for viewers. `changed`: the page asks again. `refused`: the caller may not follow the topic, or not any longer.
 * `ping` comes once all frames are there, and every 20 s. `return` says when to come back, before the server stops.
 */
export type LiveMessage =
  | { kind: 'frame'; topic: LiveTopic; view: ShowView }
  | { kind: 'changed' | 'refused'; topic: LiveTopic }
  | { kind: 'ping' }
  | { kind: 'return'; afterMs: number }

export type Frame = LiveMessage & { kind: 'frame' }

const topic = z.custom<LiveTopic>((text) => typeof text === 'string')
const Message = z.union([
  z.object({ kind: z.literal('frame'), topic, view: z.unknown() }),
  z.object({ kind: z.enum(['changed', 'refused']), topic }),
  z.object({ kind: z.literal('ping') }),
  z.object({ kind: z.literal('return'), afterMs: z.number() }),
])

/**
 * @param onBadView hears why a view does not match the schema; the page then asks again, as after `changed`
 * @throws {Error} if the message is not one of ours
 */
export function readMessage(text: string, onBadView: (cause: unknown) => void): LiveMessage {
  const message = Message.parse(JSON.parse(text))
  if (message.kind !== 'frame') {
    return message
  }
  try {
    return { ...message, view: ShowView.parse(message.view) }
  } catch (cause) {
    onBadView(cause)
    return { kind: 'changed', topic: message.topic }
  }
}

/** @param json the view, written by its schema */
export const writeFrame = (followed: LiveTopic, json: string): string =>
  `{"kind":"frame","topic":${JSON.stringify(followed)},"view":${json}}`

export const writeMessage = (message: Exclude<LiveMessage, Frame>): string =>
  JSON.stringify(message)

/** The subprotocol of the WebSocket. A page that has a session also names `bearer.TOKEN`, because it cannot send headers. */
export const LIVE_PROTOCOL = 'rollcall'
export const BEARER_PROTOCOL = 'bearer.'

export const followTopics = endpoint({
  noun: 'live',
  method: 'GET',
  path: '/api/live',
  access: 'anyone',
  rateLimit: 'live',
  summary:
    'A WebSocket with messages in JSON, each with its `kind`: `frame` with a topic and the view that its pages show now, `changed` with a topic, `refused` with a topic that the caller may not follow (any longer), `ping` at the beginning and every 20 s, and `return` with `afterMs` before the server stops; 403 or 404 if all topics are refused, 426 for a call that asks for no WebSocket',
  query: z.strictObject({
    topics: z.pipe(
      z.string().check(z.regex(LIST_OF_TOPICS)),
      z.transform((text) => [...new Set(text.split(','))] as LiveTopic[]),
    ),
  }),
  response: z.string(),
  opensSocket: true,
  errors: [403, 404, 426],
})
