import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Row, Stack } from '#ui/layout/layout.tsx'
import classes from './steps.module.css'
import { texts } from './texts.ts'

/** Steps to be done in this order, each marked as done or not. */
export function Steps({ children }: { readonly children: ReactNode }) {
  return (
    <Stack as="ol" className={classes.steps}>
      {children}
    </Stack>
  )
}

interface StepProps {
  readonly isDone: boolean
  readonly title: ReactNode
  readonly children: ReactNode
}

export function Step({ isDone, title, children }: StepProps) {
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <Row as="li" wrap={false} align="stretch">
      <Icon
        size={24}
        className={classes.tick}
        data-done={isDone || undefined}
        role="img"
        aria-label={isDone ? texts.steps.done : texts.steps.notDone}
      />
      <div className={classes.words}>
        <strong>{title}</strong>
        <p>{children}</p>
      </div>
    </Row>
  )
}
