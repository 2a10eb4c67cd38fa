import type { ErrorReply } from '@rollcall/contract/endpoint'

/** The server's reply to a call that failed; of something before it, perhaps the sentence only. */
export type Reply = Pick<ErrorReply, 'error'> & Partial<ErrorReply>

interface Failure {
  /** null: there was no answer, or none that could be read. */
  readonly status: number | null
  readonly reply: Reply | null
  /** The session token the call carried. */
  readonly token: string | null
  readonly cause?: unknown
}

function isWhole(reply: Reply | null): reply is ErrorReply {
  return reply?.code !== undefined && reply.requestId !== undefined
}

function messageOf({ status, cause }: Failure): string {
  if (status === 401) return 'You are not signed in any more.'
  if (status === 403) return 'You do not have permission to see this.'
  if (status !== null) return `HTTP error! status: ${status}`
  return cause instanceof TypeError
    ? 'The server could not be reached.'
    : 'The answer could not be read.'
}

/** Why a call gave no result. `message` is for pages that load; actions show `sentence`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number | null
  readonly token: string | null
  /** What the server answered beyond the status: a code, and where in a file the problem stands. */
  readonly reply: ErrorReply | null
  /** The server's own sentence where it sent one. */
  readonly sentence: string

  constructor(failure: Failure) {
    super(messageOf(failure), { cause: failure.cause })
    this.status = failure.status
    this.token = failure.token
    this.reply = isWhole(failure.reply) ? failure.reply : null
    this.sentence = failure.reply?.error ?? this.message
  }

  /** The result is not for this caller: 401 ends the session, 403 does not. */
  get isUnauthorized(): boolean {
    return this.status === 401 || this.status === 403
  }
}

/** What to say beside a button whose action failed. */
export function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.sentence : error.message
}
