import { Skeleton, TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH, updateEvent } from '@rollcall/contract/events'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { findSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Head } from '#ui/head.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink } from '#ui/page-heading.tsx'
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
import { LeaderboardSelect, ShowTimeField, StreamerSelect } from './event-fields.tsx'
import classes from './event-form.module.css'
import { HelpersPanel } from './helpers/helpers-panel.tsx'
import { type EventDetail, eventQuery } from './queries.ts'
import { texts } from './texts.ts'
import { TriedConfiguration } from './tried/tried-configuration.tsx'

const { manage, fields } = texts

const FIELDS = ['name', 'start', 'end', 'leaderboard', 'participants']

export function ManageEventPage() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(eventQuery(id))
  useTabName(data?.name)
  const series = data?.eventSeries ?? null
  const back =
    series === null ? PAGES.myEvents.path : addressOf(PAGES.manageSeries, { id: series.id })
  return (
    <>
      <BackLink to={back}>{texts.back}</BackLink>
      {/* The name keeps its line until it is known. */}
      <Head kind={manage.title} heading="kind" name={data?.name ?? '\u00a0'} />
      {isPending && (
        <Loading className={`${cards.card} ${classes.form}`}>
          {FIELDS.map((field) => (
            <Skeleton key={field} height="3.75rem" />
          ))}
        </Loading>
      )}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && <ManageEventForm key={id} id={id} event={data} />}
      {data && data.canDelete !== false && (
        <DeleteButton kind="event" id={id} name={data.name} next={back} />
      )}
      {/* Another server knows nothing of helpers, and does not say who may delete. */}
      {data?.canDelete !== undefined && <HelpersPanel key={`helpers ${id}`} kind="event" id={id} />}
    </>
  )
}

interface ManageEventFormProps {
  readonly id: string
  readonly event: EventDetail
}

function ManageEventForm({ id, event }: ManageEventFormProps) {
  const [isIncomplete, setIsIncomplete] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const now = new Date()
  const { draft, saved, problems, isDirty, setTyped, update, done } = useEventDraft(id, event, now)
  const isComplete = listMissingForChange(draft).length === 0
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
      <EventFields
        event={event}
        isFixed={hasBegun(event, now)}
        draft={draft}
        tried={
          draft.leaderboard !== null &&
          draft.leaderboard !== saved.leaderboard && (
            <TriedConfiguration eventId={id} leaderboard={draft.leaderboard} />
          )
        }
        problems={problems}
        onChange={change}
      />
      <ManageEventOutcome
        isIncomplete={isIncomplete}
        failure={update.error && sentenceOf(update.error)}
        done={isDirty ? null : done}
      />
      <Row gap="sm/md">
        {isComplete ? (
          <Button type="submit" loading={update.isPending}>
            {manage.update}
          </Button>
        ) : (
          // Without a button, Enter would do nothing, and nobody would learn what is missing.
          <button type="submit" hidden />
        )}
      </Row>
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

/** What has been typed, what is wrong with it, and how it is saved. */
function useEventDraft(id: string, event: EventDetail, now: Date) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(() => toDraft(event))
  const [saved, setSaved] = useState(typed)
  const [done, setDone] = useState<Done | null>(null)
  const draft = keepEditable(typed, { event, now })
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
    void queryClient.invalidateQueries({ queryKey: answersAbout('events') })
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
  return { draft, saved, problems, isDirty: !isSameDraft(draft, saved), setTyped, update, done }
}

interface EventFieldsProps {
  readonly event: EventDetail
  /** The event has begun, so its name and first day stay. */
  readonly isFixed: boolean
  readonly draft: EventDraft
  /** What the chosen configuration would change. */
  readonly tried: ReactNode
  readonly problems: ReturnType<typeof findAllProblems>
  readonly onChange: (part: Partial<EventDraft>) => void
}

function EventFields(props: EventFieldsProps) {
  const { event, isFixed, draft, tried, problems, onChange } = props
  return (
    <>
      <TextInput
        label={fields.name}
        error={problems.name}
        description={isFixed && manage.hasBegun}
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        disabled={isFixed}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Stack gap="xs">
        <Stack columns="12rem">
          <TextInput
            type="date"
            label={fields.startDate}
            error={problems.startDate}
            max="9999-12-31"
            disabled={isFixed}
            value={draft.startDate}
            onChange={({ currentTarget }) => onChange({ startDate: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={fields.endDate}
            max="9999-12-31"
            error={problems.endDate}
            value={draft.endDate}
            onChange={({ currentTarget }) => onChange({ endDate: currentTarget.value })}
          />
          {draft.showTime !== undefined && (
            <ShowTimeField
              showTime={draft.showTime}
              onChange={(showTime) => onChange({ showTime })}
            />
          )}
        </Stack>
        {event.timeZone !== undefined && (
          <Quiet className={classes.missing}>
            {event.timeZone === null ? manage.anyTimeZone : manage.timeZone(event.timeZone)}{' '}
            {draft.showTime && manage.showTime}
          </Quiet>
        )}
      </Stack>
      <LeaderboardSelect
        label={manage.leaderboard}
        chosen={draft.leaderboard}
        onChoose={(leaderboard) => onChange({ leaderboard })}
        problem={problems.leaderboard}
      />
      {tried}
      <StreamerSelect
        label={fields.participants}
        chosen={draft.participants}
        onChange={(participants) => onChange({ participants })}
        problem={problems.participants}
      />
    </>
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
