/** What is said where an installer could not be downloaded, or not be uploaded. */
import { INSTALLER_TYPES, installerTypeOf } from '@rollcall/contract/releases'
import { ApiError } from '#api/api-error.ts'
import { texts } from './texts.ts'

export interface ReleaseFailure {
  readonly message: string
  readonly detail: string | null
}

/** The call for the latest version failed, or its answer names no file. */
export function latestFailureOf(error: Error): ReleaseFailure {
  if (error instanceof ApiError && error.isUnreadable) {
    return { message: texts.installers.noFileName, detail: error.message }
  }
  return { message: error instanceof ApiError ? error.sentence : error.message, detail: null }
}

/** The download failed: what came was no file, or nothing came. */
export function downloadFailureOf(error: Error): ReleaseFailure {
  if (!(error instanceof ApiError)) {
    return { message: error.message, detail: null }
  }
  if (error.isUnreadable) {
    return { message: texts.installers.invalid, detail: null }
  }
  if (error.status === null || error.hasSentence) {
    return { message: error.sentence, detail: null }
  }
  return { message: texts.installers.invalid, detail: error.message }
}

/** null: it can be sent. */
export function installerProblemOf(file: File | null): string | null {
  if (file === null) {
    return texts.upload.noFile
  }
  return installerTypeOf(file.name) === null ? texts.upload.wrongType(INSTALLER_TYPES) : null
}

/** A server that answered is quoted; where there was no answer, or none to be read, the call threw. */
export function uploadFailureOf(error: Error): ReleaseFailure {
  return error instanceof ApiError && error.status !== null
    ? { message: error.sentence, detail: null }
    : { message: texts.upload.failed, detail: error.message }
}
