import type { ReactNode } from 'react'
import classes from './columns.module.css'
import { Stack } from './layout.tsx'

interface WidePageProps {
  readonly children: ReactNode
}

/** A page as wide as its frame allows, for `Columns`; others are as wide as is easy to read. */
export function WidePage({ children }: WidePageProps) {
  return (
    <Stack className={classes.page} data-wide>
      {children}
    </Stack>
  )
}

interface ColumnsProps {
  /** What people came for. */
  readonly children: ReactNode
  /** Smaller things, in a narrow column beside it; below it where there is no room. */
  readonly aside: ReactNode
  /** What people act on: on top of the narrow column; above everything where there is no room. */
  readonly first?: ReactNode
}

export function Columns({ children, aside, first }: ColumnsProps) {
  return (
    <div className={classes.columns} data-first={first !== undefined || undefined}>
      {first !== undefined && <Stack className={classes.aside}>{first}</Stack>}
      <Stack className={classes.main}>{children}</Stack>
      {aside !== null && <Stack className={classes.aside}>{aside}</Stack>}
    </div>
  )
}
