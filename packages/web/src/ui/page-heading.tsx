import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lastViewOf } from './last-view.ts'
import classes from './page-heading.module.css'

interface PageHeadingProps {
  readonly title: string
  readonly children?: ReactNode
}

/** The one h1 of a page; navigation moves the focus here. */
export function PageHeading({ title, children }: PageHeadingProps) {
  return (
    <div className={classes.heading}>
      <Title order={1} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      {children && <p className={classes.lead}>{children}</p>}
    </div>
  )
}

/** Leads to a list as it was left. */
export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={lastViewOf(to)} className={classes.back ?? ''}>
      <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      {children}
    </Link>
  )
}
