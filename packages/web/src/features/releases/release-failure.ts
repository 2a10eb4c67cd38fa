/** What the download button says where there is nothing to download. See spec.md sections 5 and 8. */
import { ApiError } from '#api/api-error.ts'

export interface ReleaseFailure {
  readonly message: string
  /** What is known beyond the message. */
  readonly detail: string | null
}

export const NO_FILE_NAME = 'Latest file information is not available'

/** The call for the latest version failed; an answer that names no file is none. */
export function latestFailureOf(error: Error): ReleaseFailure {
  const isUnreadable =
    error instanceof ApiError && error.status === null && !(error.cause instanceof TypeError)
  if (isUnreadable) return { message: NO_FILE_NAME, detail: error.message }
  return { message: error instanceof ApiError ? error.sentence : error.message, detail: null }
}

/** The download failed: what came was no file, or nothing came. */
export function downloadFailureOf(error: Error): ReleaseFailure {
  if (!(error instanceof ApiError) || error.status === null) {
    return { message: error.message, detail: null }
  }
  if (error.sentence !== error.message) return { message: error.sentence, detail: null }
  return {
    message: 'Invalid response format',
    detail: error.status === 200 ? null : error.message,
  }
}
