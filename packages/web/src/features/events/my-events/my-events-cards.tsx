/** The cards of My Events. */
import { type ReactNode, useId } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import badge from '#ui/badge.module.css'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { PersonLink } from '#ui/links.tsx'
import type { Leaving } from '../leave-dialog.tsx'
import type { Configuration, MyEvents } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import classes from './my-events-page.module.css'
import { texts } from './texts.ts'

const { series: seriesTexts, events, facts, configurations } = texts

type Series = MyEvents['eventSeries'][number]
type SingleEvent = MyEvents['events'][number]

type Span = Pick<Series, 'startAt' | 'endAt' | 'startsAt' | 'endsAt'>
type EventFacts = Span & Pick<Series, 'participantCount' | 'expectedResults' | 'resultCount'>

const TONES = { upcoming: undefined, live: 'good', ended: 'past' } as const

function findState({ startsAt, endsAt }: Span): keyof typeof TONES | null {
  const now = Date.now()
  if (startsAt == null || endsAt == null) {
    return null
  }
  if (now < Date.parse(startsAt)) {
    return 'upcoming'
  }
  return now < Date.parse(endsAt) ? 'live' : 'ended'
}

/** The dates, the state, the number of streamers and, once it has begun, how many results are in. */
function Facts(event: EventFacts) {
  const { startAt, endAt, participantCount, expectedResults, resultCount } = event
  const state = findState(event)
  const isKnown = expectedResults !== undefined && resultCount !== undefined
  if (startAt == null && participantCount === undefined) {
    return null
  }
  return (
    <p className={classes.facts}>
      {state && (
        <span className={badge.badge} data-tone={TONES[state]}>
          {facts.state[state]}
        </span>
      )}
      {startAt != null && endAt != null && <span>{formatDays(startAt, endAt)}</span>}
      {participantCount !== undefined && <span>{facts.streamers(participantCount)}</span>}
      {state !== null && state !== 'upcoming' && isKnown && (
        <span>{facts.resultsIn(resultCount, expectedResults)}</span>
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
  /** What the link is about, for people who hear only the link. */
  readonly subject: string
}

function CardLink({ to, label, subject }: CardLinkProps) {
  return (
    <ButtonLink to={to} variant="default" size="xs" aria-label={shared.actionOn(label, subject)}>
      {label}
    </ButtonLink>
  )
}

interface LeaveButtonProps {
  readonly leaving: Leaving
  readonly onLeave: (leaving: Leaving) => void
}

function LeaveButton({ leaving, onLeave }: LeaveButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={shared.actionOn(shared.leaving.leave, leaving.name)}
      onClick={() => onLeave(leaving)}
    >
      {shared.leaving.leave}
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
          <span>{seriesTexts.events(eventCount)}</span>
          <Facts {...series} />
        </>
      }
    >
      <CardLink
        to={`/my-events/manage-series/${id}`}
        label={isCreator ? seriesTexts.manage : seriesTexts.view}
        subject={name}
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
  const { id, name, createdBy, creator, creatorPage, hasResults, canLeave } = event
  const organiser = { id: createdBy, username: creator.username }
  const hintId = useId()
  return (
    <Card
      name={name}
      caption={
        <>
          <Facts {...event} expectedResults={event.participantCount} />
          <span className={classes.creator}>
            <Sentence
              text={events.createdBy}
              parts={{
                creator: (
                  <PersonLink page={creatorPage}>
                    <bdi>{creator.username}</bdi>
                  </PersonLink>
                ),
              }}
            />
          </span>
          {!hasResults && <span id={hintId}>{events.noResults}</span>}
        </>
      }
    >
      {hasResults ? (
        <CardLink
          to={`/my-events/view-leaderboard/${id}`}
          label={events.leaderboard}
          subject={name}
        />
      ) : (
        <Button
          variant="default"
          size="xs"
          disabled
          title={events.noResults}
          aria-label={shared.actionOn(events.leaderboard, name)}
          aria-describedby={hintId}
        >
          {events.leaderboard}
        </Button>
      )}
      {isCreator && (
        <CardLink to={`/my-events/manage/${id}`} label={events.manage} subject={name} />
      )}
      {isCreator && (
        <CardLink to={`/my-events/control/${id}`} label={events.controlRoom} subject={name} />
      )}
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
    <Card name={name} caption={isDefault && configurations.isDefault}>
      <CardLink
        to={`/manage-leaderboard-config/${id}`}
        label={configurations.manage}
        subject={name}
      />
    </Card>
  )
}
