import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { findSessionToken } from '#api/session.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { YesNo } from '#ui/yes-no.tsx'
import { CreateSeriesForm } from './create-series-form.tsx'
import { CreateSingleForm } from './create-single-form.tsx'
import { emptySingle } from './event-draft.ts'
import classes from './event-form.module.css'
import { emptySeries } from './series-draft.ts'
import { browserTimeZone } from './time-zone.ts'

/** Asks what is to be created, then shows the form for it. Both keep what was typed meanwhile. */
export function CreateEventPage() {
  const [isForExisting, setIsForExisting] = useState<boolean | null>(null)
  const [isSeries, setIsSeries] = useState<boolean | null>(null)
  const [series, setSeries] = useState(emptySeries)
  const [single, setSingle] = useState(emptySingle)
  const [isCreated, setIsCreated] = useState(false)
  const onCreated = () => setIsCreated(true)
  const isTouched = series !== emptySeries || single !== emptySingle
  // Without the guard, which would ask.
  if (isCreated) return <Navigate to="/my-events" />
  return (
    <>
      <PageHeading title="Create Event">
        One event, or a whole series. Each lasts whole days in your time zone, {browserTimeZone()}.
      </PageHeading>
      {/* Without a session nothing could be saved any more. */}
      <LeaveGuard wouldLose={() => isTouched && findSessionToken() !== null} />
      <div className={classes.form}>
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
