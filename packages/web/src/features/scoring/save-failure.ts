import { ApiError } from '#api/api-error.ts'

export interface SaveFailure {
  /** One of the three that spec.md section 8 knows. */
  readonly message: string
  /** What is known beyond that. */
  readonly detail: string | null
}

/** What the banner says of a save that failed. */
export function saveFailureOf(error: Error): SaveFailure {
  if (!(error instanceof ApiError)) {
    return { message: 'An error occurred while saving', detail: null }
  }
  // An answer came, but without the id that a saved configuration has.
  if (error.status === null && !(error.cause instanceof TypeError)) {
    return { message: 'Unexpected response from server', detail: null }
  }
  const hasSentence = error.sentence !== error.message
  return hasSentence
    ? { message: error.sentence, detail: null }
    : { message: 'An error occurred while saving', detail: error.message }
}
