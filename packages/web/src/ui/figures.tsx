/** A page's main numbers: one large figure, and a row of small ones. */
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import classes from './figures.module.css'
import { formatNumber } from './format-number.ts'
import { texts } from './texts.ts'

interface HeroRank {
  readonly label: string
  readonly rank: number
  readonly of: number
  /** The name of the board. */
  readonly board: string
}

interface HeroProps {
  readonly label: string
  readonly value: number | null
  readonly rank?: HeroRank | undefined
  /** Shown beside it: a change, or whose number it is. */
  readonly children?: ReactNode
}

/** A page's leading figure and the rank that goes with it. */
export function Hero({ label, value, rank, children }: HeroProps) {
  return (
    <div className={classes.hero}>
      <dl className={classes.leading}>
        <div>
          <dt>{label}</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
        {rank && (
          <div className={classes.rank}>
            <dt>{rank.label}</dt>
            <dd>
              {formatNumber(rank.rank)}{' '}
              <small>
                <Sentence
                  text={texts.figures.rankOf(rank.of)}
                  parts={{ board: <bdi>{rank.board}</bdi> }}
                />
              </small>
            </dd>
          </div>
        )}
      </dl>
      {children && <div className={classes.beside}>{children}</div>}
    </div>
  )
}

interface ChangeProps {
  /** Positive: more, or a better rank. */
  readonly by: number
  readonly what: string
}

/** How much something has changed, shown by sign and shape, not by colour alone. */
export function Change({ by, what }: ChangeProps) {
  const direction = by > 0 ? 'up' : by < 0 ? 'down' : 'same'
  return (
    <span className={classes.change} data-direction={direction}>
      {by === 0
        ? texts.figures.noChange(what)
        : texts.figures.change(`${by > 0 ? '▲ +' : '▼ −'}${formatNumber(Math.abs(by))}`, what)}
    </span>
  )
}

interface Figure {
  readonly label: string
  readonly value: number | null
  /** Below the number: what it leaves out, or why it is unknown. */
  readonly note?: ReactNode
}

interface FiguresProps {
  readonly figures: readonly Figure[]
  readonly mode?: 'race' | 'royale' | 'tilt'
}

export function Figures({ figures, mode }: FiguresProps) {
  return (
    <dl className={classes.figures} data-mode={mode}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd>
            <span>{formatNumber(value)}</span>
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
