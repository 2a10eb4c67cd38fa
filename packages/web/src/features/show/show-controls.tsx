/** The show's buttons: one large one that goes on, and what takes it back. The remote on a phone. */
import { NativeSelect, TextInput } from '@mantine/core'
import {
  type ControlRoom,
  changeShowSettings,
  type Move,
  type NextPress,
} from '@rollcall/contract/show'
import { IconArrowBackUp, IconPlayerPlay, IconTrophy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import badge from '#ui/badge.module.css'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './control-room.module.css'
import { Places } from './places.tsx'
import { PodiumQuestion } from './podium-question.tsx'
import { controlRoomQuery } from './queries.ts'
import { stageSentence } from './shown-places.ts'
import { chosenBoard, useMoves } from './use-moves.ts'

interface ShowControlsProps {
  readonly eventId: string
  readonly room: ControlRoom
}

const PHASES = {
  waiting: { label: 'Not started', tone: undefined },
  rehearsal: { label: 'Rehearsal', tone: 'warning' },
  live: { label: 'Live', tone: 'good' },
  final: { label: 'Over', tone: undefined },
} as const

export function ShowControls({ eventId, room }: ShowControlsProps) {
  const { make, isBusy, failure } = useMoves(eventId, room)
  const { phase } = room
  return (
    <Panel title="Show">
      <p className={classes.stand} role="status">
        <span className={badge.badge} data-tone={PHASES[phase].tone}>
          {PHASES[phase].label}
        </span>{' '}
        Stage: {stageSentence(room)}
      </p>
      <Places eventId={eventId} room={room} />
      {phase === 'waiting' ? (
        <Start eventId={eventId} room={room} isBusy={isBusy} onMove={make} />
      ) : (
        <Running room={room} isBusy={isBusy} onMove={make} />
      )}
      {failure && <Notice message={sentenceOf(failure)} />}
    </Panel>
  )
}

interface PartProps {
  readonly room: ControlRoom
  readonly isBusy: boolean
  readonly onMove: (move: Move) => void
}

interface Draft {
  readonly board?: number | null
  readonly typedRank?: string
}

/** What is chosen is kept with the show: the stage starts with it too, on whichever device. */
function Start({ eventId, room, isBusy, onMove }: PartProps & { readonly eventId: string }) {
  const { streamers } = room
  const client = useQueryClient()
  /** What has been chosen and is not stored yet. */
  const [draft, setDraft] = useState<Draft>({})
  const { board, typedRank } = {
    board: chosenBoard(room),
    typedRank: String(room.startRank),
    ...draft,
  }
  const startRank = rankOf(typedRank)
  const choice = useMutation({
    // One after the other: the last answer is the newest.
    scope: { id: `show settings ${eventId}` },
    mutationFn: ({ board: boardUserId, typedRank: rank }: Draft) =>
      callApi(changeShowSettings, {
        params: { id: eventId },
        body: {
          ...(boardUserId !== undefined && { boardUserId }),
          ...(rank !== undefined && { startRank: Number(rank) }),
        },
      }),
    onSuccess: (changed) => client.setQueryData(controlRoomQuery(eventId).queryKey, changed),
    onSettled: (_, __, stored) => setDraft((now) => without(now, stored)),
  })
  const storeRank = () => {
    if (startRank === room.startRank) {
      setDraft((now) => without(now, { typedRank }))
    } else if (startRank !== null) {
      choice.mutate({ typedRank })
    }
  }
  const start = (phase: 'live' | 'rehearsal') => {
    if (startRank !== null) {
      onMove({
        kind: 'start',
        phase,
        startRank,
        userId: board,
      })
    }
  }
  return (
    <div className={classes.controls}>
      <div className={classes.choices}>
        <NativeSelect
          label="Board"
          value={board ?? 'all'}
          onChange={({ currentTarget: { value } }) => {
            const chosen = { board: value === 'all' ? null : Number(value) }
            setDraft((others) => ({ ...others, ...chosen }))
            choice.mutate(chosen)
          }}
        >
          <option value="all">All Streamers</option>
          {streamers.map(({ userId, username }) => (
            <option key={userId} value={userId}>
              {username}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          label="Start at rank"
          description="This rank and all below it are uncovered at once."
          value={typedRank}
          error={startRank === null && 'A rank is a whole number from 1.'}
          onChange={({ currentTarget: { value } }) =>
            setDraft((others) => ({ ...others, typedRank: value }))
          }
          onBlur={storeRank}
          onKeyDown={({ key }) => key === 'Enter' && storeRank()}
        />
      </div>
      <div className={classes.remote}>
        <Button
          className={classes.go ?? ''}
          leftSection={<IconPlayerPlay size={24} aria-hidden />}
          disabled={streamers.every(({ receivedAt }) => receivedAt === null)}
          aria-disabled={isBusy || undefined}
          onClick={() => start('live')}
        >
          Start Show
        </Button>
        <Button
          variant="default"
          className={classes.side ?? ''}
          aria-disabled={isBusy || undefined}
          onClick={() => start('rehearsal')}
        >
          Rehearse
        </Button>
      </div>
      <p className={classes.hint}>
        Starting freezes the board: uploads during the show change nothing until you take them over.
        A rehearsal uses invented names, and only you see it.
      </p>
      {choice.error && <Notice message={sentenceOf(choice.error)} />}
    </div>
  )
}

/** What was typed or chosen since stays. */
function without(draft: Draft, stored: Draft): Draft {
  return {
    ...(draft.board !== stored.board && draft.board !== undefined && { board: draft.board }),
    ...(draft.typedRank !== stored.typedRank &&
      draft.typedRank !== undefined && { typedRank: draft.typedRank }),
  }
}

type Question = 'finish' | 'reset' | 'podium' | null

function Running({ room, isBusy, onMove }: PartProps) {
  const { phase, next, canGoBack, hasArrivals, startRank } = room
  const [asked, setAsked] = useState<Question>(null)
  const [typedRank, setTypedRank] = useState('')
  const jumpRank = rankOf(typedRank)
  const isRehearsal = phase === 'rehearsal'
  const goOn = () => {
    if (next.kind !== 'finish') {
      onMove({ kind: 'next' })
    } else if (isRehearsal) {
      onMove({ kind: 'finish' })
    } else {
      setAsked('finish')
    }
  }
  const confirm = (kind: 'finish' | 'reset' | 'podium') => {
    setAsked(null)
    onMove({ kind })
  }
  return (
    <div className={classes.controls}>
      {hasArrivals && phase !== 'final' && (
        <div className={classes.arrivals} role="status">
          <span>New results have come in. What is shown stays as it was.</span>
          <Button
            variant="default"
            size="compact-sm"
            aria-disabled={isBusy || undefined}
            onClick={() => onMove({ kind: 'take-over' })}
          >
            Take them over
          </Button>
        </div>
      )}
      {next.kind !== 'none' && (
        <div className={classes.remote}>
          <Button
            className={classes.go ?? ''}
            leftSection={<IconTrophy size={24} aria-hidden />}
            // Not disabled: it would lose the focus, and the next press with it.
            aria-disabled={isBusy || undefined}
            onClick={goOn}
          >
            {labelOf(next, isRehearsal)}
          </Button>
          <Button
            variant="default"
            className={classes.side ?? ''}
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            aria-disabled={isBusy || !canGoBack || undefined}
            onClick={() => canGoBack && onMove({ kind: 'back' })}
          >
            Back
          </Button>
        </div>
      )}
      {next.kind !== 'none' && (
        <form
          className={classes.jump}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (jumpRank !== null) {
              onMove({ kind: 'jump', rank: jumpRank })
              setTypedRank('')
            }
          }}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={startRank}
            label="Jump to rank"
            value={typedRank}
            onChange={({ currentTarget }) => setTypedRank(currentTarget.value)}
          />
          <Button type="submit" variant="default" aria-disabled={isBusy || undefined}>
            Jump
          </Button>
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() =>
              next.kind === 'reveal' ? setAsked('podium') : onMove({ kind: 'podium' })
            }
          >
            Straight to the podium
          </Button>
        </form>
      )}
      <div className={classes.ways}>
        {next.kind !== 'none' && next.kind !== 'finish' && (
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() => (isRehearsal ? onMove({ kind: 'finish' }) : setAsked('finish'))}
          >
            {isRehearsal ? 'End the rehearsal' : 'Finish the show'}
          </Button>
        )}
        {!isRehearsal && (
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() => setAsked('reset')}
          >
            Reset the show
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={asked === 'finish'}
        title="Finish the show?"
        text="Everybody then sees the whole board, and the results are final. Only a reset takes that back."
        confirmLabel="Finish the show"
        onConfirm={() => confirm('finish')}
        onCancel={() => setAsked(null)}
      />
      <PodiumQuestion
        isOpen={asked === 'podium'}
        isRehearsal={isRehearsal}
        onConfirm={() => confirm('podium')}
        onCancel={() => setAsked(null)}
      />
      <ConfirmDialog
        isOpen={asked === 'reset'}
        title="Reset the show?"
        text="All ranks are hidden again, and the board is forgotten: the next start takes the results as they are then. What people have seen, they have seen."
        confirmLabel="Reset the show"
        onConfirm={() => confirm('reset')}
        onCancel={() => setAsked(null)}
      />
    </div>
  )
}

function labelOf(next: NextPress, isRehearsal: boolean): string {
  switch (next.kind) {
    case 'reveal':
      return `Reveal Rank ${next.rank}`
    case 'show-podium':
      return 'Show Podium'
    default:
      return isRehearsal ? 'End the rehearsal' : 'Finish the show'
  }
}

function rankOf(typed: string): number | null {
  return /^[1-9]\d{0,5}$/.test(typed.trim()) ? Number(typed) : null
}
