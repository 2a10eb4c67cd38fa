import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
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
