/** What a page shows in place of its content: that it is loading, that loading failed, or that there is nothing. */
import type { ComponentProps, ReactNode } from 'react'
import { MarbleMark } from './marble-mark.tsx'
import { Notice } from './notice.tsx'
import classes from './states.module.css'
import { texts } from './texts.ts'

interface LoadingProps {
  /** Lays the skeletons out like the content they stand in for. */
  readonly className?: string | undefined
  readonly children?: ReactNode
}

export function Loading({ className, children }: LoadingProps) {
  return (
    <>
      <p role="status" className={classes.loading}>
        {texts.loading}
      </p>
      {children && (
        <div className={`${classes.skeletons} ${className ?? ''}`} aria-hidden="true">
          {children}
        </div>
      )}
    </>
  )
}

/** An empty table row: space, or a placeholder while loading. */
export function BlankRow(props: ComponentProps<'tr'>) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row never takes the focus, even if its role could.
  return <tr {...props} aria-hidden="true" />
}

/** What an ApiError has besides its message. */
interface LoadFailure extends Error {
  readonly status?: number | null
  readonly isUnauthorized?: boolean
  readonly sentence?: string
}

interface LoadErrorProps {
  readonly error: LoadFailure
  readonly onRetry: () => void
}

/** Offers a retry unless the data does not exist or is not for this person. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  const { message, status, isUnauthorized = false, sentence } = error
  const isAbsent = status === 400 || status === 404 || status === 422
  return (
    <div className={classes.error}>
      <Notice message={texts.error(message)} {...(!isUnauthorized && !isAbsent && { onRetry })} />
      {isAbsent && sentence !== message && <p>{sentence}</p>}
    </div>
  )
}

interface EmptyStateProps {
  readonly message: string
  /** How to change that. */
  readonly children: string
}

export function EmptyState({ message, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <MarbleMark sizePx={60} />
      <p className={classes.message}>{message}</p>
      <p>{children}</p>
    </div>
  )
}
