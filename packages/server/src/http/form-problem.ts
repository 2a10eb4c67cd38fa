/** What the form parser's own complaints mean; each noun answers them in its words. */

export type FormProblem = 'too_large' | 'too_many_parts' | 'no_form' | 'cut_off' | 'malformed'

/** null: nothing that the form parser said. */
export function formProblemOf(error: unknown): FormProblem | null {
  if (!(error instanceof Error)) {
    return null
  }
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return 'too_large'
  }
  if (/^FST_(?:FILES|PARTS|FIELDS)_LIMIT$/.test(code)) {
    return 'too_many_parts'
  }
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || /boundary/i.test(error.message)) {
    return 'no_form'
  }
  if (/unexpected end|premature.close|aborted|ECONNRESET/i.test(`${code} ${error.message}`)) {
    return 'cut_off'
  }
  return /^FST_|malformed|multipart/i.test(`${code} ${error.message}`) ? 'malformed' : null
}

/**
 * Whether the request ended before the form parser saw it: that would wait for an end which has been.
 */
export function hasEndedEarly({
  destroyed,
  readableEnded,
}: {
  destroyed: boolean
  readableEnded: boolean
}): boolean {
  return destroyed && !readableEnded
}
