import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './admin-list.module.css'
import { snapshotsQuery } from './queries.ts'
import { SnapshotGroupPanel } from './snapshot-group-panel.tsx'
import { CHANNEL_MAX_LENGTH, channelFromSearch, groupSnapshots } from './snapshots-view.ts'

const SEARCH_DELAY_MS = 600

export function SnapshotsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const channel = channelFromSearch(search)
  const isAsked = channel !== ''
  const { data, error, isPending, refetch } = useQuery({
    ...snapshotsQuery(channel),
    enabled: isAsked,
  })
  const lookup = useSettledText({
    value: channel,
    delayMs: SEARCH_DELAY_MS,
    onSettle: (text) =>
      void navigate(
        { search: new URLSearchParams(text === '' ? {} : { channel: text }).toString() },
        { replace: channel !== '' && text !== '', preventScrollReset: true },
      ),
  })
  const groups = isAsked && data ? groupSnapshots(data) : []
  const isLoading = isAsked && isPending && !error
  const isEmpty = isAsked && !isLoading && data?.length === 0
  return (
    <>
      <PageHeading title="Snapshots">
        The last three uploads of each season and event are kept as they came. Putting one back
        makes it the one that counts, at once and for everybody.
      </PageHeading>
      <search className={classes.filters}>
        <LookupField
          what="channel"
          className={classes.filter ?? ''}
          label="Channel"
          placeholder="Name of a channel"
          description="The whole name; letter case does not count."
          maxLength={CHANNEL_MAX_LENGTH}
          text={lookup.text}
          onText={lookup.setText}
        />
      </search>
      {error && isAsked && (
        <Notice message={`Error: ${error.message}`} onRetry={() => void refetch()} />
      )}
      <VisuallyHidden role="status">
        {isLoading ? 'Loading...' : groups.length > 0 ? `Snapshots of ${channel}.` : ''}
      </VisuallyHidden>
      {isLoading && (
        <div className={classes.loading} aria-hidden="true">
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </div>
      )}
      {!isAsked && <p className={classes.empty}>Whose uploads? Enter a channel.</p>}
      {isEmpty && (
        <p className={classes.empty} role="status">
          No snapshots are kept of a channel called <bdi>{channel}</bdi>.
        </p>
      )}
      {groups.map((group) => (
        <SnapshotGroupPanel
          key={`${group.snapshots[0]?.kind} ${group.snapshots[0]?.number}`}
          channel={channel}
          group={group}
        />
      ))}
    </>
  )
}
