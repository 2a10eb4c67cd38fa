/** The podium, large enough for a stream: 3, 2, 1, the winner alone, then marbles rain. */
import { MarbleRain } from '#ui/board/marble-rain.tsx'
import { Podium, type PodiumRow } from '#ui/board/podium.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import classes from './stage-podium.module.css'

interface StagePodiumProps {
  readonly rows: readonly PodiumRow[]
  readonly isRising: boolean
  readonly formatPoints: FormatPoints
}

/** More would not fit on the stage. */
const NAME_LINES = 5

export function StagePodium({ rows, isRising, formatPoints }: StagePodiumProps) {
  return (
    <div className={classes.podium}>
      <Podium
        rows={rows}
        formatPoints={formatPoints}
        nameLines={NAME_LINES}
        hasEmptySteps={false}
        isRising={isRising}
      />
      {isRising && (
        <div className={classes.rain}>
          <MarbleRain />
        </div>
      )}
    </div>
  )
}
