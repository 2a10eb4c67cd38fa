import type { CSSProperties } from 'react'
import { formatPercent } from './format-number.ts'
import classes from './share-bar.module.css'

/** A row's share of the leader's points, as a bar behind its cell's text. */
export function ShareBar({ share }: { readonly share: number }) {
  const style = { '--share': Math.min(Math.max(share, 0), 1) } as CSSProperties
  return <span className={classes.bar} style={style} aria-hidden="true" />
}

interface StackedBarProps {
  readonly parts: readonly {
    readonly label: string
    readonly value: number
    readonly text: string
    readonly color: string
  }[]
}

/** The parts of a whole side by side, with a legend below. */
export function StackedBar({ parts }: StackedBarProps) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <>
      <div className={classes.stack} aria-hidden="true">
        {parts.map(({ label, value, color }) => (
          <span key={label} style={{ flexGrow: value, background: color }} />
        ))}
      </div>
      <ul className={classes.parts}>
        {parts.map(({ label, value, text, color }) => (
          <li key={label}>
            <span className={classes.swatch} style={{ background: color }} />
            {label} <strong>{text}</strong>
            {whole > 0 && <span>{formatPercent(value / whole)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
