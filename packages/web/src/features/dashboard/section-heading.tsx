import type { ReactNode } from 'react'
import classes from './section-heading.module.css'

interface SectionHeadingProps {
  /** Before the title. */
  readonly picture?: ReactNode
  readonly title: ReactNode
  /** What there is to press beside it. */
  readonly children?: ReactNode
}

/** The heading of a page inside the dashboard; navigation moves the focus here. */
export function SectionHeading({ picture, title, children }: SectionHeadingProps) {
  return (
    <div className={classes.heading}>
      {picture}
      <h2 tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      {children && <div className={classes.controls}>{children}</div>}
    </div>
  )
}
