/** A page's main numbers: one large figure, and a row of small ones. */
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { Quiet, Row } from '#ui/layout/layout.tsx'
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
    <Row gap="md/xl" align="end" justify="space-between">
      <Row as="dl" gap="sm/xl" className={classes.leading}>
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
      </Row>
      {children && (
        <Row gap="xs/md" className={classes.beside}>
          {children}
        </Row>
      )}
    </Row>
  )
}

interface ChangeProps {
  /** Positive: more, or a better rank. */
  readonly by: number
  /** Absent: the number with its sign. */
  readonly amount?: (by: number) => string
  /** Since when, or compared with what. */
  readonly what: string
}

const signed = (by: number) => `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by))}`

/** How much something has changed, shown by words or sign and by shape, not by colour alone. */
export function Change({ by, amount = signed, what }: ChangeProps) {
  const direction = by > 0 ? 'up' : by < 0 ? 'down' : 'same'
  return (
    <Quiet as="span" className={classes.change} data-direction={direction}>
      {by === 0 ? (
        texts.figures.noChange(what)
      ) : (
        <>
          <span aria-hidden>{by > 0 ? '▲ ' : '▼ '}</span>
          <span>{texts.figures.change(amount(by), what)}</span>
        </>
      )}
    </Quiet>
  )
}

interface Figure {
  readonly label: string
  readonly value: number | null
  /** Absent: as a count or points. */
  readonly format?: ((value: number | null) => string) | undefined
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
      {figures.map(({ label, value, format = formatNumber, note }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd>
            <span>{format(value)}</span>
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
