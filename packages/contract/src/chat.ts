/** Answers for the custom commands of chat bots: one line of plain text each, errors too. */
import * as z from 'zod/mini'
import { endpoint, MAX_CHANNEL_NAME_LENGTH, MAX_RACER_NAME_LENGTH } from './endpoint.ts'
import { tokenParams } from './show.ts'

/** Below the 500 of a message on Twitch, since a command adds words of its own. */
export const MAX_CHAT_LINE_LENGTH = 400

const channel = z
  .string()
  .check(z.maxLength(MAX_CHANNEL_NAME_LENGTH, 'No channel has a name as long as that.'))

const ChatLine = z.string().check(z.maxLength(MAX_CHAT_LINE_LENGTH))

const ofChannel = {
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
  ...ofChannel,
  path: '/api/chat/:channel/rank',
  summary: "Where a viewer stands in a channel's current season, in one sentence",
  query: z.strictObject({
    /** As they are called in chat, with or without an @; `name (Platform)` where not on Twitch. */
    user: z
      .string({ error: 'Say whose rank is asked for: add ?user= and a name to the address.' })
      .check(z.maxLength(MAX_RACER_NAME_LENGTH, 'No racer has a name as long as that.')),
  }),
})

export const answerTop = endpoint({
  ...ofChannel,
  path: '/api/chat/:channel/top',
  summary: "The first five of a channel's current season, in one line",
})

export const answerEvent = endpoint({
  ...ofChannel,
  path: '/api/chat/:channel/event/:token',
  summary: 'What is uncovered of a public event: the first three at last',
  params: z.object({ channel, ...tokenParams.shape }),
})
