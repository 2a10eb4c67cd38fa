import { ApiError } from '#api/api-error.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './event-form.module.css'

interface EventLoadErrorProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** A page that did not load. Asking again helps unless it is not for this person, or not there. */
export function EventLoadError({ error, onRetry }: EventLoadErrorProps) {
  const isRefused = error instanceof ApiError && error.isUnauthorized
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <div className={classes.stack}>
      <Notice message={`Error: ${error.message}`} {...(!isRefused && !isAbsent && { onRetry })} />
      {isAbsent && <p className={classes.missing}>{error.sentence}</p>}
    </div>
  )
}
