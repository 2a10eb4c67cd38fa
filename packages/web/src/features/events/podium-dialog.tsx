import { podiumOf } from '@rollcall/scoring/reveal'
import { useId, useLayoutEffect, useRef } from 'react'
import { MarbleRain } from '#ui/board/marble-rain.tsx'
import { Podium } from '#ui/board/podium.tsx'
import { Button } from '#ui/button.tsx'
import type { FormatPoints, RankedRacer } from './event-leaderboard-view.ts'
import classes from './podium-dialog.module.css'

interface PodiumDialogProps {
  readonly rows: readonly RankedRacer[]
  readonly formatPoints: FormatPoints
  readonly onClose: () => void
}

/** The winners. Rendered only while it is open: before that it would give them away. */
export function PodiumDialog({ rows, formatPoints, onClose }: PodiumDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the paint, and on leaving while it is still mounted: only then does the focus return.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const places = podiumOf(rows).map(({ place, rows: sharing }) => ({
    place,
    racers: sharing,
    points: formatPoints(sharing[0]?.event_points ?? null),
  }))
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
      <MarbleRain />
      <h2 id={titleId} className={classes.title}>
        Top 3 Racers
      </h2>
      <div className={classes.podium}>
        <Podium places={places} />
      </div>
      <Button className={classes.close ?? ''} size="md" onClick={onClose}>
        Close
      </Button>
    </dialog>
  )
}
