import type { MultipartFile } from '@fastify/multipart'

type FormProblem = 'too_large' | 'too_many_parts' | 'no_form' | 'cut_off' | 'malformed'

/** null if the form parser did not throw this error. */
export function findFormProblem(error: unknown): FormProblem | null {
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
  // When a boundary is too long, the form parser's message calls it a needle.
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || /boundary|needle/i.test(error.message)) {
    return 'no_form'
  }
  if (/unexpected end|premature.close|aborted|ECONNRESET/i.test(`${code} ${error.message}`)) {
    return 'cut_off'
  }
  return /^FST_|malformed|multipart/i.test(`${code} ${error.message}`) ? 'malformed' : null
}

/** Whether the request ended before the form parser saw it; the parser would wait for ever. */
export function hasEndedEarly({
  destroyed,
  readableEnded,
}: {
  destroyed: boolean
  readableEnded: boolean
}): boolean {
  return destroyed && !readableEnded
}

/** Ends a part that is too large. The form parser would read it to its end first. */
export function endWhenTooLarge(file: MultipartFile['file']): MultipartFile['file'] {
  const tooLarge = Object.assign(new Error('The part is too large.'), {
    code: 'FST_REQ_FILE_TOO_LARGE',
  })
  return file.once('limit', () => file.destroy(tooLarge))
}
