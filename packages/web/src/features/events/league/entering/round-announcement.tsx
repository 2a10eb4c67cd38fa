import { Textarea } from '@mantine/core'
import type { Round } from '@rollcall/contract/leagues'
import { MAX_ANNOUNCEMENT_LENGTH } from '@rollcall/contract/leagues-prescribed'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAct } from '../teams/queries.ts'
import { announceAbout } from './run-queries.ts'
import { texts } from './run-texts.ts'

const { announcement: words } = texts

interface RoundAnnouncementProps {
  /** The series. */
  readonly id: string
  readonly round: Round
}

/** What organisers say about a round that nothing checks, such as its laps. */
export function RoundAnnouncement({ id, round }: RoundAnnouncementProps) {
  const [typed, setTyped] = useState(round.announcement ?? '')
  const [done, setDone] = useState<Done | null>(null)
  const announcement = typed.trim() === '' ? null : typed.trim()
  const save = useAct<string | null>(
    (text) => announceAbout(id, { eventId: round.eventId, announcement: text }),
    () => {},
  )
  const onSubmit = () => {
    const before = round.announcement
    const back = async () => {
      await save.mutateAsync(before)
      setTyped(before ?? '')
    }
    save.mutate(announcement, {
      onSuccess: () =>
        setDone({
          sentence: announcement === null ? words.removed : words.saved,
          undo: { run: back, sentence: words.undone },
        }),
    })
  }
  return (
    <Stack
      as="form"
      gap="xs"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) onSubmit()
      }}
    >
      <Textarea
        label={words.field}
        description={words.hint}
        maxLength={MAX_ANNOUNCEMENT_LENGTH}
        autosize
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {save.error && <Notice message={sentenceOf(save.error)} />}
      <div>
        <Button type="submit" variant="default" loading={save.isPending}>
          {words.save}
        </Button>
      </div>
      <DoneMessage done={done} />
    </Stack>
  )
}
