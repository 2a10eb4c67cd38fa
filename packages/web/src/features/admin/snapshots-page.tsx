import { Skeleton, VisuallyHidden } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { type ListedSnapshot, putSnapshotBack } from '@rollcall/contract/uploads-snapshots'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { type Answer, callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import badge from '#ui/badge.module.css'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatDays, formatInstant } from '#ui/format-instant.ts'
import { formatNumber, UNKNOWN } from '#ui/format-number.ts'
import { Row } from '#ui/layout/layout.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './admin-list.module.css'
import { channelFrom } from './page-addresses.ts'
import { type SnapshotGroup, snapshotsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { snapshots: words } = texts

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
      <PageHeading title={words.title}>{words.lead}</PageHeading>
      <search className={classes.filters}>
        <LookupField
          what={words.clear}
          className={classes.filter ?? ''}
          label={words.channel}
          placeholder={words.channelHint}
          description={words.channelRule}
          maxLength={MAX_SEARCH_LENGTH}
          text={lookup.text}
          onText={lookup.setText}
        />
      </search>
      {error && isAsked && <LoadError error={error} onRetry={() => void refetch()} />}
      <VisuallyHidden role="status">
        {!isLoading && groups.length > 0 && words.shown(channel)}
      </VisuallyHidden>
      {isLoading && (
        <Loading className={classes.loading}>
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </Loading>
      )}
      {!isAsked && <p className={classes.empty}>{words.unasked}</p>}
      {isEmpty && (
        <p className={classes.empty} role="status">
          <Sentence text={words.none} parts={{ channel: <bdi>{channel}</bdi> }} />
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
  const [asked, setAsked] = useState<ListedSnapshot | null>(null)
  const putting = useMutation({
    mutationFn: ({ kind, id }: ListedSnapshot) =>
      callApi(putSnapshotBack, { params: { kind, id: String(id) } }),
    // After a failure too: another admin may have put it back, or it may be gone.
    onSettled: () => queryClient.invalidateQueries({ queryKey: snapshotsQuery(channel).queryKey }),
  })
  return (
    <Panel title={of}>
      <ul className={cards.list}>
        {group.snapshots.map((snapshot) => (
          <SnapshotItem
            key={snapshot.id}
            snapshot={snapshot}
            isAnyPending={putting.isPending}
            isPending={putting.isPending && putting.variables.id === snapshot.id}
            // A snapshot that was put back is the newest one, with a new id.
            counts={snapshot.isCurrent ? putting.data?.counts : undefined}
            failure={putting.isError && putting.variables.id === snapshot.id ? putting.error : null}
            onPutBack={() => setAsked(snapshot)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title={words.question}
        text={
          asked === null
            ? ''
            : words.result({ ...asked, of, received: formatInstant(asked.receivedAt) })
        }
        confirmLabel={words.confirm}
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

interface SnapshotItemProps {
  readonly snapshot: ListedSnapshot
  /** Whether this one, or any of the channel's, is being put back. */
  readonly isPending: boolean
  readonly isAnyPending: boolean
  /** What putting it back has changed. */
  readonly counts: Answer<typeof putSnapshotBack>['counts'] | undefined
  readonly failure: Error | null
  readonly onPutBack: () => void
}

function SnapshotItem(props: SnapshotItemProps) {
  const { snapshot, counts, failure } = props
  const received = formatInstant(snapshot.receivedAt)
  return (
    <Row as="li" gap="sm/md" justify="space-between" className={classes.item}>
      <Facts
        facts={[
          { name: words.received, value: received },
          {
            name: words.day,
            value: snapshot.marbleDay === null ? UNKNOWN : formatDays(snapshot.marbleDay),
          },
          { name: words.racers, value: formatNumber(snapshot.racers) },
          { name: words.points, value: formatNumber(snapshot.points) },
        ]}
      />
      {snapshot.isCurrent ? (
        <span className={badge.badge} data-tone="good">
          {words.countsNow}
        </span>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={words.putBackFrom(received)}
          disabled={props.isAnyPending}
          loading={props.isPending}
          onClick={props.onPutBack}
        >
          {words.putBack}
        </Button>
      )}
      {counts && (
        <Row as="p" wrap={false} gap="xs" align="flex-start" role="status" className={classes.done}>
          <IconCheck size={18} aria-hidden />
          {words.isBack(counts.added, counts.changed, counts.removed)}
        </Row>
      )}
      {failure && (
        <div className={classes.wide}>
          <Notice message={sentenceOf(failure)} />
        </div>
      )}
    </Row>
  )
}
