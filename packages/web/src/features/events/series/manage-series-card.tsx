import { addressOf, PAGES } from '@rollcall/contract/pages'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useId } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { formatDays, formatInstant } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { EventState, nextPage } from '../event-state.tsx'
import type { SeriesEvent } from '../queries.ts'
import classes from './manage-series-page.module.css'
import { texts } from './texts.ts'

const { card } = texts

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
  const counts = { participantCount: event.eventParticipants.length, resultCount: submissions }
  const may = rightsTo(event, organising)
  return (
    <article className={`${cards.card} ${classes.card}`} aria-labelledby={nameId}>
      <Row wrap={false} align="flex-start" justify="space-between" className={classes.cardHead}>
        <h2 id={nameId} className={classes.name}>
          <bdi>{event.name}</bdi>
        </h2>
        {event.todo && <EventState {...counts} todo={event.todo} canRun={may.canRun} />}
        {organising && !(organising.isFirst && organising.isLast) && (
          <Row wrap={false} gap="2xs" align="stretch" className={classes.moves}>
            <MoveButton {...organising} name={event.name} by={-1} isAtEnd={organising.isFirst} />
            <MoveButton {...organising} name={event.name} by={1} isAtEnd={organising.isLast} />
          </Row>
        )}
      </Row>
      <Facts event={event} submissions={submissions} />
      <Actions {...{ event, organising, onLeave, nameId, submissions }} />
    </article>
  )
}

interface FactsProps {
  readonly event: SeriesEvent
  readonly submissions: number
}

function Facts({ event, submissions }: FactsProps) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{card.startDate}</dt>
        <dd>{formatDays(event.startAt)}</dd>
      </div>
      <div>
        <dt>{card.endDate}</dt>
        <dd>{formatDays(event.endAt)}</dd>
      </div>
      {event.showAt != null && (
        <div>
          <dt>{card.show}</dt>
          <dd>
            <time dateTime={event.showAt}>{formatInstant(event.showAt)}</time>
          </dd>
        </div>
      )}
      <div>
        <dt>{card.participants}</dt>
        <dd>{formatNumber(event.eventParticipants.length)}</dd>
      </div>
      <div>
        <dt>{card.submissions}</dt>
        <dd>{formatNumber(submissions)}</dd>
      </div>
    </dl>
  )
}

interface ActionsProps extends ManageSeriesCardProps, FactsProps {
  /** The id of the event's name, which says what each button is about. */
  readonly nameId: string
}

function Actions({ event, organising, onLeave, nameId, submissions }: ActionsProps) {
  const { canManage, canRun } = rightsTo(event, organising)
  const next = nextPage({ todo: event.todo, hasResults: submissions > 0 }, { canManage, canRun })
  const look = (page?: typeof next) => ({
    className: classes.action ?? '',
    variant: page === next ? ('next' as const) : ('default' as const),
    'aria-describedby': nameId,
  })
  return (
    <Row gap="xs" align="stretch">
      {canManage && (
        <ButtonLink to={addressOf(PAGES.manageEvent, { id: event.id })} {...look('manage')}>
          {card.manage}
        </ButtonLink>
      )}
      {canRun && (
        <ButtonLink to={addressOf(PAGES.controlRoom, { id: event.id })} {...look('show')}>
          {card.controlRoom}
        </ButtonLink>
      )}
      {submissions > 0 && (
        <ButtonLink
          to={addressOf(PAGES.eventLeaderboard, { eventId: event.id })}
          {...look('leaderboard')}
        >
          {card.viewLeaderboards}
        </ButtonLink>
      )}
      {organising && (
        <Button {...look()} onClick={organising.onTakeOut}>
          {card.remove}
        </Button>
      )}
      {onLeave && (
        <Button {...look()} onClick={onLeave}>
          {card.leave}
        </Button>
      )}
    </Row>
  )
}

/** Somebody may help with this event and not with the series. Other servers do not say. */
function rightsTo(event: SeriesEvent, organising: Organising | null) {
  const { canManage = organising !== null, canRun = canManage } = event
  return { canManage, canRun }
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
    <IconButton
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
    </IconButton>
  )
}
