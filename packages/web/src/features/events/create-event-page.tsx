import { TextInput } from '@mantine/core'
import { createSingleEvent, MAX_EVENT_NAME_LENGTH } from '@rollcall/contract/events'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { callApi } from '#api/call-api.ts'
import { findSessionToken } from '#api/session.ts'
import cards from '#ui/cards.module.css'
import { YesNo } from '#ui/choices.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { CreateSeriesForm } from './create-series-form.tsx'
import {
  bodyOfSingle,
  browserTimeZone,
  checkedBody,
  emptySingle,
  missingOfSingle,
  type SingleDraft,
} from './event-draft.ts'
import { CoupledDates, CreateForm, LeaderboardSelect, StreamerSelect } from './event-fields.tsx'
import classes from './event-form.module.css'
import { emptySeries } from './series-draft.ts'

/** Asks what to create, then shows its form. Both forms keep what was typed. */
export function CreateEventPage() {
  const [isForExisting, setIsForExisting] = useState<boolean | null>(null)
  const [isSeries, setIsSeries] = useState<boolean | null>(null)
  const [series, setSeries] = useState(emptySeries)
  const [single, setSingle] = useState(emptySingle)
  const [isCreated, setIsCreated] = useState(false)
  const onCreated = () => setIsCreated(true)
  const isTouched = series !== emptySeries || single !== emptySingle
  // Without the guard, which would ask.
  if (isCreated) {
    return <Navigate to="/my-events" />
  }
  return (
    <>
      <PageHeading title="Create Event">
        One event, or a whole series. Each lasts whole days in your time zone, {browserTimeZone()}.
      </PageHeading>
      {/* Without a session nothing can be saved. */}
      <LeaveGuard wouldLose={() => isTouched && findSessionToken() !== null} />
      <div className={`${cards.card} ${classes.form}`}>
        <YesNo
          question="Add to existing series"
          answer={isForExisting}
          onAnswer={setIsForExisting}
        />
        {isForExisting === true && (
          <p className={classes.missing}>
            Your series are under <Link to="/my-events">My Events</Link>: choose the one you mean
            there.
          </p>
        )}
        {isForExisting === false && (
          <YesNo question="Create a series" answer={isSeries} onAnswer={setIsSeries} />
        )}
      </div>
      {isForExisting === false && isSeries === true && (
        <CreateSeriesForm draft={series} onChange={setSeries} onCreated={onCreated} />
      )}
      {isForExisting === false && isSeries === false && (
        <CreateSingleForm draft={single} onChange={setSingle} onCreated={onCreated} />
      )}
    </>
  )
}

interface CreateSingleFormProps {
  readonly draft: SingleDraft
  readonly onChange: (draft: SingleDraft) => void
  readonly onCreated: () => void
}

function CreateSingleForm({ draft, onChange, onCreated }: CreateSingleFormProps) {
  const change = (part: Partial<SingleDraft>) => onChange({ ...draft, ...part })
  return (
    <CreateForm
      title="Create Single Event"
      submitLabel="Create Event"
      what="the event"
      missing={missingOfSingle(draft)}
      create={() => {
        const body = checkedBody(createSingleEvent, bodyOfSingle(draft, browserTimeZone()))
        return callApi(createSingleEvent, { body })
      }}
      onCreated={onCreated}
    >
      <TextInput
        label="Event Name"
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <CoupledDates days={draft} onChange={change} />
      <LeaderboardSelect
        label="Select leaderboard"
        chosen={draft.leaderboard}
        onChoose={(leaderboard) => change({ leaderboard })}
      />
      <YesNo
        question="Are there multiple participants in the event?"
        answer={draft.hasMultiple}
        onAnswer={(hasMultiple) => change({ hasMultiple })}
      />
      {draft.hasMultiple && (
        <StreamerSelect
          label="Participants"
          chosen={draft.participants}
          onChange={(participants) => change({ participants })}
        />
      )}
    </CreateForm>
  )
}
