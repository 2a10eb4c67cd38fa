import { Button } from '@mantine/core'
import { podiumOf } from '@rollcall/scoring/reveal'
import { useId, useLayoutEffect, useRef } from 'react'
import type { RankedRacer } from './event-leaderboard-view.ts'
import classes from './podium-dialog.module.css'
import { PodiumMarbles } from './podium-marbles.tsx'
import { PodiumStep } from './podium-step.tsx'

interface PodiumDialogProps {
  readonly rows: readonly RankedRacer[]
  readonly onClose: () => void
}

/** The winners. Rendered only while it is open: before that it would give them away. */
export function PodiumDialog({ rows, onClose }: PodiumDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the paint, and on leaving while it still stands: only then does the focus return.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <PodiumMarbles />
      <h2 id={titleId} className={classes.title}>
        Top 3 Racers
      </h2>
      <ol className={classes.steps}>
        {podiumOf(rows).map((place) => (
          <PodiumStep key={place.place} {...place} />
        ))}
      </ol>
      <Button className={classes.close ?? ''} size="md" onClick={onClose}>
        Close
      </Button>
    </dialog>
  )
}
