import { shownName } from '@rollcall/scoring/racer'
import { IconPlusMinus } from '@tabler/icons-react'
import { IconButton } from '#ui/icon-button.tsx'
import classes from '#ui/row-button.module.css'
import { ROVING } from '#ui/use-roving-stop.ts'
import type { RankedRacer } from '../board/event-leaderboard-view.ts'
import { texts } from './texts.ts'

interface AdjustButtonProps {
  readonly row: RankedRacer
  readonly onPress: (row: RankedRacer) => void
}

/** At the end of a row, before the button that reports it. */
export function AdjustButton({ row, onPress }: AdjustButtonProps) {
  return (
    <IconButton
      className={`${classes.button} ${classes.second}`}
      {...ROVING}
      aria-label={texts.of(shownName(row))}
      aria-keyshortcuts="ArrowUp ArrowDown"
      title={texts.adjust}
      aria-haspopup="dialog"
      onClick={() => onPress(row)}
    >
      <IconPlusMinus size={16} stroke={1.75} aria-hidden />
    </IconButton>
  )
}
