import { useId, useLayoutEffect, useRef } from 'react'
import { MarbleRain } from '#ui/board/marble-rain.tsx'
import { PagePodium } from '#ui/board/page-podium.tsx'
import type { PodiumRow } from '#ui/board/podium.tsx'
import { Button } from '#ui/button.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { RacerLink } from '#ui/links.tsx'
import classes from './podium-dialog.module.css'
import { texts } from './texts.ts'

interface PodiumDialogProps {
  readonly rows: readonly PodiumRow[]
  readonly formatPoints: FormatPoints
  readonly onClose: () => void
}

/** More names would need a larger dialog. */
const NAME_LINES = 9

/** The winners. Rendered only while open: earlier, it would give them away. */
export function PodiumDialog({ rows, formatPoints, onClose }: PodiumDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  // A layout effect, so that the dialog opens before the paint, and closes while still mounted: only then does the
  // focus return.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Otherwise a name would have the focus.
    close.current?.focus()
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
      <MarbleRain />
      <h2 id={titleId} className={classes.title}>
        {texts.podium.title}
      </h2>
      <div className={classes.podium}>
        <PagePodium
          rows={rows}
          formatPoints={formatPoints}
          nameLines={NAME_LINES}
          hasEmptySteps
          isRising
          link={(racer, name) => <RacerLink racer={racer}>{name}</RacerLink>}
        />
      </div>
      <Button ref={close} className={classes.close ?? ''} size="md" onClick={onClose}>
        {texts.podium.close}
      </Button>
    </dialog>
  )
}
