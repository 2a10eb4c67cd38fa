/** On the cards of My Events: how the user helps, and how they stop. */
import { HELPER_CALLS } from '@rollcall/contract/helpers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import type { MyEvents } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import type { Helped } from './queries.ts'
import { texts } from './texts.ts'

const { helping: words } = texts

export type Helping = NonNullable<MyEvents['events'][number]['helping']>[number]

/** `You help to run it: moderator, appointed by Bea` */
export function HelpingSentence({ helping: { event, role, by } }: { readonly helping: Helping }) {
  return (
    <span>
      <Sentence
        text={event === null ? words.all[role] : words.one[role]}
        parts={{
          event: <bdi>{event?.name}</bdi>,
          by: <bdi>{by === null ? words.somebody : streamerName(by)}</bdi>,
        }}
      />
    </span>
  )
}

interface StopHelpingProps {
  /** What the card is about. */
  readonly listed: Helped & { readonly name: string }
  readonly helping: Helping
  /** Before the button disappears. */
  readonly onStopped: (name: string) => void
}

/** Only the organiser could undo it, so it asks first. */
export function StopHelping({ listed, helping, onStopped }: StopHelpingProps) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { event } = helping
  const { kind, id, name } =
    event === null ? listed : { kind: 'event' as const, id: String(event.id), name: event.name }
  const stopping = useMutation({
    mutationFn: () => callApi(HELPER_CALLS[kind].stop, { params: { id } }),
    onSuccess: () => {
      onStopped(name)
      return queryClient.invalidateQueries({ queryKey: answersAbout('events') })
    },
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={shared.actionOn(words.stop, name)}
        loading={stopping.isPending}
        onClick={() => setIsAsking(true)}
      >
        {words.stop}
      </Button>
      {stopping.isError && <Notice message={sentenceOf(stopping.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.question}
        text={words.result(name)}
        confirmLabel={words.stop}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          stopping.mutate()
        }}
      />
    </>
  )
}

/** What My Events says afterwards. */
export const stoppedMessage = (name: string) => ({
  sentence: <Sentence text={words.stopped} parts={{ name: <bdi>{name}</bdi> }} />,
})
