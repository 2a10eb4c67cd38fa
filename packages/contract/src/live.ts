/** Topics that have changed, never the data itself. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * A season's leaderboard (`season:75`), which anybody may follow; how an event stands (`event:100004`),
 * which its creator, its participants and admins may; a user's uploads (`uploads:12`), and companions
 * (`companions:12`, with the uploads that they send), which only they may.
 * Of a show what its control room and stage show (`control:100004`), for creator and admins; what its public
 * page or overlay shows (`show:TOKEN`) and a channel's overlay (`overlay:TOKEN`), for whoever has the token.
 */
export type LiveTopic =
  | `${'season' | 'event' | 'uploads' | 'companions' | 'control'}:${number}`
  | `${'show' | 'overlay'}:${string}`

const TOPIC =
  '(?:(?:season|event|uploads|companions|control):[1-9]\\d{0,8}|(?:show|overlay):[\\w-]{22})'
/** Of one stream, which all pages of a browser share. */
export const MAX_LIVE_TOPICS = 100
const LIST_OF_TOPICS = new RegExp(`^${TOPIC}(?:,${TOPIC}){0,${MAX_LIVE_TOPICS - 1}}$`)

export const followTopics = endpoint({
  noun: 'live',
  method: 'GET',
  path: '/api/live',
  access: 'anyone',
  rateLimit: 'live',
  summary:
    'Server-sent events: `changed` with a topic of those asked for, `refused` with one that the caller may not follow (any longer), and `ping` every 20 s; 403 or 404 where all of them are refused',
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
