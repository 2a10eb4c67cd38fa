import type { CSSProperties } from 'react'
import classes from './podium-marbles.module.css'

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

/** Marbles that rain once on the winners. */
export function PodiumMarbles() {
  return (
    <div className={classes.sky} aria-hidden="true">
      {MARBLES.map(({ number, style }) => (
        <span key={number} className={classes.marble} style={style} />
      ))}
    </div>
  )
}
