import { Skeleton, TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH, updateEventSeries } from '@rollcall/contract/events'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { DialogForm, Modal } from '#ui/dialogs.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { DeleteButton, DeletedMessage } from '../delete-button.tsx'
import { checkedBody } from '../event-draft.ts'
import { LeaveDialog, type Left, leftMessage } from '../leave-dialog.tsx'
import { type EventSeries, type SeriesEvent, seriesQuery } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { ManageSeriesCard } from './manage-series-card.tsx'
import classes from './manage-series-page.module.css'
import { AddToSeries, useSeriesOrder } from './series-events.tsx'
import { texts } from './texts.ts'

const { renaming } = texts

const SKELETONS = [1, 2, 3]

export function ManageSeriesPage() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(seriesQuery(id))
  const { data: user } = useQuery(currentUserQuery)
  const [isEditing, setIsEditing] = useState(false)
  const [asked, setAsked] = useState<SeriesEvent | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const series = data?.[0]
  const canManage = series !== undefined && series.canManage !== false
  const organiser =
    series?.createdBy === undefined || series.creator === undefined
      ? null
      : { id: series.createdBy, username: series.creator.username }
  useTabName(series?.event_series_name)
  const { organisingAt, problem } = useSeriesOrder(id, series, setDone)
  const showWithout = async (left: Left) => {
    const stays = series?.events.some(
      ({ id, canLeave, eventParticipants }) =>
        id !== left.id &&
        eventParticipants.some(({ id }) => id === user?.id) &&
        !(left.hasBlocked && canLeave),
    )
    const refresh = () => queryClient.invalidateQueries({ queryKey: ['events'] })
    if (!stays && !canManage) {
      // The user has nothing left in this series.
      await navigate('/my-events')
    }
    await refresh()
    setAsked(null)
    setDone(leftMessage(left, refresh))
  }
  return (
    <>
      <BackLink to="/my-events">{texts.back}</BackLink>
      <PageHeading
        title={pageTitle(series)}
        actions={
          canManage && (
            <>
              <AddToSeries
                id={id}
                createdBy={series.createdBy}
                userId={user?.id}
                onAdded={setDone}
              />
              <Button
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setIsEditing(true)}
              >
                {renaming.edit}
              </Button>
              <DeleteButton
                kind="series"
                id={id}
                name={series.event_series_name}
                next="/my-events"
              />
            </>
          )
        }
      />
      {organiser && (
        <LeaveDialog
          asked={asked && { kind: 'event', id: asked.id, name: asked.name, organiser }}
          onClose={() => setAsked(null)}
          onLeft={showWithout}
        />
      )}
      <DeletedMessage />
      <DoneMessage done={done} takesFocus={done?.undo !== undefined} />
      {problem !== null && <Notice message={problem} />}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading className={`${cards.grid} ${classes.cards}`}>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="16rem" radius="lg" />
          ))}
        </Loading>
      )}
      {data && !series && <p className={classes.empty}>{texts.none}</p>}
      {series?.events.length === 0 && (
        <p className={classes.empty}>
          {texts.empty} {canManage && texts.emptyHint}
        </p>
      )}
      {series && (
        <div className={classes.columns}>
          <ul className={`${cards.grid} ${classes.cards}`} aria-label={texts.events}>
            {series.events.map((event, index) => (
              <li key={event.id}>
                <ManageSeriesCard
                  event={event}
                  organising={canManage ? organisingAt(index) : null}
                  onLeave={
                    event.canLeave && organiser && user?.id !== organiser.id
                      ? () => {
                          setDone(null)
                          setAsked(event)
                        }
                      : null
                  }
                />
              </li>
            ))}
          </ul>
          <div className={classes.collections}>
            <Panel title={texts.collections}>{null}</Panel>
          </div>
        </div>
      )}
      {series && (
        <ManageSeriesDialog
          id={id}
          name={series.event_series_name}
          isOpen={isEditing}
          onClose={() => setIsEditing(false)}
          onRenamed={setDone}
        />
      )}
    </>
  )
}

function pageTitle(series: EventSeries | undefined): string {
  if (series === undefined) {
    return texts.manage
  }
  const { event_series_name: name, canManage } = series
  return canManage === false ? texts.viewTitle(name) : texts.manageTitle(name)
}

interface ManageSeriesDialogProps {
  readonly id: string
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRenamed: (done: Done) => void
}

function ManageSeriesDialog(props: ManageSeriesDialogProps) {
  const { isOpen, onClose } = props
  return (
    <Modal isOpen={isOpen} title={renaming.edit} onClose={onClose}>
      <RenameForm {...props} />
    </Modal>
  )
}

function RenameForm({ id, name, onClose, onRenamed }: ManageSeriesDialogProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(name)
  const renameTo = (to: string) => {
    const body = checkedBody(updateEventSeries, { event_series_name: to.trim() })
    return callApi(updateEventSeries, { params: { id }, body })
  }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['events'] })
  const rename = useMutation({
    mutationFn: async () => renameTo(typed),
    onSuccess: async () => {
      // Refreshes first, so that the dialog closes on the new name.
      await refresh()
      onClose()
      const nameMessage = (to: string) => (
        <Sentence text={renaming.done} parts={{ name: <bdi>{to}</bdi> }} />
      )
      onRenamed({
        sentence: nameMessage(typed.trim()),
        undo: {
          run: async () => {
            await renameTo(name)
            await refresh()
          },
          sentence: nameMessage(name),
        },
      })
    },
  })
  return (
    <DialogForm
      submitLabel={renaming.save}
      closeLabel={shared.close}
      isPending={rename.isPending}
      problem={rename.error && sentenceOf(rename.error)}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={renaming.name}
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </DialogForm>
  )
}
