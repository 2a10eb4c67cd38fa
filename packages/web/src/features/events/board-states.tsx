import { Skeleton, VisuallyHidden } from '@mantine/core'
import { ApiError } from '#api/api-error.ts'
import { MarbleMark } from '#ui/marble-mark.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './board-states.module.css'

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

export function BoardLoading() {
  return (
    <>
      <VisuallyHidden role="status">Loading...</VisuallyHidden>
      <div className={classes.loading} aria-hidden="true">
        <Skeleton height="3.25rem" width="min(36rem, 100%)" />
        {SKELETON_ROWS.map((number) => (
          <Skeleton key={number} height="3.25rem" />
        ))}
      </div>
    </>
  )
}

interface BoardErrorProps {
  readonly error: Error
  readonly onRetry: () => void
}

/** Asking again helps unless the event is not for this person, or not there. */
export function BoardError({ error, onRetry }: BoardErrorProps) {
  const status = error instanceof ApiError ? error.status : null
  if (status === 400 || status === 404) return <Notice message="There is no such event." />
  const isRefused = error instanceof ApiError && error.isUnauthorized
  return <Notice message={`Error: ${error.message}`} {...(!isRefused && { onRetry })} />
}

export function BoardEmpty() {
  return (
    <div className={classes.empty}>
      <MarbleMark sizePx={64} />
      <p className={classes.message}>No event data for this streamer yet.</p>
      <p>Results appear here once they are uploaded, or games finish within the event.</p>
    </div>
  )
}
