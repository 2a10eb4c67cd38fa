/** Answers to custom commands of chat bots. Each answer is one line of plain text, and so is each error. */
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { endpoint, MAX_CHANNEL_NAME_LENGTH, MAX_RACER_NAME_LENGTH } from './endpoint.ts'
import { CHAT_CHECKS } from './problems/chat.ts'
import { tokenParams } from './show-links.ts'

/** The default platform allows 500 characters in a message, and a command adds its own words. */
export const MAX_CHAT_LINE_LENGTH = 400

const says = saying(CHAT_CHECKS)
const channel = z
  .string()
  .check(z.maxLength(MAX_CHANNEL_NAME_LENGTH, says('channel_name_too_long')))

const ChatLine = z.string().check(z.maxLength(MAX_CHAT_LINE_LENGTH))

const chatAnswer = {
  noun: 'chat',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'chat',
  countedBy: 'channel',
  params: z.object({ channel }),
  response: ChatLine,
  sendsText: true,
  errors: [404],
} as const

export const answerRank = endpoint({
  ...chatAnswer,
  path: '/api/chat/:channel/rank',
  summary: "A viewer's rank in a channel's current season, in one sentence",
  query: z.strictObject({
    /** The name in chat, with or without an @; `name (Platform)` for platforms other than the default one. */
    user: z
      .string(says('racer_name_missing'))
      .check(z.maxLength(MAX_RACER_NAME_LENGTH, says('racer_name_too_long'))),
  }),
})

export const answerTop = endpoint({
  ...chatAnswer,
  path: '/api/chat/:channel/top',
  summary: "The first five of a channel's current season, in one line",
})

export const answerLast = endpoint({
  ...chatAnswer,
  path: '/api/chat/:channel/last',
  summary: "A channel's last public game, in one line with its address",
})

export const answerRecap = endpoint({
  ...chatAnswer,
  path: '/api/chat/:channel/recap',
  summary:
    "A channel's last night in one line with its address: games, the first three, the best game",
})

export const answerEvent = endpoint({
  ...chatAnswer,
  path: '/api/chat/:channel/event/:token',
  summary: 'What is uncovered of a public event; in the end, its first three',
  params: z.object({ channel, ...tokenParams.shape }),
})
