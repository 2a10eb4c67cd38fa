import { Skeleton } from '@mantine/core'
import { getCalendarLink, makeCalendarLink, removeCalendarLink } from '@rollcall/contract/calendar'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import forms from '#ui/form.module.css'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { texts } from './texts.ts'

const { calendar: words } = texts

const calendarLinkQuery = queryOptions({
  ...asking(getCalendarLink, {}),
})

type Change = 'replace' | 'remove'

/** The addresses under which calendars follow the user's events, and those that everybody sees. */
export function CalendarPanel() {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(calendarLinkQuery)
  const [asked, setAsked] = useState<Change | null>(null)
  const change = useMutation({
    mutationFn: async (wanted: Change) => {
      if (wanted === 'remove') {
        await callApi(removeCalendarLink, {})
        return { token: null }
      }
      return callApi(makeCalendarLink, {})
    },
    onSuccess: (link) => storeAnswer(queryClient, calendarLinkQuery, link),
    // The answer may have been lost on its way back, so the old address may be gone.
    onError: () => void queryClient.invalidateQueries(calendarLinkQuery),
  })
  const token = data?.token ?? null
  return (
    <Panel title={words.title}>
      <div className={forms.form}>
        <p className={forms.note}>{words.lead}</p>
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height="2.25rem" width="12rem" aria-hidden />}
        {token !== null && (
          <CopyField
            label={words.own}
            value={`${location.origin}/api/calendar/own/${token}`}
            isSecret
          />
        )}
        {data && (
          <Row gap="sm/md">
            <Button
              variant="default"
              loading={change.isPending && change.variables === 'replace'}
              onClick={() => (token === null ? change.mutate('replace') : setAsked('replace'))}
            >
              {token === null ? words.make : words.replace}
            </Button>
            {token !== null && (
              <Button
                variant="default"
                loading={change.isPending && change.variables === 'remove'}
                onClick={() => setAsked('remove')}
              >
                {words.remove}
              </Button>
            )}
          </Row>
        )}
        {change.isError && <Notice message={sentenceOf(change.error)} />}
        <CopyField label={words.everybodys} value={`${location.origin}/api/calendar/events.ics`} />
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === null ? '' : words.question[asked]}
        text={words.loss}
        confirmLabel={asked === null ? '' : words[asked]}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) change.mutate(asked)
          setAsked(null)
        }}
      />
    </Panel>
  )
}
