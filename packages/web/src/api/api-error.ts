import type { ErrorReply } from '@rollcall/contract/endpoint'
import { currentLanguage } from '#texts/language.ts'
import { texts } from './texts.ts'

/** The server's reply to a failed call. A proxy in front of it may give only the sentence. */
export type Reply = Pick<ErrorReply, 'error'> & Partial<ErrorReply>

interface Failure {
  /** null: there was no answer, or an unreadable one. */
  readonly status: number | null
  readonly reply?: Reply | null
  readonly token: string | null
  /** The answer says that its result is not for this caller. */
  readonly isMarkedUnauthorized?: boolean
  /** An answer came, but not the one the contract promises; the status is null then. */
  readonly isUnreadable?: boolean
  readonly cause?: unknown
}

function isWhole(reply: Reply | null): reply is ErrorReply {
  return reply?.code !== undefined && reply.requestId !== undefined
}

function failureMessage({ status, reply, isMarkedUnauthorized, isUnreadable }: Failure): string {
  if (status === 401) return texts.signedOut
  if (status === 403 || isMarkedUnauthorized) return texts.forbidden
  if (status === 200 && reply) return currentLanguage().problemText(reply)
  if (status !== null) return texts.failed(status)
  return isUnreadable ? texts.unreadable : texts.unreachable
}

/** Why a call gave no result. Pages that fail to load show `message`; actions show `sentence`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number | null
  readonly token: string | null
  /** What the server answered besides the status: a code, and the place in a file. */
  readonly reply: ErrorReply | null
  readonly sentence: string
  readonly hasSentence: boolean
  readonly isMarkedUnauthorized: boolean
  readonly isUnreadable: boolean

  constructor(failure: Failure) {
    super(failureMessage(failure), { cause: failure.cause })
    const { reply = null } = failure
    this.status = failure.status
    this.token = failure.token
    this.reply = isWhole(reply) ? reply : null
    this.sentence = reply
      ? currentLanguage().problemText(reply)
      : this.message === texts.forbidden
        ? texts.actForbidden
        : this.message
    this.hasSentence = reply !== null
    this.isMarkedUnauthorized = failure.isMarkedUnauthorized ?? false
    this.isUnreadable = failure.isUnreadable ?? false
  }

  /** The result is not for this caller. A 401 also ends the session, a 403 does not. */
  get isUnauthorized(): boolean {
    return this.status === 401 || this.status === 403 || this.isMarkedUnauthorized
  }
}

/** What to say beside a button whose action failed. */
export function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.sentence : error.message
}
