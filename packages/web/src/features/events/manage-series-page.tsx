import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ToUnauthorized } from '#ui/to-unauthorized.tsx'
import { seriesQuery } from './event-form-queries.ts'
import { EventLoadError } from './event-load-error.tsx'
import { ManageSeriesCard } from './manage-series-card.tsx'
import { ManageSeriesDialog } from './manage-series-dialog.tsx'
import classes from './manage-series-page.module.css'

const SKELETONS = [1, 2, 3]

export function ManageSeriesPage() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(seriesQuery(id))
  const [isEditing, setIsEditing] = useState(false)
  if (data && 'unauthorized' in data) return <ToUnauthorized />
  const series = data?.[0]
  return (
    <>
      <BackLink to="/my-events">Back to My Events</BackLink>
      <div className={classes.head}>
        <PageHeading
          title={`Manage Event Series${series ? `: ${series.event_series_name}` : ''}`}
        />
        {series?.canManage && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            Edit Series
          </Button>
        )}
      </div>
      {error && <EventLoadError error={error} onRetry={() => void refetch()} />}
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {data && !series && <p className={classes.empty}>No event series found.</p>}
      {(isPending || series) && (
        <div className={classes.columns} aria-busy={isPending}>
          <ul className={classes.cards} aria-label="Events">
            {isPending &&
              SKELETONS.map((number) => (
                <li key={number}>
                  <Skeleton className={classes.loading ?? ''} height="16rem" radius="lg" />
                </li>
              ))}
            {series?.events.map((event) => (
              <li key={event.id}>
                <ManageSeriesCard event={event} canManage={series.canManage} />
              </li>
            ))}
          </ul>
          <aside>
            <Panel title="Event Series Collections">{null}</Panel>
          </aside>
        </div>
      )}
      {series && (
        <ManageSeriesDialog
          id={id}
          name={series.event_series_name}
          isOpen={isEditing}
          onClose={() => setIsEditing(false)}
        />
      )}
    </>
  )
}
