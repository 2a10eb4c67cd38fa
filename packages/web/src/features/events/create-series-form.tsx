import { Button, TextInput } from '@mantine/core'
import { createEventSeries, MAX_EVENT_NAME_LENGTH } from '@rollcall/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Notice } from '#ui/notice.tsx'
import { checkedBody } from './checked-body.ts'
import { CreateSeriesQuestions, type SeriesFormProps } from './create-series-questions.tsx'
import { CreateSeriesRows } from './create-series-rows.tsx'
import classes from './event-form.module.css'
import { bodyOfSeries, missingOfSeries } from './series-draft.ts'
import { StillMissing } from './still-missing.tsx'
import { browserTimeZone } from './time-zone.ts'

interface CreateSeriesFormProps extends SeriesFormProps {
  readonly onCreated: () => void
}

export function CreateSeriesForm({ draft, onChange, onCreated }: CreateSeriesFormProps) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const creation = useMutation({
    mutationFn: async () => {
      const body = checkedBody(createEventSeries, bodyOfSeries(draft, browserTimeZone()))
      return callApi(createEventSeries, { body })
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['events'] })
      onCreated()
    },
  })
  const missing = missingOfSeries(draft)

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
        Create Event Series
      </h2>
      <TextInput
        label="Series Name"
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
      />
      <CreateSeriesQuestions draft={draft} onChange={onChange} />
      <CreateSeriesRows draft={draft} onChange={onChange} />
      {creation.isError && <Notice message={sentenceOf(creation.error)} />}
      <div className={classes.actions}>
        {missing.length === 0 ? (
          <Button type="submit" loading={creation.isPending}>
            Create Series
          </Button>
        ) : (
          <StillMissing before="the series can be created" missing={missing} />
        )}
      </div>
    </form>
  )
}
