import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ConfigurationCard, EventCard, SeriesCard } from './my-events-cards.tsx'
import { MyEventsColumn } from './my-events-column.tsx'
import classes from './my-events-page.module.css'
import { myConfigurationsQuery, myEventsQuery } from './my-events-queries.ts'

export function MyEventsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const events = useQuery(myEventsQuery)
  const configurations = useQuery(myConfigurationsQuery)
  const failed = [events, configurations].filter(({ isError }) => isError)
  const error = failed[0]?.error
  const isRefused = error instanceof ApiError && error.isUnauthorized
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
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {error && (
        <div className={classes.error}>
          <Notice
            message={`Error: ${error.message}`}
            {...(!isRefused && {
              onRetry: () => {
                for (const { refetch } of failed) void refetch()
              },
            })}
          />
        </div>
      )}
      <div className={classes.columns} aria-busy={isPending}>
        <MyEventsColumn
          title="Event Series"
          emptyMessage="No event series available."
          hasFailed={events.isError}
          cards={events.data?.eventSeries.map((series) => (
            <SeriesCard key={series.id} series={series} />
          ))}
        />
        <MyEventsColumn
          title="Single Events"
          emptyMessage="You are not currently participating in any events."
          hasFailed={events.isError}
          cards={events.data?.events.map((event) => (
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
          cards={configurations.data?.map((configuration) => (
            <ConfigurationCard key={configuration.id} configuration={configuration} />
          ))}
        />
      </div>
    </>
  )
}
