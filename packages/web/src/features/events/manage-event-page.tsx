import { Skeleton, TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH, updateEvent } from '@rollcall/contract/events'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { findSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import forms from '#ui/form.module.css'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { DeleteButton } from './delete-button.tsx'
import {
  checkedBody,
  type EventDraft,
  findAllProblems,
  hasBegun,
  hasEnded,
  isSameDraft,
  keepEditable,
  listConsequences,
  listMissingForChange,
  listSealConsequences,
  makeUpdateBody,
  toDay,
  toDraft,
} from './event-draft.ts'
import { LeaderboardSelect, StreamerSelect } from './event-fields.tsx'
import classes from './event-form.module.css'
import { type EventDetail, eventQuery } from './queries.ts'
import { texts } from './texts.ts'

const { manage, fields } = texts

const FIELDS = ['name', 'start', 'end', 'leaderboard', 'participants']

export function ManageEventPage() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(eventQuery(id))
  useTabName(data?.name)
  const series = data?.eventSeries ?? null
  const back = series === null ? '/my-events' : `/my-events/manage-series/${series.id}`
  return (
    <>
      <BackLink to={back}>{texts.back}</BackLink>
      <PageHeading title={manage.title} />
      {isPending && (
        <Loading className={`${cards.card} ${classes.form}`}>
          {FIELDS.map((field) => (
            <Skeleton key={field} height="3.75rem" />
          ))}
        </Loading>
      )}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && <ManageEventForm key={id} id={id} event={data} />}
      {data && <DeleteButton kind="event" id={id} name={data.name} next={back} />}
    </>
  )
}

interface ManageEventFormProps {
  readonly id: string
  readonly event: EventDetail
}

function ManageEventForm({ id, event }: ManageEventFormProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(() => toDraft(event))
  const [saved, setSaved] = useState(typed)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const now = new Date()
  const draft = keepEditable(typed, { event, now })
  const isFixed = hasBegun(event, now)
  const problems = findAllProblems(draft)
  if (draft.startDate === toDay(event.startAt) && draft.endDate === toDay(event.endAt)) {
    // Unchanged days may exceed the limit, which is newer than some events.
    delete problems.endDate
  }
  const save = async (sent: EventDraft) => {
    const body = checkedBody(updateEvent, makeUpdateBody(sent))
    const answer = await callApi(updateEvent, { params: { id }, body })
    setTyped(sent)
    setSaved(sent)
    void queryClient.invalidateQueries({ queryKey: ['events'] })
    return answer
  }
  const update = useMutation({
    mutationFn: async (sent: EventDraft) => {
      if (problems.endDate !== undefined) {
        throw new Error(problems.endDate)
      }
      const before = saved
      const { event: changed, message, code } = await save(sent)
      const { startsAt } = changed
      const isBegun = hasBegun({ startAt: sent.startDate, startsAt }, new Date())
      const isFinal =
        listSealConsequences(sent, event).length > 0 ||
        (isBegun && (sent.name !== before.name || sent.startDate !== before.startDate))
      setDone({
        // Another server may say something else.
        sentence: (code === undefined && message) || manage.updated,
        ...(!isFinal && {
          undo: { run: () => save(before), sentence: manage.undone },
        }),
      })
    },
  })

  const isComplete = listMissingForChange(draft).length === 0
  const isDirty = !isSameDraft(draft, saved)
  const consequences = isDirty ? listConsequences(draft, { event, now }) : []
  const change = (part: Partial<EventDraft>) => {
    setTyped({ ...draft, ...part })
    setIsIncomplete(false)
  }

  return (
    <form
      className={`${cards.card} ${classes.form}`}
      aria-label={manage.title}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        setIsIncomplete(!isComplete)
        if (!isComplete || update.isPending) {
          return
        }
        if (consequences.length > 0) {
          setIsAsking(true)
        } else {
          update.mutate(draft)
        }
      }}
    >
      {/* Without a session, nothing could be saved anyway. */}
      <LeaveGuard wouldLose={() => isDirty && findSessionToken() !== null} />
      <TextInput
        label={fields.name}
        error={problems.name}
        description={isFixed && manage.hasBegun}
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        disabled={isFixed}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <div className={classes.stack}>
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={fields.startDate}
            error={problems.startDate}
            max="9999-12-31"
            disabled={isFixed}
            value={draft.startDate}
            onChange={({ currentTarget }) => change({ startDate: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={fields.endDate}
            max="9999-12-31"
            error={problems.endDate}
            value={draft.endDate}
            onChange={({ currentTarget }) => change({ endDate: currentTarget.value })}
          />
        </div>
        {event.timeZone !== undefined && (
          <p className={classes.missing}>
            {event.timeZone === null ? manage.anyTimeZone : manage.timeZone(event.timeZone)}
          </p>
        )}
      </div>
      <LeaderboardSelect
        label={manage.leaderboard}
        chosen={draft.leaderboard}
        onChoose={(leaderboard) => change({ leaderboard })}
        problem={problems.leaderboard}
      />
      <StreamerSelect
        label={fields.participants}
        chosen={draft.participants}
        onChange={(participants) => change({ participants })}
        problem={problems.participants}
      />
      <ManageEventOutcome
        isIncomplete={isIncomplete}
        failure={update.error && sentenceOf(update.error)}
        done={isDirty ? null : done}
      />
      <div className={forms.actions}>
        {isComplete ? (
          <Button type="submit" loading={update.isPending}>
            {manage.update}
          </Button>
        ) : (
          // Without a button, Enter would do nothing, and nobody would learn what is missing.
          <button type="submit" hidden />
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={hasEnded(event, now) ? manage.questionIfEnded : manage.question}
        text={manage.consequences(event.name, consequences)}
        confirmLabel={manage.update}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          update.mutate(draft)
        }}
      />
    </form>
  )
}

interface ManageEventOutcomeProps {
  readonly isIncomplete: boolean
  readonly failure: string | null
  /** null while there are unsaved changes. */
  readonly done: Done | null
}

function ManageEventOutcome({ isIncomplete, failure, done }: ManageEventOutcomeProps) {
  return (
    <>
      {isIncomplete && <Notice message={manage.incomplete} />}
      {!isIncomplete && failure !== null && <Notice message={manage.failed(failure)} />}
      <DoneMessage done={done} />
    </>
  )
}
