import { ApiError } from '#api/api-error.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './states.module.css'

interface LoadErrorProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** A page that did not load. Asking again helps unless it is not for this person, or not there. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  const isRefused = error instanceof ApiError && error.isUnauthorized
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <div className={classes.error}>
      <Notice message={`Error: ${error.message}`} {...(!isRefused && !isAbsent && { onRetry })} />
      {isAbsent && <p>{error.sentence}</p>}
    </div>
  )
}
