import { Button } from '@mantine/core'
import { type PodiumPlace, podiumOf } from '@rollcall/scoring/reveal'
import { type CSSProperties, useId, useLayoutEffect, useRef } from 'react'
import { formatNumber } from '#ui/format-number.ts'
import type { RankedRacer } from './event-leaderboard-view.ts'
import classes from './podium-dialog.module.css'

interface PodiumDialogProps {
  readonly rows: readonly RankedRacer[]
  readonly onClose: () => void
}

/** The winners. Rendered only while it is open: before that it would give them away. */
export function PodiumDialog({ rows, onClose }: PodiumDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the paint, and on leaving while it is still mounted: only then does the focus return.
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

/** More would need a bigger stage. */
const NAMES_SHOWN = 8

const ORDINALS = { 1: '1st', 2: '2nd', 3: '3rd' } as const

/** One place: a medal and its racers; empty where the place above is shared. */
function PodiumStep({ place, rows }: PodiumPlace<RankedRacer>) {
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

const MEDALS = {
  1: { name: 'Gold medal', metal: ['#fff6d8', '#ffc93c', '#b97800'] },
  2: { name: 'Silver medal', metal: ['#ffffff', '#c9d4d8', '#7b8a91'] },
  3: { name: 'Bronze medal', metal: ['#ffe6d2', '#e29a63', '#9a5526'] },
} as const

function PodiumMedal({ place }: { readonly place: 1 | 2 | 3 }) {
  const id = useId()
  const { name, metal } = MEDALS[place]
  const [light, middle, dark] = metal
  return (
    <svg viewBox="0 0 80 104" className={classes.drawing} role="img" aria-label={name}>
      <defs>
        <radialGradient id={`${id}metal`} cx=".34" cy=".28" r=".85">
          <stop offset="0" stopColor={light} />
          <stop offset=".4" stopColor={middle} />
          <stop offset="1" stopColor={dark} />
        </radialGradient>
      </defs>
      <path d="M12 0h22l14 38-20 8z" fill="#0f7d72" />
      <path d="M68 0H46L32 38l20 8z" fill="#36bdaa" />
      <circle cx="40" cy="66" r="36" fill={dark} />
      <circle cx="40" cy="66" r="33" fill={`url(#${id}metal)`} />
      <circle
        cx="40"
        cy="66"
        r="25"
        fill="none"
        stroke={dark}
        strokeOpacity=".55"
        strokeWidth="2"
      />
      <text x="40" y="78" className={classes.number}>
        {place}
      </text>
      <ellipse
        cx="27"
        cy="45"
        rx="10"
        ry="5"
        transform="rotate(-32 27 45)"
        fill="#fff"
        opacity=".7"
      />
    </svg>
  )
}

interface Marble {
  readonly number: number
  readonly style: CSSProperties
}

const MARBLE_COUNT = 36

/** Scattered by whole steps that share no factor with what they wrap at, so no two look alike. */
const MARBLES: readonly Marble[] = Array.from({ length: MARBLE_COUNT }, (_, number) => ({
  number,
  style: {
    '--marble-left': `${(number * 37) % 100}%`,
    '--marble-size': `${0.5 + ((number * 7) % 11) / 10}rem`,
    '--marble-delay': `${2.3 + ((number * 13) % 20) / 12}s`,
    '--marble-time': `${2.2 + ((number * 5) % 9) / 5}s`,
  } as CSSProperties,
}))

function PodiumMarbles() {
  return (
    <div className={classes.sky} aria-hidden="true">
      {MARBLES.map(({ number, style }) => (
        <span key={number} className={classes.marble} style={style} />
      ))}
    </div>
  )
}
