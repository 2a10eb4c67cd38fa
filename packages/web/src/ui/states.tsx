/** What a page shows in place of its content: that it is loading, that loading failed, or that there is nothing. */
import type { ComponentProps, ReactNode } from 'react'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
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
      <Quiet role="status" className={classes.loading}>
        {texts.loading}
      </Quiet>
      {children && (
        <Stack gap="sm" className={`${classes.skeletons} ${className ?? ''}`} aria-hidden="true">
          {children}
        </Stack>
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

/** Says in place of a list that it has no entries. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return <Quiet className={classes.nothing}>{children}</Quiet>
}

interface EmptyStateProps {
  readonly message: string
  /** How to change that. */
  readonly children: string
}

export function EmptyState({ message, children }: EmptyStateProps) {
  return (
    <Stack gap="xs" align="center" className={classes.empty}>
      <MarbleMark sizePx={60} />
      <p className={classes.message}>{message}</p>
      <p>{children}</p>
    </Stack>
  )
}
