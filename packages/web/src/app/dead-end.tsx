import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dead-end.module.css'

interface DeadEndProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  /** The ways on. */
  readonly children: ReactNode
}

/** A page that is not the one somebody wanted. */
export function DeadEnd({ icon, title, text, children }: DeadEndProps) {
  return (
    <section className={classes.deadEnd}>
      <div className={classes.icon}>{icon}</div>
      <Title order={1} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      <p className={classes.text}>{text}</p>
      <div className={classes.ways}>{children}</div>
    </section>
  )
}
