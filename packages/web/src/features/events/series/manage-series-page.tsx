import { Skeleton, TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH, updateEventSeries } from '@rollcall/contract/events'
import { PAGES } from '@rollcall/contract/pages'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { DialogForm } from '#ui/dialogs.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Following } from '#ui/following.tsx'
import { Head } from '#ui/head.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { CreatedMessage } from '../created-message.tsx'
import { DeleteButton, DeletedMessage } from '../delete-button.tsx'
import { checkedBody } from '../event-draft.ts'
import { HelpersPanel } from '../helpers/helpers-panel.tsx'
import { LeaguePanel } from '../league/league-panel.tsx'
import { useLeagueIsWaiting } from '../league/use-league-is-waiting.ts'
import { LeaveDialog, type Left, leftMessage } from '../leave-dialog.tsx'
import { type EventSeries, type SeriesEvent, seriesQuery } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { ManageSeriesCard, type Organising } from './manage-series-card.tsx'
import classes from './manage-series-page.module.css'
import { AddToSeries, useSeriesOrder } from './series-events.tsx'
import { texts } from './texts.ts'

const { renaming } = texts

const SKELETONS = [1, 2, 3]

export function ManageSeriesPage() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(seriesQuery(id))
  const [isEditing, setIsEditing] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const series = data?.[0]
  useTabName(series?.event_series_name)
  const canManage = series !== undefined && series.canManage !== false
  const { organisingAt, problem, question } = useSeriesOrder(id, series, setDone)
  const isLeagueWaiting = useLeagueIsWaiting(id, { isOpen: series !== undefined })
  const { leaveDialog, leavingOf } = useLeaving({ series, canManage, onDone: setDone })
  return (
    <>
      <BackLink to={PAGES.myEvents.path}>{shared.backToEvents}</BackLink>
      {/* The name keeps its line until it is known. */}
      <Head
        kind={pageTitle(series)}
        heading="kind"
        name={series?.event_series_name ?? '\u00a0'}
        next={
          canManage && (
            <SeriesActions
              id={id}
              series={series}
              onAdded={setDone}
              onEdit={() => setIsEditing(true)}
            />
          )
        }
      />
      {leaveDialog}
      {question}
      <DeletedMessage />
      <CreatedMessage />
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
      {data && !series && <Nothing>{texts.none}</Nothing>}
      {series?.events.length === 0 && (
        <Nothing>
          {texts.empty} {canManage && texts.emptyHint}
        </Nothing>
      )}
      {series && (
        <SeriesCards
          series={series}
          canManage={canManage}
          organisingAt={organisingAt}
          leavingOf={leavingOf}
        />
      )}
      {series && <LeaguePanel key={id} id={id} />}
      {/* Another server knows nothing of helpers, and does not say who may delete. */}
      {canManage && series.canDelete !== undefined && (
        <Following isWaiting={isLeagueWaiting}>
          <HelpersPanel key={`helpers ${id}`} kind="series" id={id} />
        </Following>
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

interface SeriesActionsProps {
  readonly id: string
  readonly series: EventSeries
  readonly onAdded: (done: Done) => void
  readonly onEdit: () => void
}

function SeriesActions({ id, series, onAdded, onEdit }: SeriesActionsProps) {
  const { data: user } = useQuery(currentUserQuery)
  return (
    <>
      <AddToSeries id={id} createdBy={series.createdBy} userId={user?.id} onAdded={onAdded} />
      <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
        {renaming.edit}
      </Button>
      {series.canDelete !== false && (
        <DeleteButton
          kind="series"
          id={id}
          name={series.event_series_name}
          next={PAGES.myEvents.path}
        />
      )}
    </>
  )
}

interface LeavingOptions {
  readonly series: EventSeries | undefined
  readonly canManage: boolean
  readonly onDone: (done: Done | null) => void
}

/** The dialog that asks before the user leaves an event of the series, and what opens it. */
function useLeaving({ series, canManage, onDone }: LeavingOptions) {
  const { data: user } = useQuery(currentUserQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<SeriesEvent | null>(null)
  const organiser =
    series?.createdBy === undefined || series.creator === undefined
      ? null
      : { id: series.createdBy, ...series.creator }
  const showWithout = async (left: Left) => {
    const stays = series?.events.some(
      ({ id, canLeave, eventParticipants }) =>
        id !== left.id &&
        eventParticipants.some(({ id }) => id === user?.id) &&
        !(left.hasBlocked && canLeave),
    )
    const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
    if (!stays && !canManage) {
      // The user has nothing left in this series.
      await navigate(PAGES.myEvents.path)
    }
    await refresh()
    setAsked(null)
    onDone(leftMessage(left, refresh))
  }
  const leave = (event: SeriesEvent) => {
    onDone(null)
    setAsked(event)
  }
  return {
    leaveDialog: organiser && (
      <LeaveDialog
        asked={asked && { kind: 'event', id: asked.id, name: asked.name, organiser }}
        onClose={() => setAsked(null)}
        onLeft={showWithout}
      />
    ),
    leavingOf: (event: SeriesEvent) =>
      event.canLeave && organiser && user?.id !== organiser.id ? () => leave(event) : null,
  }
}

interface SeriesCardsProps {
  readonly series: EventSeries
  readonly canManage: boolean
  readonly organisingAt: (index: number) => Organising
  readonly leavingOf: (event: SeriesEvent) => (() => void) | null
}

function SeriesCards({ series, canManage, organisingAt, leavingOf }: SeriesCardsProps) {
  return (
    <div className={classes.columns}>
      <ul className={`${cards.grid} ${classes.cards}`} aria-label={texts.events}>
        {series.events.map((event, index) => (
          <li key={event.id}>
            <ManageSeriesCard
              event={event}
              organising={canManage ? organisingAt(index) : null}
              onLeave={leavingOf(event)}
            />
          </li>
        ))}
      </ul>
      <div className={classes.collections}>
        <Panel title={texts.collections}>{null}</Panel>
      </div>
    </div>
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
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  const rename = useMutation({
    mutationFn: async () => renameTo(typed),
    onSuccess: async ({ name: renamed }) => {
      // Refreshes first, so that the dialog closes on the new name.
      await refresh()
      onClose()
      const nameMessage = (to: string) => (
        <Sentence text={renaming.done} parts={{ name: <bdi>{to}</bdi> }} />
      )
      onRenamed({
        sentence: nameMessage(renamed),
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
