import type { PodiumPlace } from '@rollcall/scoring/reveal'
import { formatNumber } from '#ui/format-number.ts'
import type { RankedRacer } from './event-leaderboard-view.ts'
import { PodiumMedal } from './podium-medal.tsx'
import classes from './podium-step.module.css'

/** More would need a bigger stage. */
const NAMES_SHOWN = 8

const ORDINALS = { 1: '1st', 2: '2nd', 3: '3rd' } as const

/** One place: who stands on it, beneath a medal; empty where the place above is shared. */
export function PodiumStep({ place, rows }: PodiumPlace<RankedRacer>) {
  const shown = rows.slice(0, NAMES_SHOWN)
  const rest = rows.length - shown.length
  return (
    <li className={classes.step} data-place={place}>
      <div className={classes.crew}>
        {rows.length === 0 ? (
          <p className={classes.empty}>Nobody in {ORDINALS[place]} place</p>
        ) : (
          <>
            <span className={classes.medal}>
              <PodiumMedal place={place} />
            </span>
            <ul className={classes.names} data-many={rows.length > 2 || undefined}>
              {shown.map(({ racer_name }) => (
                <li key={racer_name}>
                  <bdi>{racer_name}</bdi>
                </li>
              ))}
              {rest > 0 && <li>and {formatNumber(rest)} more</li>}
            </ul>
            <p className={classes.points}>
              {formatNumber(rows[0]?.event_points ?? null)} <span>points</span>
            </p>
          </>
        )}
      </div>
      <div className={classes.block} aria-hidden="true">
        {place}
      </div>
    </li>
  )
}
