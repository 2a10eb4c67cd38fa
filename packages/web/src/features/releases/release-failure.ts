/** What pages say if an installer could not be downloaded or uploaded. */
import { INSTALLER_TYPES, installerTypeOf } from '@rollcall/contract/releases'
import { ApiError } from '#api/api-error.ts'
import { texts } from './texts.ts'

export interface ReleaseFailure {
  readonly message: string
  readonly detail: string | null
}

/** The call for the latest version failed, or its answer names no file. */
export function explainLatestFailure(error: Error): ReleaseFailure {
  if (error instanceof ApiError && error.isUnreadable) {
    return { message: texts.installers.noFileName, detail: error.message }
  }
  return { message: error instanceof ApiError ? error.sentence : error.message, detail: null }
}

/** The download failed: the answer was not a file, or there was none. */
export function explainDownloadFailure(error: Error): ReleaseFailure {
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

/** Returns null if the file can be sent. */
export function findInstallerProblem(file: File | null): string | null {
  if (file === null) {
    return texts.upload.noFile
  }
  return installerTypeOf(file.name) === null ? texts.upload.wrongType(INSTALLER_TYPES) : null
}

/** Quotes the server if it answered. Without a readable answer, the specified sentence is the message. */
export function explainUploadFailure(error: Error): ReleaseFailure {
  return error instanceof ApiError && error.status !== null
    ? { message: error.sentence, detail: null }
    : { message: texts.upload.failed, detail: error.message }
}
