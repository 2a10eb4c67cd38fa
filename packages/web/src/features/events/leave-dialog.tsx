import { Checkbox } from '@mantine/core'
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
import { DialogForm, Modal } from '#ui/dialogs.tsx'
import type { Done } from '#ui/done-message.tsx'
import classes from './event-form.module.css'

export interface Organiser {
  readonly id: number
  readonly username: string
}

/** What is to be left. */
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
  /** The dialog waits for it, so that it closes on a page that shows it. */
  readonly onLeft: (left: Left) => Promise<void>
}

/** Says what goes with leaving before it is done, and offers to block the organiser as well. */
export function LeaveDialog({ asked, onClose, onLeft }: LeaveDialogProps) {
  return (
    <Modal
      isOpen={asked !== null}
      title={asked?.kind === 'series' ? 'Leave Series' : 'Leave Event'}
      onClose={onClose}
    >
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
      submitLabel={isBlocking ? 'Leave and Block' : 'Leave'}
      isPending={leaving.isPending}
      problem={leaving.error && sentenceOf(leaving.error)}
      onSubmit={() => leaving.mutate()}
      onClose={onClose}
    >
      <p className={classes.consequence}>
        {kind === 'series' ? (
          <>
            You leave the events of <bdi>{name}</bdi> that have not ended, and your results no
            longer count in them. Those that have ended stay as they are.
          </>
        ) : (
          <>
            You leave <bdi>{name}</bdi>, and your results no longer count in it.
          </>
        )}{' '}
        What you have uploaded stays stored. Games that a sealed event holds open to everybody, for
        good. <bdi>{organiser.username}</bdi> cannot add you back; you can come back yourself, on My
        Events.
      </p>
      <Checkbox
        label={`Block ${organiser.username}`}
        description="They cannot add you to any event any more. You leave all of their events that have not ended; the others stay as they are, but are not listed for you. You can undo it on My Events."
        checked={isBlocking}
        onChange={({ currentTarget }) => setIsBlocking(currentTarget.checked)}
      />
    </DialogForm>
  )
}

/** What is said then; who has blocked the organiser as well has read what goes with it. */
export function doneOfLeaving(left: Left, refresh: () => Promise<unknown>): Done {
  const { kind, id, name, organiser, hasBlocked } = left
  if (hasBlocked) {
    return {
      sentence: (
        <>
          You have left <bdi>{name}</bdi> and blocked <bdi>{organiser.username}</bdi>.
        </>
      ),
    }
  }
  return {
    sentence: (
      <>
        You have left <bdi>{name}</bdi>.
      </>
    ),
    undo: {
      run: async () => {
        await rejoin({ kind, id })
        await refresh()
      },
      sentence: (
        <>
          You take part in <bdi>{name}</bdi> again.
        </>
      ),
    },
  }
}

export function rejoin({ kind, id }: Pick<Leaving, 'kind' | 'id'>): Promise<unknown> {
  const params = { id: String(id) }
  return kind === 'series'
    ? callApi(rejoinEventSeries, { params })
    : callApi(rejoinEvent, { params })
}
