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
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { PodiumQuestion } from '../podium-question.tsx'
import { useMoves } from '../use-moves.ts'
import classes from './control-room.module.css'
import { LeagueShows } from './league-shows.tsx'
import { NextStep } from './next-step.tsx'
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
  const kept = useKeptFocus<HTMLDivElement>(`.${classes.go}, .${classes.ways} button`)
  return (
    <Panel title={controls.title}>
      <p className={classes.stand} role="status">
        <span className={badge.badge} data-tone={TONES[phase]}>
          {controls.phases[phase]}
        </span>{' '}
        {texts.places.stage(stageSentence(room))}
      </p>
      <Places eventId={eventId} room={room} />
      <div {...kept}>
        {phase === 'waiting' ? (
          <StartShow eventId={eventId} room={room} isBusy={isBusy} onMove={make} />
        ) : (
          <Running eventId={eventId} room={room} isBusy={isBusy} onMove={make} />
        )}
      </div>
      {failure && <Notice message={sentenceOf(failure)} />}
    </Panel>
  )
}

type Question = 'finish' | 'reset' | 'podium'

interface RunningProps {
  readonly eventId: string
  readonly room: ControlRoom
  readonly isBusy: boolean
  readonly onMove: (move: Move) => void
}

interface ButtonsProps extends RunningProps {
  /** Asks before a step that cannot be taken back. */
  readonly onAsk: (question: Question) => void
}

function Running(props: RunningProps) {
  const { eventId, room, isBusy, onMove } = props
  const { phase, next, hasArrivals } = room
  const [asked, setAsked] = useState<Question | null>(null)
  return (
    <div className={classes.controls}>
      {hasArrivals && phase !== 'final' && (
        <Row gap="xs/md" className={classes.arrivals} role="status">
          <span>{controls.arrivals}</span>
          <Button
            variant="default"
            size="compact-sm"
            aria-disabled={isBusy || undefined}
            onClick={() => onMove({ kind: 'take-over' })}
          >
            {controls.accept}
          </Button>
        </Row>
      )}
      {next.kind !== 'none' && <NextAndBack {...props} onAsk={setAsked} />}
      {next.kind !== 'none' && <NextStep eventId={eventId} room={room} />}
      {next.kind !== 'none' && <Jump {...props} onAsk={setAsked} />}
      {phase === 'final' && <LeagueShows {...props} />}
      <EndAndReset {...props} onAsk={setAsked} />
      <Questions
        asked={asked}
        isRehearsal={phase === 'rehearsal'}
        isOfLeague={room.boardOf !== 'event'}
        onConfirm={(kind) => {
          setAsked(null)
          onMove({ kind })
        }}
        onCancel={() => setAsked(null)}
      />
    </div>
  )
}

function NextAndBack({ room, isBusy, onMove, onAsk }: ButtonsProps) {
  const { phase, next, canGoBack } = room
  const isRehearsal = phase === 'rehearsal'
  const goOn = () => {
    if (next.kind !== 'finish') {
      onMove({ kind: 'next' })
    } else if (isRehearsal) {
      onMove({ kind: 'finish' })
    } else {
      onAsk('finish')
    }
  }
  return (
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
  )
}

function Jump({ room, isBusy, onMove, onAsk }: ButtonsProps) {
  const { next, startRank } = room
  const [typedRank, setTypedRank] = useState('')
  const jumpRank = readRank(typedRank)
  return (
    <Row
      as="form"
      gap="xs"
      align="end"
      className={classes.jump}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (jumpRank !== null && !isBusy) {
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
          next.kind === 'show-podium' || next.kind === 'finish'
            ? onMove({ kind: 'podium' })
            : onAsk('podium')
        }
      >
        {controls.straightToPodium}
      </Button>
    </Row>
  )
}

function EndAndReset({ room, isBusy, onMove, onAsk }: ButtonsProps) {
  const { phase, next } = room
  const isRehearsal = phase === 'rehearsal'
  return (
    <div className={classes.ways}>
      {next.kind !== 'none' && next.kind !== 'finish' && (
        <Button
          variant="default"
          aria-disabled={isBusy || undefined}
          onClick={() => (isRehearsal ? onMove({ kind: 'finish' }) : onAsk('finish'))}
        >
          {isRehearsal ? controls.endRehearsal : controls.finish}
        </Button>
      )}
      {!isRehearsal && (
        <Button
          variant="default"
          aria-disabled={isBusy || undefined}
          onClick={() => onAsk('reset')}
        >
          {controls.reset}
        </Button>
      )}
    </div>
  )
}

interface QuestionsProps {
  /** null: nothing is asked. */
  readonly asked: Question | null
  readonly isRehearsal: boolean
  /** The board is the league's. */
  readonly isOfLeague: boolean
  readonly onConfirm: (question: Question) => void
  readonly onCancel: () => void
}

function Questions({ asked, isRehearsal, isOfLeague, onConfirm, onCancel }: QuestionsProps) {
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'finish'}
        title={controls.finishQuestion}
        text={controls.finishResult}
        confirmLabel={controls.finish}
        onConfirm={() => onConfirm('finish')}
        onCancel={onCancel}
      />
      <PodiumQuestion
        isOpen={asked === 'podium'}
        isRehearsal={isRehearsal}
        onConfirm={() => onConfirm('podium')}
        onCancel={onCancel}
      />
      <ConfirmDialog
        isOpen={asked === 'reset'}
        title={controls.resetQuestion}
        text={isOfLeague ? texts.league.resetResult : controls.resetResult}
        confirmLabel={controls.reset}
        onConfirm={() => onConfirm('reset')}
        onCancel={onCancel}
      />
    </>
  )
}

function nextLabel(next: NextPress, isRehearsal: boolean): string {
  switch (next.kind) {
    case 'reveal':
    case 'points':
    case 'name':
      return next.rank === null ? controls.next[next.kind] : controls[next.kind](next.rank)
    case 'gap':
    case 'totals':
    case 'names':
      return controls.duel[next.kind]
    case 'show-podium':
      return controls.showPodium
    default:
      return isRehearsal ? controls.endRehearsal : controls.finish
  }
}
