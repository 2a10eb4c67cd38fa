import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ToUnauthorized } from '#ui/to-unauthorized.tsx'
import classes from './event-form.module.css'
import { eventQuery } from './event-form-queries.ts'
import { EventLoadError } from './event-load-error.tsx'
import { ManageEventForm } from './manage-event-form.tsx'

const FIELDS = ['name', 'start', 'end', 'leaderboard', 'participants']

export function ManageEventPage() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(eventQuery(id))
  if (data && 'unauthorized' in data) return <ToUnauthorized />
  const series = data?.eventSeries ?? null
  return (
    <>
      <BackLink to={series === null ? '/my-events' : `/my-events/manage-series/${series.id}`}>
        Back
      </BackLink>
      <PageHeading title="Manage Event" />
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {isPending && (
        <div className={classes.form} aria-hidden="true">
          {FIELDS.map((field) => (
            <Skeleton key={field} height="3.75rem" />
          ))}
        </div>
      )}
      {error && !data && <EventLoadError error={error} onRetry={() => void refetch()} />}
      {data && <ManageEventForm key={data.id} event={data} />}
    </>
  )
}
