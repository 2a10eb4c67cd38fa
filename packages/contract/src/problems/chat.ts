/** Chat answers are plain text: a bot repeats the sentence, and nobody reads the code. */
import type { Catalogue } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

export const CHAT_PROBLEMS = {
  no_such_command_channel: {
    status: 404,
    sentence: 'There is no channel with that name. Check the address of the command.',
  },
} as const satisfies Problems

/** What the schemas of `chat.ts` check. */
export const CHAT_CHECKS = {
  channel_name_too_long: 'No channel has a name that long.',
  racer_name_missing: 'Say whose rank you want: add ?user= and a name to the address.',
  racer_name_too_long: 'No racer has a name that long.',
} as const satisfies Catalogue
