import { TextInput } from '@mantine/core'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { formatInstantInZone } from '#ui/format-instant.ts'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAct } from '../teams/queries.ts'
import { fromField, toField } from './local-time.ts'
import { announce, type OwnRound } from './run-queries.ts'
import { texts } from './run-texts.ts'
import classes from './runs.module.css'

const { slot: words } = texts

interface SlotFormProps {
  readonly round: OwnRound
  readonly onSaved: (slot: string | null) => void
  readonly onClose: () => void
}

/** When the reader runs a round. */
export function SlotForm({ round, onSaved, onClose }: SlotFormProps) {
  const { eventId, startsAt, endsAt } = round
  const [typed, setTyped] = useState(toField(round.slot))
  const [isMissing, setIsMissing] = useState(false)
  const slot = fromField(typed)
  const save = useAct(
    () => announce(eventId, slot),
    () => onSaved(slot),
  )
  const last = new Date(Date.parse(endsAt) - MINUTE_MS).toISOString()
  return (
    <Stack
      as="form"
      gap="xs"
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(slot === null)
        if (slot !== null && !save.isPending) save.mutate()
      }}
    >
      <TextInput
        type="datetime-local"
        label={words.field}
        description={words.hint(formatInstantInZone(startsAt), formatInstantInZone(endsAt))}
        min={toField(startsAt)}
        max={toField(last)}
        value={typed}
        error={isMissing && slot === null && words.missing}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {save.error && <Notice message={sentenceOf(save.error)} />}
      <Row gap="xs">
        <Button type="submit" size="xs" loading={save.isPending}>
          {words.save}
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          {words.cancel}
        </Button>
      </Row>
    </Stack>
  )
}
