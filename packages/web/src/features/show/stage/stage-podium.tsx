/** The podium, large enough for a stream: 3, 2, 1, the winner alone, then marbles rain. */
import type { CSSProperties } from 'react'
import { MarbleRain } from '#ui/board/marble-rain.tsx'
import { Podium, type PodiumRow } from '#ui/board/podium.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import classes from './stage-podium.module.css'

interface StagePodiumProps {
  readonly rows: readonly PodiumRow[]
  readonly isRising: boolean
  readonly formatPoints: FormatPoints
}

/** Steps that a tie leaves out are not drawn, so nobody waits for them: 0.9 s each. */
const earlyS = (rows: readonly PodiumRow[]) =>
  0.9 * (3 - Math.max(1, ...rows.map(({ rank }) => rank).filter((rank) => rank <= 3)))

/** More would not fit on the stage. */
const NAME_LINES = 5

export function StagePodium({ rows, isRising, formatPoints }: StagePodiumProps) {
  return (
    <div
      className={classes.podium}
      style={{ '--podium-early': `${earlyS(rows)}s` } as CSSProperties}
    >
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
