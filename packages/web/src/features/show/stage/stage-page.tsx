import { VisuallyHidden } from '@mantine/core'
import type { ControlRoom } from '@rollcall/contract/show'
import type { ShowView } from '@rollcall/contract/show-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { useLive } from '#api/live.ts'
import { useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import { Button } from '#ui/button.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { announceMove } from '../announcement.ts'
import { KeyList } from '../key-list.tsx'
import { PodiumQuestion } from '../podium-question.tsx'
import { controlRoomQuery, roomKey } from '../queries.ts'
import { revealState } from '../show-rows.ts'
import { useHold } from '../use-hold.ts'
import { useKeys } from '../use-keys.ts'
import { type Press, useMoves } from '../use-moves.ts'
import classes from './stage-page.module.css'
import { StageView } from './stage-view.tsx'
import { texts } from './texts.ts'
import { useStage } from './use-stage.ts'

export function StagePage() {
  const { id = '' } = useParams()
  const view = useStage(id)
  const room = useQuery(controlRoomQuery(id))
  // The keys need to know what the show's next step is.
  useLive(room.data ? `organiser/room:${Number(id)}` : null, roomKey(id))
  useTabName(view.data?.event.name)
  if (view.data && room.data) {
    return <Stage eventId={id} view={view.data} room={room.data} />
  }
  const error = view.error ?? room.error
  return (
    <main className={classes.screen}>
      {error ? (
        <LoadError
          error={error}
          onRetry={() => void Promise.all([view.refetch(), room.refetch()])}
        />
      ) : (
        <Loading />
      )}
    </main>
  )
}

interface StageProps {
  readonly eventId: string
  readonly view: ShowView
  readonly room: ControlRoom
}

/** The stage has no menus; it is controlled by keys, or from the control room. */
function Stage({ eventId, view, room }: StageProps) {
  const { make, isBusy, failure } = useMoves(eventId, room)
  const { isClearing } = useRevealMotion(revealState(view))
  const [isAsking, setIsAsking] = useState(false)
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  const hold = useHold(eventId, room)
  useKeys((event) => {
    const isOfButton = event.target instanceof HTMLButtonElement && event.key === ' '
    if (isAsking || areKeysOpen || isOfButton) {
      return
    }
    const own = {
      f: () => void toggleFullScreen(),
      h: hold.toggle,
      '?': () => setAreKeysOpen(true),
    }
    const key = event.key.toLowerCase()
    if (key in own) {
      event.preventDefault()
      own[key as keyof typeof own]()
      return
    }
    const press = findPress(event.key, room)
    if (press !== undefined) {
      event.preventDefault()
    }
    if (press?.kind === 'podium') {
      setIsAsking(!isBusy)
    } else if (press) {
      make(press)
    }
  })
  return (
    <main className={classes.screen} data-clearing={isBusy || undefined}>
      <StageView view={view} />
      <VisuallyHidden role="status">{!isClearing && announceMove(view)}</VisuallyHidden>
      {failure && (
        <p className={classes.failure} role="alert">
          {sentenceOf(failure)}
        </p>
      )}
      <PodiumQuestion
        isOpen={isAsking}
        isRehearsal={view.isRehearsal}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          make({ kind: 'podium' })
        }}
      />
      <KeyList of="stage" isOpen={areKeysOpen} onClose={() => setAreKeysOpen(false)} />
      <Button className={classes.full ?? ''} variant="default" onClick={toggleFullScreen}>
        {texts.fullScreen}
      </Button>
    </main>
  )
}

/** What a key does; null: nothing now; undefined: it is no key of the stage. */
function findPress(
  key: string,
  { phase, next, canGoBack, startRank, streamers }: ControlRoom,
): Press | null | undefined {
  const isRunning = phase === 'rehearsal' || phase === 'live'
  switch (key) {
    case ' ':
    case 'ArrowRight':
    case 'PageDown':
      // Only the control room finishes a show, so that one press too many does not end it.
      if (next.kind === 'start') {
        return streamers.some(({ receivedAt }) => receivedAt !== null)
          ? { kind: 'start-chosen' }
          : null
      }
      return next.kind === 'finish' || next.kind === 'none' ? null : { kind: 'next' }
    case 'ArrowLeft':
    case 'PageUp':
      return canGoBack ? { kind: 'back' } : null
    case 'Home':
      return isRunning ? { kind: 'jump', rank: startRank } : null
    case 'p':
    case 'P':
      if (next.kind === 'show-podium') {
        return { kind: 'next' }
      }
      return isRunning && next.kind !== 'finish' ? { kind: 'podium' } : null
    default:
      return undefined
  }
}

async function toggleFullScreen(): Promise<void> {
  await (document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen())
}
