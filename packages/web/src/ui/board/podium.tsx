/** The first three: marbles on a podium, one shape for a wide stage and one for a phone. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import type { CSSProperties } from 'react'
import { formatNumber } from '#ui/format-number.ts'
import { Marble } from './marble.tsx'
import { Medal } from './medal.tsx'
import classes from './podium.module.css'
import { widestWord } from './text-width.ts'

export interface PodiumPlace {
  readonly place: 1 | 2 | 3
  /** Several where a place is shared; nobody where the place above is. */
  readonly racers: readonly RacerLabel[]
  readonly points: string
}

/** More would need a bigger stage. */
const NAMES_SHOWN = 8
const MARBLES_SHOWN = 3

const ORDINALS = { 1: '1st', 2: '2nd', 3: '3rd' } as const

export function Podium({ places }: { readonly places: readonly PodiumPlace[] }) {
  return (
    <div className={classes.frame}>
      <ol className={classes.steps}>
        {places.map((place) => (
          <Step key={place.place} {...place} />
        ))}
      </ol>
    </div>
  )
}

function Step({ place, racers, points }: PodiumPlace) {
  const rest = racers.length - NAMES_SHOWN
  return (
    <li className={classes.step} data-place={place}>
      <div className={classes.crew}>
        {racers.length === 0 ? (
          <p className={classes.empty}>Nobody in {ORDINALS[place]} place</p>
        ) : (
          <>
            <div className={classes.picture} data-many={racers.length > 1 || undefined}>
              {racers.slice(0, MARBLES_SHOWN).map(({ racer_name, color }) => (
                <Marble key={racer_name} name={racer_name} color={color} sizePx={200} />
              ))}
              <span className={classes.medal}>
                <Medal place={place} />
              </span>
            </div>
            <ul className={classes.names} data-many={racers.length > 2 || undefined}>
              {racers.slice(0, NAMES_SHOWN).map((racer) => {
                const name = shownName(racer)
                return (
                  <li
                    key={racer.racer_name}
                    style={{ '--width': widestWord(name) } as CSSProperties}
                  >
                    <bdi title={name}>{name}</bdi>
                  </li>
                )
              })}
              {rest > 0 && <li>and {formatNumber(rest)} more</li>}
            </ul>
            <p className={classes.points}>
              {points} <span>points</span>
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
