/** Text that the database takes: PostgreSQL knows no NUL, and half a surrogate pair is no character. */
import { ApiError } from './api-error.ts'

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Of what the border has checked already, and so is no deeper than a schema. */
export function refuseUnstorableText(...checked: readonly unknown[]): void {
  if (!checked.every(holdsStorableText)) {
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
  return (
    typeof value !== 'object' || value === null || Object.values(value).every(holdsStorableText)
  )
}
