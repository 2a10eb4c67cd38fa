/** The cards of My Events. */
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import { PersonLink } from '#ui/links.tsx'
import { PlannedShow } from '#ui/planned-show.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { EventState, nextPage, type Todo } from '../event-state.tsx'
import { HelpingSentence, StopHelping } from '../helpers/helping.tsx'
import type { Leaving } from '../leave-dialog.tsx'
import { type Configuration, canManage, canRun, type MyEvents } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import classes from './my-events-page.module.css'
import { texts } from './texts.ts'

const { series: seriesTexts, events, facts, configurations } = texts

type Series = MyEvents['eventSeries'][number]
type SingleEvent = MyEvents['events'][number]

/** Whether nothing is left to do with an event or a series. Other servers do not say. */
export function isDone(listed: Series | SingleEvent): boolean {
  if ('eventCount' in listed) {
    return listed.next === null && listed.eventCount > 0
  }
  return listed.todo === 'revealed' || listed.todo === 'ended'
}

const URGENCY: readonly Todo[] = ['revealing', 'ready', 'collecting', 'upcoming']

/** The most urgent first; otherwise as they are. */
export function sortByTodo<T extends Series | SingleEvent>(all: readonly T[]): T[] {
  const urgency = (listed: T) => {
    const todo = 'eventCount' in listed ? listed.next?.todo : listed.todo
    return todo === undefined ? URGENCY.length : URGENCY.indexOf(todo)
  }
  return all.toSorted((one, other) => urgency(one) - urgency(other))
}

/** The state, the dates, the planned show, the number of streamers and, once it is over, how many results are in. */
function EventFacts({ event, mayRun }: { readonly event: SingleEvent; readonly mayRun: boolean }) {
  const { startAt, endAt, todo, showAt, participantCount, resultCount } = event
  const isOver = todo === 'ready' || todo === 'revealed' || todo === 'ended'
  if (startAt === undefined && participantCount === undefined) {
    return null
  }
  return (
    <Row as="p" gap="2xs/sm" className={classes.facts}>
      {todo && <EventState {...event} todo={todo} canRun={mayRun} />}
      {startAt !== undefined && <span>{formatDays(startAt, endAt)}</span>}
      <PlannedShow showAt={showAt} />
      {participantCount !== undefined && <span>{facts.streamers(participantCount)}</span>}
      {isOver && resultCount !== undefined && participantCount !== undefined && (
        <span>{facts.resultsIn(resultCount, participantCount)}</span>
      )}
    </Row>
  )
}

/** The next event that needs something, the dates, the number of streamers, and how far the series is. */
function SeriesFacts({ series, mayRun }: { readonly series: Series; readonly mayRun: boolean }) {
  const { next, startAt, endAt, participantCount, revealedCount, eventCount } = series
  if (startAt === undefined && participantCount === undefined) {
    return null
  }
  return (
    <>
      {next && (
        <Row as="p" gap="2xs/sm" className={classes.facts}>
          <EventState {...next} canRun={mayRun} />
          <bdi>{next.name}</bdi>
          <PlannedShow showAt={next.showAt} />
        </Row>
      )}
      <Row as="p" gap="2xs/sm" className={classes.facts}>
        {startAt && endAt && <span>{formatDays(startAt, endAt)}</span>}
        {participantCount !== undefined && <span>{facts.streamers(participantCount)}</span>}
        {revealedCount !== undefined && revealedCount > 0 && (
          <span>{facts.revealed(revealedCount, eventCount)}</span>
        )}
      </Row>
    </>
  )
}

interface CardProps {
  readonly name: string
  readonly caption?: ReactNode
  readonly children: ReactNode
}

function Card({ name, caption, children }: CardProps) {
  return (
    <Row as="li" gap="sm/lg" justify="space-between" className={classes.card}>
      <div className={classes.text}>
        <h3 className={classes.name}>
          <bdi>{name}</bdi>
        </h3>
        {caption && (
          <Row gap="0/sm" align="stretch" className={classes.caption}>
            {caption}
          </Row>
        )}
      </div>
      <Row gap="xs" align="stretch">
        {children}
      </Row>
    </Row>
  )
}

interface CardLinkProps {
  readonly to: string
  readonly label: string
  /** What the link is about, for people who hear only the link. */
  readonly subject: string
  /** Whether it leads to what one most likely does next. */
  readonly isNext?: boolean
}

function CardLink({ to, label, subject, isNext = false }: CardLinkProps) {
  return (
    <ButtonLink
      to={to}
      variant={isNext ? 'next' : 'default'}
      size="xs"
      rightSection={isNext && <IconArrowRight size={14} aria-hidden />}
      aria-label={shared.actionOn(label, subject)}
    >
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

interface StopProps {
  /** The user no longer helps to run what is called so. */
  readonly onStopped: (name: string) => void
}

interface SeriesCardProps extends StopProps {
  readonly series: Series
  readonly userId: number | undefined
  readonly onLeave: (leaving: Leaving) => void
}

export function SeriesCard({ series, userId, onLeave, onStopped }: SeriesCardProps) {
  const { id, name, eventCount, createdBy, creator, canLeave, next, helping = [] } = series
  const isOwn = canManage(series, userId)
  const mayRun = next?.canRun ?? isOwn
  const isShowNext = mayRun && (next?.todo === 'ready' || next?.todo === 'revealing')
  return (
    <Card
      name={name}
      caption={
        <>
          <span>{seriesTexts.events(eventCount)}</span>
          <SeriesFacts series={series} mayRun={mayRun} />
          {helping.map((each) => (
            <HelpingSentence key={each.event?.id ?? 0} helping={each} />
          ))}
        </>
      }
    >
      {isShowNext && (
        <CardLink
          to={addressOf(PAGES.controlRoom, { id: next.id })}
          label={events.controlRoom}
          subject={next.name}
          isNext
        />
      )}
      <CardLink
        to={addressOf(PAGES.manageSeries, { id })}
        label={isOwn ? seriesTexts.manage : seriesTexts.view}
        subject={name}
        isNext={!isShowNext && !isDone(series)}
      />
      {canLeave && createdBy !== undefined && createdBy !== userId && creator !== undefined && (
        <LeaveButton
          leaving={{ kind: 'series', id, name, organiser: { id: createdBy, ...creator } }}
          onLeave={onLeave}
        />
      )}
      {helping.map((each) => (
        <StopHelping
          key={each.event?.id ?? 0}
          listed={{ kind: 'series', id: String(id), name }}
          helping={each}
          onStopped={onStopped}
        />
      ))}
    </Card>
  )
}

interface EventCardProps extends StopProps {
  readonly event: SingleEvent
  readonly userId: number | undefined
  readonly onLeave: (leaving: Leaving) => void
}

export function EventCard({ event, userId, onLeave, onStopped }: EventCardProps) {
  const { id, name, createdBy, creator, hasResults, canLeave, helping = [] } = event
  const organiser = { id: createdBy, ...creator }
  const isOwn = canManage(event, userId)
  const mayRun = canRun(event, userId)
  const next = nextPage(event, { canManage: isOwn, canRun: mayRun })
  const hintId = useId()
  return (
    <Card
      name={name}
      caption={
        <>
          <EventFacts event={event} mayRun={mayRun} />
          <Creator {...event} />
          {helping.map((each) => (
            <HelpingSentence key={each.role} helping={each} />
          ))}
          {!hasResults && <span id={hintId}>{events.noResults}</span>}
        </>
      }
    >
      {hasResults ? (
        <CardLink
          to={addressOf(PAGES.eventLeaderboard, { eventId: id })}
          label={events.leaderboard}
          subject={name}
          isNext={next === 'leaderboard'}
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
      {isOwn && (
        <CardLink
          to={addressOf(PAGES.manageEvent, { id })}
          label={events.manage}
          subject={name}
          isNext={next === 'manage'}
        />
      )}
      {mayRun && (
        <CardLink
          to={addressOf(PAGES.controlRoom, { id })}
          label={events.controlRoom}
          subject={name}
          isNext={next === 'show'}
        />
      )}
      {canLeave && createdBy !== userId && (
        <LeaveButton leaving={{ kind: 'event', id, name, organiser }} onLeave={onLeave} />
      )}
      {helping.map((each) => (
        <StopHelping
          key={each.role}
          listed={{ kind: 'event', id: String(id), name }}
          helping={each}
          onStopped={onStopped}
        />
      ))}
    </Card>
  )
}

function Creator({ creator, creatorPage }: Pick<SingleEvent, 'creator' | 'creatorPage'>) {
  const name = (
    <PersonLink page={creatorPage}>
      <bdi>{streamerName(creator)}</bdi>
    </PersonLink>
  )
  return (
    <span className={classes.creator}>
      <Sentence text={events.createdBy} parts={{ creator: name }} />
    </span>
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
        to={addressOf(PAGES.manageLeaderboard, { id })}
        label={configurations.manage}
        subject={name}
      />
    </Card>
  )
}
