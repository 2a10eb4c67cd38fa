import type { CSSProperties } from 'react'
import classes from './marble-rain.module.css'

interface FallingMarble {
  readonly number: number
  readonly style: CSSProperties
}

const MARBLE_COUNT = 36

/** Scattered in steps coprime to the modulus they wrap at, so that no two look alike. */
const MARBLES: readonly FallingMarble[] = Array.from({ length: MARBLE_COUNT }, (_, number) => ({
  number,
  style: {
    '--marble-left': `${(number * 37) % 100}%`,
    '--marble-size': `calc(var(--rain-unit, 1px) * ${8 + ((number * 7) % 11) * 1.6})`,
    '--marble-delay': `calc(var(--rain-delay, 3.9s) + ${((number * 13) % 20) / 12}s)`,
    '--marble-time': `${2.2 + ((number * 5) % 9) / 5}s`,
  } as CSSProperties,
}))

/**
 * Falls once over its container. `--rain-delay` says when, `--rain-depth` how far, and `--rain-unit` how large a
 * pixel is if the picture is scaled.
 */
export function MarbleRain() {
  return (
    <div className={classes.sky} aria-hidden="true">
      {MARBLES.map(({ number, style }) => (
        <span key={number} className={classes.marble} style={style} />
      ))}
    </div>
  )
}
