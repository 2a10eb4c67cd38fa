import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lastView } from './last-view.ts'
import classes from './page-heading.module.css'

interface PageHeadingProps {
  readonly title: string
  readonly children?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
}

/** The one h1 of a page; navigation moves the focus here. */
export function PageHeading({ title, children, actions }: PageHeadingProps) {
  return (
    <div className={classes.heading}>
      <div className={classes.text}>
        <h1 tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {children && <p className={classes.lead}>{children}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

/** Leads back to a list as it was left. */
export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={lastView(to)} className={classes.back ?? ''}>
      <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      {children}
    </Link>
  )
}
