import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
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
    <Row gap="sm/md" align="start" justify="space-between" className={classes.heading}>
      <Stack gap="xs" className={classes.text}>
        <h1 tabIndex={-1}>{title}</h1>
        {children && <Quiet className={classes.lead}>{children}</Quiet>}
      </Stack>
      {actions && (
        <Row gap="xs" align="stretch">
          {actions}
        </Row>
      )}
    </Row>
  )
}

/** Leads back to a list as it was left. */
export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  const { pathname } = useLocation()
  return (
    // Where a list and what is in it share a path, the last view is this page.
    <Link to={to === pathname ? to : lastView(to)} className={classes.back ?? ''}>
      <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </Link>
  )
}
