import { Skeleton, VisuallyHidden } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { putSnapshotBack, type StoredSnapshot } from '@rollcall/contract/uploads-snapshots'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import badge from '#ui/badge.module.css'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatDays, formatInstant } from '#ui/format-instant.ts'
import { formatCount, formatNumber, UNKNOWN } from '#ui/format-number.ts'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './admin-list.module.css'
import { Facts } from './facts.tsx'
import { channelFrom } from './page-addresses.ts'
import { type SnapshotGroup, snapshotsQuery } from './queries.ts'

const SEARCH_DELAY_MS = 600

export function SnapshotsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const channel = channelFrom(search)
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
  const groups = (isAsked && data) || []
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
          maxLength={MAX_SEARCH_LENGTH}
          text={lookup.text}
          onText={lookup.setText}
        />
      </search>
      {error && isAsked && <LoadError error={error} onRetry={() => void refetch()} />}
      <VisuallyHidden role="status">
        {!isLoading && groups.length > 0 && `Snapshots of ${channel}.`}
      </VisuallyHidden>
      {isLoading && (
        <Loading className={classes.loading}>
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </Loading>
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

interface SnapshotGroupPanelProps {
  readonly channel: string
  readonly group: SnapshotGroup
}

function SnapshotGroupPanel({ channel, group }: SnapshotGroupPanelProps) {
  const { of } = group
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<StoredSnapshot | null>(null)
  const putting = useMutation({
    mutationFn: ({ kind, id }: StoredSnapshot) =>
      callApi(putSnapshotBack, { params: { kind, id: String(id) } }),
    // Also after a failure: somebody else may have put it back, or it may be gone.
    onSettled: () => queryClient.invalidateQueries({ queryKey: snapshotsQuery(channel).queryKey }),
  })
  const { counts } = putting.data ?? {}
  return (
    <Panel title={of}>
      <ul className={cards.list}>
        {group.snapshots.map((snapshot) => {
          const received = formatInstant(snapshot.receivedAt)
          return (
            <li key={snapshot.id} className={classes.item}>
              <Facts
                facts={[
                  { name: 'Received', value: received },
                  {
                    name: 'Day',
                    value: snapshot.marbleDay === null ? UNKNOWN : formatDays(snapshot.marbleDay),
                  },
                  { name: 'Racers', value: formatNumber(snapshot.racers) },
                  { name: 'Points', value: formatNumber(snapshot.points) },
                ]}
              />
              {snapshot.isCurrent ? (
                <span className={badge.badge} data-tone="good">
                  Counts now
                </span>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconArrowBackUp size={18} aria-hidden />}
                  disabled={putting.isPending}
                  loading={putting.isPending && putting.variables.id === snapshot.id}
                  onClick={() => setAsked(snapshot)}
                >
                  Put Back
                  <VisuallyHidden> the one of {received}</VisuallyHidden>
                </Button>
              )}
              {/* Put back, it has become the newest, under another number. */}
              {counts && snapshot.isCurrent && (
                <p role="status" className={classes.done}>
                  <IconCheck size={18} aria-hidden />
                  Put back: {formatCount(counts.racers, 'racer')}, {formatNumber(counts.added)}{' '}
                  added, {formatNumber(counts.changed)} changed, {formatNumber(counts.removed)}{' '}
                  removed.
                </p>
              )}
              {putting.isError && putting.variables.id === snapshot.id && (
                <div className={classes.wide}>
                  <Notice message={sentenceOf(putting.error)} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Put this snapshot back?"
        text={
          asked === null
            ? ''
            : `${asked.channel} then has in ${of} what was uploaded on ${formatInstant(asked.receivedAt)}: ${formatNumber(asked.racers)} racers with ${formatNumber(asked.points)} points. The companion's next upload replaces it again.`
        }
        confirmLabel="Put back"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) {
            putting.mutate(asked)
          }
          setAsked(null)
        }}
      />
    </Panel>
  )
}
