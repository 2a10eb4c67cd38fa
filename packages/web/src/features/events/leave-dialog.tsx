import { Checkbox } from '@mantine/core'
import { Quiet } from '#ui/layout/layout.tsx'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import {
  blockOrganiser,
  leaveEvent,
  leaveEventSeries,
  rejoinEvent,
  rejoinEventSeries,
} from '@rollcall/contract/events-participation'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Modal } from '#ui/modal.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { texts } from './texts.ts'

const { leaving: words } = texts

export interface Organiser {
  readonly id: number
  readonly username: string
  readonly display_name?: string | undefined
}

/** The event or series that the user is leaving. */
export interface Leaving {
  readonly kind: 'event' | 'series'
  readonly id: number
  readonly name: string
  readonly organiser: Organiser
}

export interface Left extends Leaving {
  readonly hasBlocked: boolean
}

interface LeaveDialogProps {
  /** null: closed. */
  readonly asked: Leaving | null
  readonly onClose: () => void
  /** The dialog waits for this, so that the page is up to date when it closes. */
  readonly onLeft: (left: Left) => Promise<void>
}

/** Says what leaving means before it happens, and offers to block the organiser too. */
export function LeaveDialog({ asked, onClose, onLeft }: LeaveDialogProps) {
  return (
    <Modal isOpen={asked !== null} title={words[asked?.kind ?? 'event']} onClose={onClose}>
      {asked && <LeaveForm asked={asked} onClose={onClose} onLeft={onLeft} />}
    </Modal>
  )
}

function LeaveForm({ asked, onClose, onLeft }: LeaveDialogProps & { readonly asked: Leaving }) {
  const { kind, name, organiser } = asked
  const [isBlocking, setIsBlocking] = useState(false)
  const leaving = useMutation({
    mutationFn: () => {
      if (isBlocking) {
        return callApi(blockOrganiser, { params: { id: String(organiser.id) } })
      }
      const params = { id: String(asked.id) }
      return kind === 'series'
        ? callApi(leaveEventSeries, { params })
        : callApi(leaveEvent, { params })
    },
    onSuccess: () => onLeft({ ...asked, hasBlocked: isBlocking }),
  })
  return (
    <DialogForm
      submitLabel={isBlocking ? words.leaveAndBlock : words.leave}
      isPending={leaving.isPending}
      problem={leaving.error && sentenceOf(leaving.error)}
      onSubmit={() => leaving.mutate()}
      onClose={onClose}
    >
      <Quiet>
        <Sentence
          text={kind === 'series' ? words.seriesResult : words.eventResult}
          parts={{ name: <bdi>{name}</bdi> }}
        />{' '}
        <Sentence text={words.result} parts={{ organiser: <bdi>{streamerName(organiser)}</bdi> }} />
      </Quiet>
      <Checkbox
        label={words.block(streamerName(organiser))}
        description={words.blockHint}
        checked={isBlocking}
        onChange={({ currentTarget }) => setIsBlocking(currentTarget.checked)}
      />
    </DialogForm>
  )
}

/** The message afterwards. It offers no undo to people who also blocked the organiser. */
export function leftMessage(left: Left, refresh: () => Promise<unknown>): Done {
  const { kind, id, hasBlocked } = left
  const name = <bdi>{left.name}</bdi>
  const organiser = <bdi>{streamerName(left.organiser)}</bdi>
  if (hasBlocked) {
    return { sentence: <Sentence text={words.leftAndBlocked} parts={{ name, organiser }} /> }
  }
  return {
    sentence: <Sentence text={words.left} parts={{ name }} />,
    undo: {
      run: async () => {
        await rejoin({ kind, id })
        await refresh()
      },
      sentence: <Sentence text={words.rejoined} parts={{ name }} />,
    },
  }
}

export function rejoin({ kind, id }: Pick<Leaving, 'kind' | 'id'>): Promise<unknown> {
  const params = { id: String(id) }
  return kind === 'series'
    ? callApi(rejoinEventSeries, { params })
    : callApi(rejoinEvent, { params })
}
