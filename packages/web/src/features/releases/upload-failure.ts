/** Why an installer is not there. See spec.md sections 5 and 8. */
import { ApiError } from '#api/api-error.ts'

/** null: it can be sent. */
export function installerProblemOf(file: File | null): string | null {
  if (file === null) return 'Please select a file to upload.'
  return /\.exe$/i.test(file.name) ? null : 'Only a file whose name ends in .exe can be uploaded.'
}

export interface UploadFailure {
  readonly message: string
  /** What is known beyond the message. */
  readonly detail: string | null
}

/** A server that answered is quoted; where there was no answer, or none to be read, the call threw. */
export function uploadFailureOf(error: Error): UploadFailure {
  return error instanceof ApiError && error.status !== null
    ? { message: error.sentence, detail: null }
    : { message: 'Error uploading file.', detail: error.message }
}
