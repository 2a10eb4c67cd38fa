import { Button } from '@mantine/core'
import type { SeriesEvent } from '@rollcall/contract/events'
import { useId } from 'react'
import { Link } from 'react-router'
import cards from '#ui/cards.module.css'
import { formatNumber } from '#ui/format-number.ts'
import classes from './manage-series-page.module.css'

interface ManageSeriesCardProps {
  readonly event: SeriesEvent
  readonly canManage: boolean
  /** null: there is nothing to leave. */
  readonly onLeave: (() => void) | null
}

export function ManageSeriesCard({ event, canManage, onLeave }: ManageSeriesCardProps) {
  const nameId = useId()
  const submissions = event.eventData[0]?.leaderboardSubmissions ?? 0
  return (
    <article className={`${cards.card} ${classes.card}`} aria-labelledby={nameId}>
      <h2 id={nameId} className={classes.name}>
        <bdi>{event.name}</bdi>
      </h2>
      <dl className={classes.facts}>
        <div>
          <dt>Start Date</dt>
          <dd>{event.startAt}</dd>
        </div>
        <div>
          <dt>End Date</dt>
          <dd>{event.endAt}</dd>
        </div>
        <div>
          <dt>Participants</dt>
          <dd>{formatNumber(event.eventParticipants.length)}</dd>
        </div>
        <div>
          <dt>Leaderboard Submissions</dt>
          <dd>{formatNumber(submissions)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        {canManage && (
          <Button
            component={Link}
            to={`/my-events/manage/${event.id}`}
            variant="default"
            px="sm"
            aria-describedby={nameId}
          >
            Manage
          </Button>
        )}
        {submissions > 0 && (
          <Button
            component={Link}
            to={`/my-events/view-leaderboard/${event.id}`}
            px="sm"
            aria-describedby={nameId}
          >
            View Leaderboards
          </Button>
        )}
        {onLeave && (
          <Button variant="default" px="sm" aria-describedby={nameId} onClick={onLeave}>
            Leave
          </Button>
        )}
      </div>
    </article>
  )
}
