import { VisuallyHidden } from '@mantine/core'
import type { ControlRoom, Move } from '@rollcall/contract/show'
import type { ShowView } from '@rollcall/contract/show-view'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { useLive } from '#api/live.ts'
import { Button } from '#ui/button.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { controlRoomQuery, organiserKey, stageQuery } from './queries.ts'
import { announcementOf, pointsFormatOf } from './show-rows.ts'
import classes from './stage-page.module.css'
import { StageView } from './stage-view.tsx'
import { useMoves } from './use-moves.ts'

export function StagePage() {
  const { id = '' } = useParams()
  const view = useQuery(stageQuery(id))
  const room = useQuery(controlRoomQuery(id))
  useLive(view.data ? `control:${Number(id)}` : null, organiserKey(id))
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

/** The stage has no menus: it is moved by keys, or from the control room. */
function Stage({ eventId, view, room }: StageProps) {
  const { make, isBusy, failure } = useMoves(eventId, room)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat)
    if (!isPlain || event.target instanceof HTMLButtonElement) {
      return
    }
    if (event.key.toLowerCase() === 'f') {
      event.preventDefault()
      void toggleFullScreen()
      return
    }
    const move = moveOf(event.key, room)
    if (move !== undefined) {
      event.preventDefault()
    }
    if (move) {
      make(move)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const formatPoints = useMemo(() => pointsFormatOf(view.rows), [view.rows])
  return (
    <main className={classes.screen} data-clearing={isBusy || undefined}>
      <StageView view={view} />
      <VisuallyHidden role="status">{announcementOf(view, formatPoints)}</VisuallyHidden>
      {failure && (
        <p className={classes.failure} role="alert">
          {sentenceOf(failure)}
        </p>
      )}
      <Button className={classes.full ?? ''} variant="default" onClick={toggleFullScreen}>
        Full screen (F)
      </Button>
    </main>
  )
}

/** null: a key of the stage that does nothing now; undefined: none of its keys. */
function moveOf(
  key: string,
  { phase, next, canGoBack, startRank }: ControlRoom,
): Move | null | undefined {
  const isRunning = phase === 'rehearsal' || phase === 'live'
  switch (key) {
    case ' ':
    case 'ArrowRight':
    case 'PageDown':
      // Over is over only from the control room: nobody ends a show by one press too many.
      if (next.kind === 'start') {
        return { kind: 'start', phase: 'live', startRank }
      }
      return next.kind === 'reveal' || next.kind === 'show-podium' ? { kind: 'next' } : null
    case 'ArrowLeft':
    case 'PageUp':
      return canGoBack ? { kind: 'back' } : null
    case 'Home':
      return isRunning ? { kind: 'jump', rank: startRank } : null
    case 'p':
    case 'P':
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
