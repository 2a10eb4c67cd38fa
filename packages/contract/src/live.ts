/** What browsers follow while a page is open: which topics have changed, never the data itself. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * A season's leaderboard (`season:75`), which anybody may follow, or how an event stands
 * (`event:100004`), which its creator, its participants and admins may.
 */
export type LiveTopic = `season:${number}` | `event:${number}`

/** One topic, or up to 20 of them. */
const LIST_OF_TOPICS = /^(?:season|event):[1-9]\d{0,8}(?:,(?:season|event):[1-9]\d{0,8}){0,19}$/

export const followTopics = endpoint({
  noun: 'live',
  method: 'GET',
  path: '/api/live',
  access: 'anyone',
  rateLimit: 'live',
  summary: 'Server-sent events: `changed` with a topic of those asked for, and `ping` every 20 s',
  query: z.strictObject({
    /** Separated by commas. */
    topics: z.pipe(
      z.string().check(z.regex(LIST_OF_TOPICS)),
      z.transform((text) => [...new Set(text.split(','))] as LiveTopic[]),
    ),
  }),
  response: z.string(),
  sendsEvents: true,
  errors: [403, 404],
})
