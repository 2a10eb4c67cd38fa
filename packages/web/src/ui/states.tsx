/** What a page says in place of what it is for: that it loads, that it could not, that there is nothing. */
import type { ComponentProps, ReactNode } from 'react'
import { MarbleMark } from './marble-mark.tsx'
import { Notice } from './notice.tsx'
import classes from './states.module.css'
import { texts } from './texts.ts'

interface LoadingProps {
  /** Lays the skeletons out as what they stand for. */
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

/** A row of a table that says nothing: space, or what is awaited. */
export function BlankRow(props: ComponentProps<'tr'>) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus, whatever its role may.
  return <tr {...props} aria-hidden="true" />
}

/** An error of a call says more than its message. */
interface LoadFailure extends Error {
  readonly status?: number | null
  readonly isUnauthorized?: boolean
  readonly sentence?: string
}

interface LoadErrorProps {
  readonly error: LoadFailure
  readonly onRetry: () => void
}

/** Asking again helps unless it is not for this person, or not there. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  const { message, status, isUnauthorized = false, sentence } = error
  const isAbsent = status === 400 || status === 404
  return (
    <div className={classes.error}>
      <Notice message={texts.error(message)} {...(!isUnauthorized && !isAbsent && { onRetry })} />
      {isAbsent && sentence !== message && <p>{sentence}</p>}
    </div>
  )
}

interface EmptyStateProps {
  readonly message: string
  /** How that changes. */
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
