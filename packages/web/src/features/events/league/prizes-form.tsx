import { Textarea } from '@mantine/core'
import { MAX_PRIZE_LENGTH } from '@rollcall/contract/leagues-prizes'
import { MOST_PRIZES } from '@rollcall/scoring/prizes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { findSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { texts } from './prizes-texts.ts'

interface PrizesFormProps {
  readonly prizes: readonly string[]
  readonly onSave: (prizes: string[]) => Promise<void>
  readonly onClose: () => void
}

/** One line for each rank. */
export function PrizesForm({ prizes, onSave, onClose }: PrizesFormProps) {
  const [text, setText] = useState(prizes.join('\n'))
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const problem = problemOf(lines)
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose })
  return (
    <Stack
      as="form"
      gap="sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null && !save.isPending) save.mutate(lines)
      }}
    >
      <Textarea
        label={texts.field}
        description={texts.fieldHint(MOST_PRIZES)}
        autosize
        minRows={3}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <LeaveGuard
        wouldLose={() =>
          text !== prizes.join('\n') &&
          !save.isPending &&
          !save.isSuccess &&
          findSessionToken() !== null
        }
      />
      {save.error && <Notice message={sentenceOf(save.error)} />}
      <Row gap="xs">
        <Button type="submit" disabled={problem !== null} loading={save.isPending}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </Row>
    </Stack>
  )
}

function problemOf(lines: readonly string[]): string | null {
  if (lines.length > MOST_PRIZES) return texts.tooMany(MOST_PRIZES)
  if (lines.some(({ length }) => length > MAX_PRIZE_LENGTH)) return texts.tooLong(MAX_PRIZE_LENGTH)
  return null
}
