/** Text that the database takes: PostgreSQL knows no NUL, and half a surrogate pair is no character. */
import { ApiError } from './api-error.ts'

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Of what the border has checked already, and so is no deeper than a schema.
 *
 * @throws {ApiError} `not_found` where the address itself holds it: nothing there is has such a name
 */
export function refuseUnstorableText({
  params,
  query,
  body,
}: {
  params: unknown
  query: unknown
  body: unknown
}): void {
  if (!holdsStorableText(params)) {
    throw new ApiError('not_found', 'There is nothing at this address.')
  }
  if (!holdsStorableText(query) || !holdsStorableText(body)) {
    throw new ApiError(
      'bad_request',
      'The text holds a character that cannot be stored. Please type it anew.',
    )
  }
}

function holdsStorableText(value: unknown): boolean {
  if (typeof value === 'string') {
    return isStorable(value)
  }
  if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      if (!holdsStorableText((value as Record<string, unknown>)[name])) {
        return false
      }
    }
  }
  return true
}
