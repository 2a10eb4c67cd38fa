import { TextInput } from '@mantine/core'
import { createEventSeries, MAX_EVENT_NAME_LENGTH } from '@rollcall/contract/events'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type RefCallback, useRef } from 'react'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { YesNo } from '#ui/choices.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import {
  browserTimeZone,
  checkedBody,
  type EventDraft,
  findAllProblems,
  today,
} from '../event-draft.ts'
import {
  CoupledDates,
  CreateForm,
  LeaderboardSelect,
  ShowTimeField,
  StreamerSelect,
  useDefaults,
  useLeftFields,
} from '../event-fields.tsx'
import classes from '../event-form.module.css'
import { texts as shared } from '../texts.ts'
import { fillIn } from './schedule.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import {
  addEvent,
  answerMultiple,
  answerSameLeaderboard,
  answerSameStreamers,
  changeEventRow,
  chooseLeaderboard,
  chooseStreamers,
  hasRoomForEvents,
  listMissingForNextEvent,
  listMissingForSeries,
  makeSeriesBody,
  type RowDraft,
  removeEvent,
  SERIES_LABEL_LENGTH,
  type SeriesDraft,
  withDefaults,
} from './series-draft.ts'
import { texts } from './texts.ts'

const { series } = texts

interface CreateSeriesFormProps extends SeriesFormProps {
  readonly onCreated: (id: number | undefined) => void
}

export function CreateSeriesForm({ draft: typed, onChange, onCreated }: CreateSeriesFormProps) {
  const draft = withDefaults(typed, useDefaults())
  return (
    <CreateForm
      title={series.title}
      submitLabel={series.create}
      missing={listMissingForSeries(draft)}
      missingSentence={series.missing}
      create={() => {
        const body = checkedBody(createEventSeries, makeSeriesBody(draft, browserTimeZone()))
        return callApi(createEventSeries, { body })
      }}
      onCreated={onCreated}
    >
      <TextInput
        label={series.name}
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
      />
      <CreateSeriesQuestions draft={draft} onChange={onChange} />
      <CreateSeriesRows draft={draft} onChange={onChange} />
    </CreateForm>
  )
}

interface SeriesFormProps {
  readonly draft: SeriesDraft
  readonly onChange: (draft: SeriesDraft) => void
}

function CreateSeriesQuestions({ draft, onChange }: SeriesFormProps) {
  return (
    <>
      <YesNo
        question={series.hasMultipleStreamers}
        answer={draft.hasMultipleStreamers}
        onAnswer={(answer) => onChange(answerMultiple(draft, answer))}
      />
      {draft.hasMultipleStreamers && (
        <YesNo
          question={series.hasSameStreamers}
          answer={draft.hasSameStreamers}
          onAnswer={(answer) => onChange(answerSameStreamers(draft, answer))}
        />
      )}
      {draft.hasSameStreamers && (
        <StreamerSelect
          label={series.selectStreamers}
          chosen={draft.streamers}
          onChange={(streamers) => onChange(chooseStreamers(draft, streamers))}
        />
      )}
      <YesNo
        question={series.hasSameLeaderboard}
        answer={draft.hasSameLeaderboard}
        onAnswer={(answer) => onChange(answerSameLeaderboard(draft, answer))}
      />
      {draft.hasSameLeaderboard && (
        <LeaderboardSelect
          label={texts.selectLeaderboard}
          maxLabelLength={SERIES_LABEL_LENGTH}
          chosen={draft.leaderboard}
          onChoose={(leaderboard) => onChange(chooseLeaderboard(draft, leaderboard))}
          problem={undefined}
        />
      )}
    </>
  )
}

interface RowProps {
  readonly title: string
  readonly row: RowDraft
  readonly nameRef: RefCallback<HTMLInputElement>
  readonly hasOwnStreamers: boolean
  readonly hasOwnLeaderboard: boolean
  readonly onChange: (change: Partial<EventDraft>) => void
  readonly onRemove: () => void
}

function EventRow(props: RowProps) {
  const { title, row, nameRef, hasOwnStreamers, hasOwnLeaderboard, onChange, onRemove } = props
  const { onBlur, onlyLeft } = useLeftFields()
  const problems = onlyLeft(findAllProblems(row))
  return (
    <Stack as="fieldset" aria-label={title} className={classes.row} onBlur={onBlur}>
      <Row wrap={false} justify="space-between">
        <h3 className={classes.rowTitle}>{title}</h3>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={shared.actionOn(series.remove, title)}
          leftSection={<IconX size={16} aria-hidden />}
          onClick={onRemove}
        >
          {series.remove}
        </Button>
      </Row>
      <TextInput
        ref={nameRef}
        name="name"
        label={shared.fields.name}
        error={problems.name}
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={row.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <CoupledDates days={row} problems={problems} onChange={onChange}>
        <ShowTimeField
          showTime={row.showTime ?? ''}
          onChange={(showTime) => onChange({ showTime })}
        />
      </CoupledDates>
      {hasOwnStreamers && (
        <StreamerSelect
          label={series.selectStreamers}
          chosen={row.participants}
          onChange={(participants) => onChange({ participants })}
          problem={problems.participants}
        />
      )}
      {hasOwnLeaderboard && (
        <LeaderboardSelect
          label={texts.selectLeaderboard}
          maxLabelLength={SERIES_LABEL_LENGTH}
          chosen={row.leaderboard}
          onChoose={(leaderboard) => onChange({ leaderboard })}
          problem={problems.leaderboard}
        />
      )}
    </Stack>
  )
}

function CreateSeriesRows({ draft, onChange }: SeriesFormProps) {
  const section = useRef<HTMLElement>(null)
  const isAdding = useRef(false)
  const missing = listMissingForNextEvent(draft)
  const hasRows = draft.events.length > 0
  return (
    <Stack as="section" ref={section} tabIndex={-1} aria-label={series.events}>
      {draft.events.length > 1 && (
        <Row justify="flex-end">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => {
              // Before the button with the focus disappears.
              section.current?.focus()
              onChange({ ...draft, events: [] })
            }}
          >
            {series.removeAll}
          </Button>
        </Row>
      )}
      {draft.events.map((row, index) => (
        <EventRow
          key={row.key}
          title={series.event(index + 1)}
          row={row}
          nameRef={(input) => {
            // The pressed button has moved: the focus goes to the new row.
            if (!input || !isAdding.current || index < draft.events.length - 1) {
              return
            }
            isAdding.current = false
            input.focus()
          }}
          hasOwnStreamers={draft.hasSameStreamers === false}
          hasOwnLeaderboard={draft.hasSameLeaderboard === false}
          onChange={(change) => onChange(changeEventRow(draft, { key: row.key, change }))}
          onRemove={() => {
            // Before the button with the focus disappears.
            section.current?.focus()
            onChange(removeEvent(draft, row.key))
          }}
        />
      ))}
      {!hasRows && missing.length === 0 && (
        <ScheduleFields
          onFillIn={(schedule) => {
            section.current?.focus()
            onChange(fillIn(draft, schedule))
          }}
        />
      )}
      {hasRoomForEvents(draft) && (
        <Row gap="sm/md">
          {missing.length === 0 ? (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => {
                isAdding.current = true
                onChange(addEvent(draft, today()))
              }}
            >
              {hasRows ? series.addAnotherEvent : series.addEvent}
            </Button>
          ) : (
            <Quiet className={classes.missing}>
              {hasRows ? series.missingForAnotherEvent(missing) : series.missingForEvent(missing)}
            </Quiet>
          )}
        </Row>
      )}
    </Stack>
  )
}
