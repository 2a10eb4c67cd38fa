import { TextInput } from '@mantine/core'
import { createSingleEvent, MAX_EVENT_NAME_LENGTH } from '@rollcall/contract/events'
import { createSeriesEvent } from '@rollcall/contract/events-series'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { findSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import cards from '#ui/cards.module.css'
import { YesNo } from '#ui/choices.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { type Created, withCreated } from '../created-message.tsx'
import {
  browserTimeZone,
  checkedBody,
  emptySingle,
  findProblems,
  listMissingForSingle,
  makeSingleBody,
  type SingleDraft,
  today,
  withDefaults,
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
import { canManage, myEventsQuery, seriesQuery } from '../queries.ts'
import { createInSeriesPath } from '../series/series-events.tsx'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

const { inSeries, single } = texts

import { CreateSeriesForm } from './create-series-form.tsx'
import { emptySeries } from './series-draft.ts'

function makeSingleForToday(): SingleDraft {
  const day = today()
  return { ...emptySingle, startDate: day, endDate: day }
}

export function CreateEventPage() {
  const seriesId = useSearchParams()[0].get('series')
  return seriesId !== null && /^\d{1,9}$/.test(seriesId) ? (
    <CreateInSeries key={seriesId} id={seriesId} />
  ) : (
    <Wizard />
  )
}

function CreateInSeries({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(seriesQuery(id))
  const [initial] = useState(makeSingleForToday)
  const [draft, setDraft] = useState(initial)
  const [created, setCreated] = useState<Created | null>(null)
  const seriesPath = addressOf(PAGES.manageSeries, { id })
  const series = data?.[0]
  // Without the LeaveGuard, which would ask.
  if (created) {
    return <Navigate to={seriesPath} {...withCreated(created)} />
  }
  return (
    <>
      <BackLink to={seriesPath}>{shared.backToSeries}</BackLink>
      <PageHeading title={texts.title}>
        {series && (
          <Sentence
            text={inSeries.lead(browserTimeZone())}
            parts={{ series: <bdi>{series.event_series_name}</bdi> }}
          />
        )}
      </PageHeading>
      <LeaveGuard wouldLose={() => draft !== initial && findSessionToken() !== null} />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && !series?.canManage && (
        <Quiet className={classes.missing}>
          <Sentence text={inSeries.none} parts={{ myEvents: <Link to={PAGES.myEvents.path} /> }} />
        </Quiet>
      )}
      {series?.canManage && (
        <CreateSingleForm
          seriesId={id}
          draft={draft}
          onChange={setDraft}
          onCreated={(eventId) => setCreated({ kind: 'event', id: eventId, name: draft.name })}
        />
      )}
    </>
  )
}

/** Asks what to create, and shows the form. Most events are single ones. Both forms keep what was typed. */
function Wizard() {
  const [isForExisting, setIsForExisting] = useState(false)
  const [isSeries, setIsSeries] = useState(false)
  const [series, setSeries] = useState(emptySeries)
  const [initial] = useState(makeSingleForToday)
  const [event, setEvent] = useState(initial)
  const [created, setCreated] = useState<Created | null>(null)
  const isTouched = series !== emptySeries || event !== initial
  // Without the LeaveGuard, which would ask.
  if (created) {
    return <Navigate to={PAGES.myEvents.path} {...withCreated(created)} />
  }
  return (
    <>
      <BackLink to={PAGES.myEvents.path}>{shared.backToEvents}</BackLink>
      <PageHeading title={texts.title}>{texts.lead(browserTimeZone())}</PageHeading>
      {/* Without a session, nothing could be saved anyway. */}
      <LeaveGuard wouldLose={() => isTouched && findSessionToken() !== null} />
      <div className={`${cards.card} ${classes.form}`}>
        <YesNo question={texts.addToExisting} answer={isForExisting} onAnswer={setIsForExisting} />
        {isForExisting && <OwnSeries />}
        {!isForExisting && (
          <YesNo question={texts.createSeries} answer={isSeries} onAnswer={setIsSeries} />
        )}
      </div>
      {!isForExisting && isSeries && (
        <CreateSeriesForm
          draft={series}
          onChange={setSeries}
          onCreated={(id) => setCreated({ kind: 'series', id, name: series.name })}
        />
      )}
      {!isForExisting && !isSeries && (
        <CreateSingleForm
          draft={event}
          onChange={setEvent}
          onCreated={(id) => setCreated({ kind: 'event', id, name: event.name })}
        />
      )}
    </>
  )
}

function OwnSeries() {
  const { data: user } = useQuery(currentUserQuery)
  const { data } = useQuery(myEventsQuery)
  const own = data?.eventSeries.filter((series) => canManage(series, user?.id)) ?? []
  return (
    <Stack gap="xs">
      {own.length > 0 && (
        <>
          <Quiet className={classes.missing}>{texts.chooseSeries}</Quiet>
          <ul className={classes.ownSeries}>
            {own.map(({ id, name }) => (
              <li key={id}>
                <Link to={createInSeriesPath(id)}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Quiet className={classes.missing}>
        <Sentence text={texts.ownSeries} parts={{ myEvents: <Link to={PAGES.myEvents.path} /> }} />
      </Quiet>
    </Stack>
  )
}

interface CreateSingleFormProps {
  /** Absent: the event belongs to no series. */
  readonly seriesId?: string
  readonly draft: SingleDraft
  readonly onChange: (draft: SingleDraft) => void
  readonly onCreated: (id: number | undefined) => void
}

function CreateSingleForm({ seriesId, draft: typed, onChange, onCreated }: CreateSingleFormProps) {
  const draft = withDefaults(typed, useDefaults())
  const change = (part: Partial<SingleDraft>) => onChange({ ...draft, ...part })
  const { onBlur, onlyLeft } = useLeftFields()
  const problems = onlyLeft({
    ...findProblems(draft),
    ...(draft.participants.length === 0 && { participants: shared.problems.participants }),
  })
  return (
    <CreateForm
      title={seriesId === undefined ? single.title : inSeries.title}
      submitLabel={single.create}
      missing={listMissingForSingle(draft)}
      missingSentence={single.missing}
      create={() => {
        const body = checkedBody(createSingleEvent, makeSingleBody(draft, browserTimeZone()))
        return seriesId === undefined
          ? callApi(createSingleEvent, { body })
          : callApi(createSeriesEvent, { params: { id: seriesId }, body })
      }}
      onCreated={onCreated}
      onBlur={onBlur}
    >
      <TextInput
        name="name"
        label={shared.fields.name}
        error={problems.name}
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <CoupledDates days={draft} problems={problems} onChange={change}>
        <ShowTimeField
          showTime={draft.showTime ?? ''}
          onChange={(showTime) => change({ showTime })}
        />
      </CoupledDates>
      <LeaderboardSelect
        label={texts.selectLeaderboard}
        chosen={draft.leaderboard}
        onChoose={(leaderboard) => change({ leaderboard })}
        problem={problems.leaderboard}
      />
      <YesNo
        question={single.hasMultiple}
        answer={draft.hasMultiple}
        onAnswer={(hasMultiple) => change({ hasMultiple })}
      />
      {draft.hasMultiple && (
        <StreamerSelect
          label={shared.fields.participants}
          chosen={draft.participants}
          onChange={(participants) =>
            change({
              participants,
              hasRemovedStreamers:
                draft.hasRemovedStreamers || participants.length < draft.participants.length,
            })
          }
          problem={problems.participants}
        />
      )}
    </CreateForm>
  )
}
