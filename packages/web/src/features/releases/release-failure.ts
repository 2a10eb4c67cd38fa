/** What is said where an installer could not be downloaded, or not be uploaded. */
import { INSTALLER_TYPES, installerTypeOf } from '@rollcall/contract/releases'
import { ApiError } from '#api/api-error.ts'

export interface ReleaseFailure {
  readonly message: string
  readonly detail: string | null
}

export const NO_FILE_NAME = 'Latest file information is not available'

/** The call for the latest version failed, or its answer names no file. */
export function latestFailureOf(error: Error): ReleaseFailure {
  if (error instanceof ApiError && error.isUnreadable) {
    return { message: NO_FILE_NAME, detail: error.message }
  }
  return { message: error instanceof ApiError ? error.sentence : error.message, detail: null }
}

/** The download failed: what came was no file, or nothing came. */
export function downloadFailureOf(error: Error): ReleaseFailure {
  if (!(error instanceof ApiError)) {
    return { message: error.message, detail: null }
  }
  if (error.isUnreadable) {
    return { message: 'Invalid response format', detail: null }
  }
  if (error.status === null || error.hasSentence) {
    return { message: error.sentence, detail: null }
  }
  return { message: 'Invalid response format', detail: error.message }
}

/** null: it can be sent. */
export function installerProblemOf(file: File | null): string | null {
  if (file === null) {
    return 'Please select a file to upload.'
  }
  return installerTypeOf(file.name) === null
    ? `Only a file whose name ends in ${INSTALLER_TYPES.join(' or ')} can be uploaded.`
    : null
}

/** A server that answered is quoted; where there was no answer, or none to be read, the call threw. */
export function uploadFailureOf(error: Error): ReleaseFailure {
  return error instanceof ApiError && error.status !== null
    ? { message: error.sentence, detail: null }
    : { message: 'Error uploading file.', detail: error.message }
}
