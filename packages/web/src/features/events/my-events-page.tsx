import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listEvents } from '@rollcall/contract/events'
import type { listConfigurations } from '@rollcall/contract/scoring'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import cards from '#ui/cards.module.css'
import { formatNumber } from '#ui/format-number.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './my-events-page.module.css'
import { myConfigurationsQuery, myEventsQuery } from './queries.ts'

export function MyEventsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const events = useQuery(myEventsQuery)
  const configurations = useQuery(myConfigurationsQuery)
  const failed = [events, configurations].filter(({ isError }) => isError)
  const error = failed[0]?.error
  const isPending = events.isPending || configurations.isPending
  return (
    <>
      <div className={classes.head}>
        <PageHeading title="My Events">
          What you run and what you race in, and how points are given.
        </PageHeading>
        <Button
          component={Link}
          to="/my-events/create"
          className={classes.create ?? ''}
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          Create Event
        </Button>
      </div>
      {isPending && <Loading />}
      {error && (
        <LoadError
          error={error}
          onRetry={() => {
            for (const { refetch } of failed) {
              void refetch()
            }
          }}
        />
      )}
      <div className={classes.columns} aria-busy={isPending}>
        <MyEventsColumn
          title="Event Series"
          emptyMessage="No event series available."
          hasFailed={events.isError}
          items={events.data?.eventSeries.map((series) => (
            <SeriesCard key={series.id} series={series} />
          ))}
        />
        <MyEventsColumn
          title="Single Events"
          emptyMessage="You are not currently participating in any events."
          hasFailed={events.isError}
          items={events.data?.events.map((event) => (
            <EventCard key={event.id} event={event} isCreator={event.createdBy === user?.id} />
          ))}
        />
        <MyEventsColumn
          title="Leaderboard Configurations"
          action={
            <Button
              component={Link}
              to="/new-leaderboard-config"
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New Config
            </Button>
          }
          emptyMessage="No leaderboards available."
          hasFailed={configurations.isError}
          items={configurations.data?.map((configuration) => (
            <ConfigurationCard key={configuration.id} configuration={configuration} />
          ))}
        />
      </div>
    </>
  )
}

interface MyEventsColumnProps {
  readonly title: string
  readonly action?: ReactNode
  readonly emptyMessage: string
  readonly hasFailed: boolean
  readonly items: readonly ReactNode[] | undefined
}

const SKELETONS = [1, 2, 3]

function MyEventsColumn(props: MyEventsColumnProps) {
  const { title, action, emptyMessage, hasFailed, items } = props
  const titleId = useId()
  return (
    <section className={`${cards.card} ${classes.column}`} aria-labelledby={titleId}>
      <div className={cards.head}>
        <h2 id={titleId} className={cards.title}>
          {title}
        </h2>
        {action}
      </div>
      {items === undefined && hasFailed && <p className={classes.empty}>Could not be loaded.</p>}
      {items === undefined && !hasFailed && (
        <div className={`${cards.list} ${classes.loading}`} aria-hidden="true">
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="5.5rem" radius="md" />
          ))}
        </div>
      )}
      {items?.length === 0 && <p className={classes.empty}>{emptyMessage}</p>}
      {items !== undefined && items.length > 0 && <ul className={cards.list}>{items}</ul>}
    </section>
  )
}

type MyEvents = ResponseOf<typeof listEvents>
type Series = MyEvents['eventSeries'][number]
type SingleEvent = MyEvents['events'][number]
type Configuration = ResponseOf<typeof listConfigurations>[number]

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
    <Button component={Link} to={to} variant="default" size="xs">
      {label}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  )
}

function SeriesCard({ series: { id, name, eventCount } }: { readonly series: Series }) {
  return (
    <Card name={name} caption={eventCount === 1 ? '1 event' : `${formatNumber(eventCount)} events`}>
      <CardLink to={`/my-events/manage-series/${id}`} label="Manage" of={name} />
    </Card>
  )
}

interface EventCardProps {
  readonly event: SingleEvent
  readonly isCreator: boolean
}

function EventCard({ event, isCreator }: EventCardProps) {
  const { id, name, creator, hasResults } = event
  const hintId = useId()
  return (
    <Card
      name={name}
      caption={
        <>
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
    </Card>
  )
}

interface ConfigurationCardProps {
  readonly configuration: Configuration
}

function ConfigurationCard({ configuration }: ConfigurationCardProps) {
  const { id, name, isDefault } = configuration
  return (
    <Card name={name} caption={isDefault && 'Default'}>
      <CardLink to={`/manage-leaderboard-config/${id}`} label="Manage" of={name} />
    </Card>
  )
}
