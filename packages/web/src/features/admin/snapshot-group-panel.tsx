import { Button, VisuallyHidden } from '@mantine/core'
import { type KeptSnapshot, putSnapshotBack } from '@rollcall/contract/uploads-snapshots'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { formatNumber, UNKNOWN } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './admin-list.module.css'
import { Facts } from './facts.tsx'
import { snapshotsQuery } from './queries.ts'
import type { SnapshotGroup } from './snapshots-view.ts'

interface SnapshotGroupPanelProps {
  readonly channel: string
  readonly group: SnapshotGroup
}

/** The kept snapshots of a season or an event, newest first, and how putting one back has ended. */
export function SnapshotGroupPanel({ channel, group }: SnapshotGroupPanelProps) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<KeptSnapshot | null>(null)
  const putting = useMutation({
    mutationFn: ({ kind, id }: KeptSnapshot) =>
      callApi(putSnapshotBack, { params: { kind, id: String(id) } }),
    // Also where it failed: it may have been put back, or have gone, meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: snapshotsQuery(channel).queryKey }),
  })
  const { counts } = putting.data ?? {}
  return (
    <Panel title={group.of}>
      <ul className={classes.list}>
        {group.snapshots.map((snapshot) => {
          const received = formatInstant(snapshot.receivedAt)
          return (
            <li key={snapshot.id} className={classes.item}>
              <Facts
                facts={[
                  { name: 'Received', value: received },
                  { name: 'Day', value: snapshot.marbleDay ?? UNKNOWN },
                  { name: 'Racers', value: formatNumber(snapshot.racers) },
                  { name: 'Points', value: formatNumber(snapshot.points) },
                ]}
              />
              {snapshot.isCurrent ? (
                <span className={classes.badge}>Counts now</span>
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
                  {putting.data?.message} {formatNumber(counts.added)} added,{' '}
                  {formatNumber(counts.changed)} changed, {formatNumber(counts.removed)} removed.
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
            : `${asked.channel} then has in ${asked.of} what was uploaded on ${formatInstant(asked.receivedAt)}: ${formatNumber(asked.racers)} racers with ${formatNumber(asked.points)} points. The companion's next upload replaces it again.`
        }
        confirmLabel="Put back"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) putting.mutate(asked)
          setAsked(null)
        }}
      />
    </Panel>
  )
}
