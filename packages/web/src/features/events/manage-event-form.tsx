import { Button, TextInput } from '@mantine/core'
import { type EventDetail, MAX_EVENT_NAME_LENGTH, updateEvent } from '@rollcall/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { findSessionToken } from '#api/session.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { ToUnauthorized } from '#ui/to-unauthorized.tsx'
import { checkedBody } from './checked-body.ts'
import type { EventDraft } from './event-draft.ts'
import classes from './event-form.module.css'
import { eventQuery } from './event-form-queries.ts'
import { LeaderboardSelect } from './leaderboard-select.tsx'
import {
  allowedOf,
  bodyOfChange,
  draftOf,
  hasBegun,
  isSameDraft,
  missingOfChange,
} from './manage-draft.ts'
import { ManageEventOutcome } from './manage-event-outcome.tsx'
import { StreamerSelect } from './streamer-select.tsx'

export function ManageEventForm({ event }: { readonly event: EventDetail }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(() => draftOf(event))
  const [saved, setSaved] = useState(typed)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const update = useMutation({
    mutationFn: async (sent: EventDraft) => {
      const body = checkedBody(updateEvent, bodyOfChange(sent))
      return callApi(updateEvent, { params: { id: String(event.id) }, body })
    },
    onSuccess: (answer, sent) => {
      if ('unauthorized' in answer) return
      setSaved(sent)
      queryClient.setQueryData(eventQuery(String(event.id)).queryKey, answer.event)
      void queryClient.invalidateQueries({ queryKey: ['events'] })
    },
  })

  const now = new Date()
  const draft = allowedOf(typed, { event, now })
  const isFixed = hasBegun(event, now)
  const isComplete = missingOfChange(draft).length === 0
  const isDirty = !isSameDraft(draft, saved)
  const change = (part: Partial<EventDraft>) => {
    setTyped({ ...draft, ...part })
    setIsIncomplete(false)
  }

  if (update.data && 'unauthorized' in update.data) return <ToUnauthorized />
  return (
    <form
      className={classes.form}
      aria-label="Manage Event"
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        setIsIncomplete(!isComplete)
        if (isComplete && !update.isPending) update.mutate(draft)
      }}
    >
      {/* Without a session nothing could be saved any more. */}
      <LeaveGuard wouldLose={() => isDirty && findSessionToken() !== null} />
      <TextInput
        label="Event Name"
        description={isFixed && 'The event has begun: its name and start date stay as they are.'}
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
            label="Start Date"
            max="9999-12-31"
            disabled={isFixed}
            value={draft.startDate}
            onChange={({ currentTarget }) => change({ startDate: currentTarget.value })}
          />
          <TextInput
            type="date"
            label="End Date"
            max="9999-12-31"
            value={draft.endDate}
            onChange={({ currentTarget }) => change({ endDate: currentTarget.value })}
          />
        </div>
        <p className={classes.missing}>Whole days in the time zone {event.timeZone}.</p>
      </div>
      <LeaderboardSelect
        label="Leaderboard Config"
        chosen={draft.leaderboard}
        onChoose={(leaderboard) => change({ leaderboard })}
      />
      <StreamerSelect
        label="Participants"
        chosen={draft.participants}
        onChange={(participants) => change({ participants })}
      />
      <ManageEventOutcome
        isIncomplete={isIncomplete}
        failure={update.error && sentenceOf(update.error)}
        message={isDirty ? undefined : update.data?.message}
      />
      <div className={classes.actions}>
        {isComplete ? (
          <Button type="submit" loading={update.isPending}>
            Update Event
          </Button>
        ) : (
          // Without any button Enter would do nothing, and nobody would learn what is missing.
          <button type="submit" hidden />
        )}
      </div>
    </form>
  )
}
