import { Button, TextInput } from '@mantine/core'
import { createSingleEvent, MAX_EVENT_NAME_LENGTH } from '@rollcall/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Notice } from '#ui/notice.tsx'
import { YesNo } from '#ui/yes-no.tsx'
import { checkedBody } from './checked-body.ts'
import { CoupledDates } from './coupled-dates.tsx'
import { bodyOfSingle, missingOfSingle, type SingleDraft } from './event-draft.ts'
import classes from './event-form.module.css'
import { LeaderboardSelect } from './leaderboard-select.tsx'
import { StillMissing } from './still-missing.tsx'
import { StreamerSelect } from './streamer-select.tsx'
import { browserTimeZone } from './time-zone.ts'

interface CreateSingleFormProps {
  readonly draft: SingleDraft
  readonly onChange: (draft: SingleDraft) => void
  readonly onCreated: () => void
}

export function CreateSingleForm({ draft, onChange, onCreated }: CreateSingleFormProps) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const creation = useMutation({
    mutationFn: async () => {
      const body = checkedBody(createSingleEvent, bodyOfSingle(draft, browserTimeZone()))
      return callApi(createSingleEvent, { body })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['events'] })
      onCreated()
    },
  })
  const missing = missingOfSingle(draft)
  const change = (part: Partial<SingleDraft>) => onChange({ ...draft, ...part })

  return (
    <form
      className={classes.form}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (missing.length === 0 && !creation.isPending) creation.mutate()
      }}
    >
      <h2 id={titleId} className={classes.title}>
        Create Single Event
      </h2>
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
      {creation.isError && <Notice message={sentenceOf(creation.error)} />}
      <div className={classes.actions}>
        {missing.length === 0 ? (
          <Button type="submit" loading={creation.isPending}>
            Create Event
          </Button>
        ) : (
          <StillMissing before="the event can be created" missing={missing} />
        )}
      </div>
    </form>
  )
}
