import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useId } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import type { SeriesEvent } from '../queries.ts'
import { texts } from './texts.ts'

const { card } = texts

import classes from './manage-series-page.module.css'

interface ManageSeriesCardProps {
  readonly event: SeriesEvent
  /** null: the series belongs to somebody else. */
  readonly organising: Organising | null
  /** null: there is nothing to leave. */
  readonly onLeave: (() => void) | null
}

/** What the organiser can do with an event of the series. */
export interface Organising {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Moves the event one position; the button keeps the focus. */
  readonly onMove: (by: -1 | 1, button: HTMLButtonElement) => void
  readonly onTakeOut: () => void
}

export function ManageSeriesCard({ event, organising, onLeave }: ManageSeriesCardProps) {
  const nameId = useId()
  const submissions = event.eventData[0]?.leaderboardSubmissions ?? 0
  return (
    <article className={`${cards.card} ${classes.card}`} aria-labelledby={nameId}>
      <div className={classes.cardHead}>
        <h2 id={nameId} className={classes.name}>
          <bdi>{event.name}</bdi>
        </h2>
        {organising && !(organising.isFirst && organising.isLast) && (
          <div className={classes.moves}>
            <MoveButton {...organising} name={event.name} by={-1} isAtEnd={organising.isFirst} />
            <MoveButton {...organising} name={event.name} by={1} isAtEnd={organising.isLast} />
          </div>
        )}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{card.startDate}</dt>
          <dd>{formatDays(event.startAt)}</dd>
        </div>
        <div>
          <dt>{card.endDate}</dt>
          <dd>{formatDays(event.endAt)}</dd>
        </div>
        <div>
          <dt>{card.participants}</dt>
          <dd>{formatNumber(event.eventParticipants.length)}</dd>
        </div>
        <div>
          <dt>{card.submissions}</dt>
          <dd>{formatNumber(submissions)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        {organising && (
          <ButtonLink
            to={`/my-events/manage/${event.id}`}
            variant="default"
            className={classes.action ?? ''}
            aria-describedby={nameId}
          >
            {card.manage}
          </ButtonLink>
        )}
        {organising && (
          <ButtonLink
            to={`/my-events/control/${event.id}`}
            variant="default"
            className={classes.action ?? ''}
            aria-describedby={nameId}
          >
            {card.controlRoom}
          </ButtonLink>
        )}
        {submissions > 0 && (
          <ButtonLink
            to={`/my-events/view-leaderboard/${event.id}`}
            className={classes.action ?? ''}
            aria-describedby={nameId}
          >
            {card.viewLeaderboards}
          </ButtonLink>
        )}
        {organising && (
          <Button
            variant="default"
            className={classes.action ?? ''}
            aria-describedby={nameId}
            onClick={organising.onTakeOut}
          >
            {card.remove}
          </Button>
        )}
        {onLeave && (
          <Button
            variant="default"
            className={classes.action ?? ''}
            aria-describedby={nameId}
            onClick={onLeave}
          >
            {card.leave}
          </Button>
        )}
      </div>
    </article>
  )
}

interface MoveButtonProps extends Pick<Organising, 'onMove'> {
  readonly name: string
  readonly by: -1 | 1
  /** The button stays, although it has no effect, so that it keeps the focus. */
  readonly isAtEnd: boolean
}

function MoveButton({ name, by, isAtEnd, onMove }: MoveButtonProps) {
  const Arrow = by === -1 ? IconArrowLeft : IconArrowRight
  return (
    <button
      type="button"
      className={classes.move}
      aria-disabled={isAtEnd}
      title={by === -1 ? card.moveEarlier : card.moveLater}
      aria-label={by === -1 ? card.moveEventEarlier(name) : card.moveEventLater(name)}
      onClick={({ currentTarget }) => {
        if (!isAtEnd) {
          onMove(by, currentTarget)
        }
      }}
    >
      <Arrow size={18} aria-hidden />
    </button>
  )
}
