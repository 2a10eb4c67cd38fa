import { Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './my-events-column.module.css'

interface MyEventsColumnProps {
  readonly title: string
  /** What there is to press beside the title. */
  readonly action?: ReactNode
  readonly emptyMessage: string
  readonly hasFailed: boolean
  /** undefined while loading or when that failed. */
  readonly cards: readonly ReactNode[] | undefined
}

const SKELETONS = [1, 2, 3]

export function MyEventsColumn(props: MyEventsColumnProps) {
  const { title, action, emptyMessage, hasFailed, cards } = props
  const titleId = useId()
  return (
    <section className={classes.column} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {action}
      </div>
      {cards === undefined && hasFailed && <p className={classes.empty}>Could not be loaded.</p>}
      {cards === undefined && !hasFailed && (
        <div className={classes.loading} aria-hidden="true">
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="5.5rem" radius="md" />
          ))}
        </div>
      )}
      {cards?.length === 0 && <p className={classes.empty}>{emptyMessage}</p>}
      {cards !== undefined && cards.length > 0 && <ul className={classes.cards}>{cards}</ul>}
    </section>
  )
}
