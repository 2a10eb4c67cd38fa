/** The cards of My Events. */
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import badge from '#ui/badge.module.css'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import type { Leaving } from '../leave-dialog.tsx'
import type { Configuration, MyEvents } from '../queries.ts'
import classes from './my-events-page.module.css'

type Series = MyEvents['eventSeries'][number]
type SingleEvent = MyEvents['events'][number]

type Span = Pick<Series, 'startAt' | 'endAt' | 'startsAt' | 'endsAt'>
type Standing = Span & Pick<Series, 'participantCount' | 'expectedResults' | 'resultCount'>

const STATES = {
  upcoming: { label: 'Upcoming', tone: undefined },
  live: { label: 'Live', tone: 'good' },
  ended: { label: 'Ended', tone: 'past' },
} as const

function stateOf({ startsAt, endsAt }: Span): keyof typeof STATES | null {
  const now = Date.now()
  if (startsAt == null || endsAt == null) {
    return null
  }
  if (now < Date.parse(startsAt)) {
    return 'upcoming'
  }
  return now < Date.parse(endsAt) ? 'live' : 'ended'
}

/** When it is, how far it is, who takes part and, once it has begun, whose results are there. */
function Facts(standing: Standing) {
  const { startAt, endAt, participantCount, expectedResults, resultCount } = standing
  const state = stateOf(standing)
  const isKnown = expectedResults !== undefined && resultCount !== undefined
  if (startAt == null && participantCount === undefined) {
    return null
  }
  return (
    <p className={classes.facts}>
      {state && (
        <span className={badge.badge} data-tone={STATES[state].tone}>
          {STATES[state].label}
        </span>
      )}
      {startAt != null && endAt != null && <span>{formatDays(startAt, endAt)}</span>}
      {participantCount !== undefined && (
        <span>{formatCount(participantCount, { one: 'streamer', other: 'streamers' })}</span>
      )}
      {state !== null && state !== 'upcoming' && isKnown && (
        <span>
          Results in: {formatNumber(resultCount)} of {formatNumber(expectedResults)}
        </span>
      )}
    </p>
  )
}

interface CardProps {
  readonly name: string
  readonly caption?: ReactNode
  readonly children: ReactNode
}

function Card({ name, caption, children }: CardProps) {
  return (
    <li className={classes.card}>
      <div className={classes.text}>
        <h3 className={classes.name}>
          <bdi>{name}</bdi>
        </h3>
        {caption && <div className={classes.caption}>{caption}</div>}
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  )
}

interface CardLinkProps {
  readonly to: string
  readonly label: string
  /** What it is about, for those who hear the link alone. */
  readonly of: string
}

function CardLink({ to, label, of }: CardLinkProps) {
  return (
    <ButtonLink to={to} variant="default" size="xs">
      {label}
      <VisuallyHidden> {of}</VisuallyHidden>
    </ButtonLink>
  )
}

interface LeaveButtonProps {
  readonly leaving: Leaving
  readonly onLeave: (leaving: Leaving) => void
}

function LeaveButton({ leaving, onLeave }: LeaveButtonProps) {
  return (
    <Button variant="default" size="xs" onClick={() => onLeave(leaving)}>
      Leave
      <VisuallyHidden> {leaving.name}</VisuallyHidden>
    </Button>
  )
}

interface SeriesCardProps {
  readonly series: Series
  readonly isCreator: boolean
  readonly onLeave: (leaving: Leaving) => void
}

export function SeriesCard({ series, isCreator, onLeave }: SeriesCardProps) {
  const { id, name, eventCount, createdBy, creator, canLeave } = series
  return (
    <Card
      name={name}
      caption={
        <>
          <span>{formatCount(eventCount, { one: 'event', other: 'events' })}</span>
          <Facts {...series} />
        </>
      }
    >
      <CardLink
        to={`/my-events/manage-series/${id}`}
        label={isCreator ? 'Manage' : 'View'}
        of={name}
      />
      {canLeave && !isCreator && createdBy !== undefined && creator !== undefined && (
        <LeaveButton
          leaving={{ kind: 'series', id, name, organiser: { id: createdBy, ...creator } }}
          onLeave={onLeave}
        />
      )}
    </Card>
  )
}

interface EventCardProps {
  readonly event: SingleEvent
  readonly isCreator: boolean
  readonly onLeave: (leaving: Leaving) => void
}

export function EventCard({ event, isCreator, onLeave }: EventCardProps) {
  const { id, name, createdBy, creator, hasResults, canLeave } = event
  const organiser = { id: createdBy, username: creator.username }
  const hintId = useId()
  return (
    <Card
      name={name}
      caption={
        <>
          <Facts {...event} expectedResults={event.participantCount} />
          <span className={classes.creator}>
            Created by <bdi>{creator.username}</bdi>
          </span>
          {!hasResults && <span id={hintId}>Event has no results</span>}
        </>
      }
    >
      {hasResults ? (
        <CardLink to={`/my-events/view-leaderboard/${id}`} label="Leaderboard" of={name} />
      ) : (
        <Button
          variant="default"
          size="xs"
          disabled
          title="Event has no results"
          aria-describedby={hintId}
        >
          Leaderboard
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
      {isCreator && <CardLink to={`/my-events/manage/${id}`} label="Manage Event" of={name} />}
      {isCreator && <CardLink to={`/my-events/control/${id}`} label="Control Room" of={name} />}
      {canLeave && !isCreator && (
        <LeaveButton leaving={{ kind: 'event', id, name, organiser }} onLeave={onLeave} />
      )}
    </Card>
  )
}

interface ConfigurationCardProps {
  readonly configuration: Configuration
}

export function ConfigurationCard({ configuration }: ConfigurationCardProps) {
  const { id, name, isDefault } = configuration
  return (
    <Card name={name} caption={isDefault && 'Default'}>
      <CardLink to={`/manage-leaderboard-config/${id}`} label="Manage" of={name} />
    </Card>
  )
}
