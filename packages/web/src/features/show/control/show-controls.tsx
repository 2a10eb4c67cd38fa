/**
 * The show's buttons: a large one for the next step, and others to go back, jump and end. A remote control on a
 * phone.
 */
import { TextInput } from '@mantine/core'
import type { ControlRoom, Move, NextPress } from '@rollcall/contract/show'
import { IconArrowBackUp, IconTrophy } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import badge from '#ui/badge.module.css'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { PodiumQuestion } from '../podium-question.tsx'
import { useMoves } from '../use-moves.ts'
import classes from './control-room.module.css'
import { Places } from './places.tsx'
import { stageSentence } from './shown-places.ts'
import { StartShow } from './start-show.tsx'
import { texts } from './texts.ts'
import { readRank } from './typed-rank.ts'

const { controls } = texts

interface ShowControlsProps {
  readonly eventId: string
  readonly room: ControlRoom
}

const TONES = { waiting: undefined, rehearsal: 'warning', live: 'good', final: undefined } as const

export function ShowControls({ eventId, room }: ShowControlsProps) {
  const { make, isBusy, failure } = useMoves(eventId, room)
  const { phase } = room
  return (
    <Panel title={controls.title}>
      <p className={classes.stand} role="status">
        <span className={badge.badge} data-tone={TONES[phase]}>
          {controls.phases[phase]}
        </span>{' '}
        {texts.places.stage(stageSentence(room))}
      </p>
      <Places eventId={eventId} room={room} />
      {phase === 'waiting' ? (
        <StartShow eventId={eventId} room={room} isBusy={isBusy} onMove={make} />
      ) : (
        <Running room={room} isBusy={isBusy} onMove={make} />
      )}
      {failure && <Notice message={sentenceOf(failure)} />}
    </Panel>
  )
}

type Question = 'finish' | 'reset' | 'podium' | null

interface RunningProps {
  readonly room: ControlRoom
  readonly isBusy: boolean
  readonly onMove: (move: Move) => void
}

function Running({ room, isBusy, onMove }: RunningProps) {
  const { phase, next, canGoBack, hasArrivals, startRank } = room
  const [asked, setAsked] = useState<Question>(null)
  const [typedRank, setTypedRank] = useState('')
  const jumpRank = readRank(typedRank)
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
          <span>{controls.arrivals}</span>
          <Button
            variant="default"
            size="compact-sm"
            aria-disabled={isBusy || undefined}
            onClick={() => onMove({ kind: 'take-over' })}
          >
            {controls.accept}
          </Button>
        </div>
      )}
      {next.kind !== 'none' && (
        <div className={classes.remote}>
          <Button
            className={classes.go ?? ''}
            leftSection={<IconTrophy size={24} aria-hidden />}
            // Not disabled, because it would lose the focus, and the next key press would be lost.
            aria-disabled={isBusy || undefined}
            onClick={goOn}
          >
            {nextLabel(next, isRehearsal)}
          </Button>
          <Button
            variant="default"
            className={classes.side ?? ''}
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            aria-disabled={isBusy || !canGoBack || undefined}
            onClick={() => canGoBack && onMove({ kind: 'back' })}
          >
            {controls.goBack}
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
            label={controls.jumpRank}
            value={typedRank}
            onChange={({ currentTarget }) => setTypedRank(currentTarget.value)}
          />
          <Button type="submit" variant="default" aria-disabled={isBusy || undefined}>
            {controls.jump}
          </Button>
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() =>
              next.kind === 'reveal' ? setAsked('podium') : onMove({ kind: 'podium' })
            }
          >
            {controls.straightToPodium}
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
            {isRehearsal ? controls.endRehearsal : controls.finish}
          </Button>
        )}
        {!isRehearsal && (
          <Button
            variant="default"
            aria-disabled={isBusy || undefined}
            onClick={() => setAsked('reset')}
          >
            {controls.reset}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={asked === 'finish'}
        title={controls.finishQuestion}
        text={controls.finishResult}
        confirmLabel={controls.finish}
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
        title={controls.resetQuestion}
        text={controls.resetResult}
        confirmLabel={controls.reset}
        onConfirm={() => confirm('reset')}
        onCancel={() => setAsked(null)}
      />
    </div>
  )
}

function nextLabel(next: NextPress, isRehearsal: boolean): string {
  switch (next.kind) {
    case 'reveal':
      return controls.reveal(next.rank)
    case 'show-podium':
      return controls.showPodium
    default:
      return isRehearsal ? controls.endRehearsal : controls.finish
  }
}
