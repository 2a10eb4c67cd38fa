import { Skeleton } from '@mantine/core'
import { getEvent, updateEvent } from '@rollcall/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlannedShow } from '#ui/planned-show.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { makeUpdateBody, toDraft } from '../../event-draft.ts'
import { ShowTimeField } from '../../event-fields.tsx'
import { eventQuery } from '../../queries.ts'
import { useAct } from '../teams/queries.ts'
import { texts } from './show-texts.ts'

/** The planned hour of the round's show, which is its event's. */
export function RoundShow({ eventId }: { readonly eventId: number }) {
  const { data, error, refetch } = useQuery(eventQuery(String(eventId)))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Loading>
        <Skeleton height="4rem" radius="md" />
      </Loading>
    )
  }
  if ('unauthorized' in data) return null
  return (
    <ShowForm eventId={eventId} stored={data.showTime ?? ''} timeZone={data.timeZone ?? 'UTC'} />
  )
}

interface ShowFormProps {
  readonly eventId: number
  /** HH:MM; empty: no show is planned. */
  readonly stored: string
  readonly timeZone: string
}

function ShowForm({ eventId, stored, timeZone }: ShowFormProps) {
  const [showTime, setShowTime] = useState(stored)
  const [saved, setSaved] = useState<{ readonly showAt: string | null } | null>(null)
  const save = useAct(
    async () => setSaved(await saveShowTime(eventId, showTime)),
    () => {},
  )
  return (
    <Stack
      as="form"
      gap="xs"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <Row gap="sm" align="flex-end">
        <ShowTimeField
          showTime={showTime}
          onChange={(typed) => {
            setShowTime(typed)
            setSaved(null)
          }}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          {texts.save}
        </Button>
      </Row>
      <Quiet>{texts.hint(timeZone)}</Quiet>
      <div role="status">
        {saved && (saved.showAt === null ? texts.none : <PlannedShow showAt={saved.showAt} />)}
      </div>
      {save.error && <Notice message={sentenceOf(save.error)} />}
    </Stack>
  )
}

/** Everything else about the event stays as it is by now. */
async function saveShowTime(eventId: number, showTime: string): Promise<{ showAt: string | null }> {
  const params = { id: String(eventId) }
  const event = await callApi(getEvent, { params })
  if ('unauthorized' in event) throw new Error(texts.gone)
  const body = makeUpdateBody({ ...toDraft(event), showTime })
  await callApi(updateEvent, { params, body })
  const after = await callApi(getEvent, { params })
  return { showAt: ('unauthorized' in after ? null : after.showAt) ?? null }
}
