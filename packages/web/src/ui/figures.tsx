/** Numbers that a page is about: one that leads it, and small ones beside each other. */
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import classes from './figures.module.css'
import { formatNumber } from './format-number.ts'
import { texts } from './texts.ts'

interface HeroRank {
  readonly label: string
  readonly rank: number
  readonly of: number
  /** Whose board it is. */
  readonly board: string
}

interface HeroProps {
  readonly label: string
  readonly value: number | null
  readonly rank?: HeroRank | undefined
  /** What stands beside it: a change, whose number it is. */
  readonly children?: ReactNode
}

/** The leading figure of a page, and the rank that goes with it. */
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

/** How much something has changed, said by sign and shape, not by colour alone. */
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
  /** Beneath the number: what it leaves out, or why it is not known. */
  readonly note?: string | null | undefined
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
