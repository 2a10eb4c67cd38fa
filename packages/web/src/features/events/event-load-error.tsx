import { ApiError } from '#api/api-error.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './event-form.module.css'

interface EventLoadErrorProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** A page that did not load. Asking again helps unless it is not for this person, or not there. */
export function EventLoadError({ error, onRetry }: EventLoadErrorProps) {
  const isFinal =
    error instanceof ApiError &&
    (error.isUnauthorized || error.status === 404 || error.status === 400)
  return (
    <div className={classes.stack}>
      <Notice message={`Error: ${error.message}`} {...(!isFinal && { onRetry })} />
      {error instanceof ApiError && error.sentence !== error.message && (
        <p className={classes.missing}>{error.sentence}</p>
      )}
    </div>
  )
}
