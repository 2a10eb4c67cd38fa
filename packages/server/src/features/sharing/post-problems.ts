/** Reasons why a post cannot reach Discord. Problems are stored as JSON, with code and params. */
import type { PostProblem } from '@rollcall/contract/sharing'
import {
  type Catalogue,
  type Given,
  type ReportedProblem,
  reported,
} from '@rollcall/scoring/problem'

const POST_PROBLEMS = {
  show_no_longer_final: 'The show is no longer final, so nothing was posted.',
  post_not_made: 'The server could not make the post.',
  post_interrupted:
    'The server stopped while it was sending. Check Discord to see whether the post is there.',
  post_answer_lost: "Discord's answer was lost. Check Discord to see whether the post is there.",
  discord_unreachable: 'Discord could not be reached.',
  discord_asked_to_wait: 'Discord asked us to wait.',
  discord_unavailable: ({ status }: Answer) => `Discord could not accept it (status ${status}).`,
  discord_refused: ({ status }: Answer) => `Discord refused it (status ${status}).`,
  webhook_unusable: "The webhook's address can no longer be used. Enter it again.",
  webhook_unknown:
    'Discord no longer knows this webhook. Make a new one there, and enter its address.',
  webhook_redirects: 'The address redirects somewhere else, and redirects are not followed.',
  webhook_private: 'The address leads into a private network.',
} as const satisfies Catalogue

/** Discord's answer. */
interface Answer {
  status: number
}

type PostProblems = typeof POST_PROBLEMS

export function postProblem<Code extends keyof PostProblems>(
  code: Code,
  ...given: Given<PostProblems[Code]>
): ReportedProblem {
  return reported(POST_PROBLEMS, code, ...given)
}

export function readPostProblem(stored: string): PostProblem {
  // In the past, only the sentence was stored.
  return stored.startsWith('{') ? JSON.parse(stored) : { error: stored }
}
