/** Ranks 1 and 2 against each other: how many points decide, both totals, then who has them. */
import type { Duel, ShowRow } from '@rollcall/contract/show-view'
import { shownName } from '@rollcall/scoring/racer'
import type { CSSProperties } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { MarbleRain } from '#ui/board/marble-rain.tsx'
import { RowMarble, RowPoints, useFade } from '#ui/board/ranked-row.tsx'
import { textWidth } from '#ui/board/text-width.ts'
import type { ShownMotion } from '#ui/board/use-reveal-motion.ts'
import type { FormatPoints } from '#ui/format-number.ts'
import { ForeignName } from '#ui/person.tsx'
import { texts } from './duel-texts.ts'
import classes from './stage-duel.module.css'

interface StageDuelProps {
  readonly duel: Duel
  readonly rows: readonly ShowRow[]
  readonly motion: ShownMotion
  readonly formatPoints: FormatPoints
}

const UNKNOWN_SIDES = [undefined, undefined] as const

export function StageDuel({ duel, rows, motion, formatPoints }: StageDuelProps) {
  const { gap, sides = UNKNOWN_SIDES } = duel
  const { running, isClearing } = motion
  const isNaming = running?.step === 'names'
  const most = Math.max(0, ...sides.map((side) => side?.points ?? 0))
  return (
    <section
      className={classes.duel}
      aria-label={texts.label}
      data-sweeping={(isNaming && isClearing) || undefined}
    >
      <ol className={classes.sides}>
        {sides.map((side, index) => {
          const racer = isClearing ? undefined : rows.find(({ id }) => id === side?.row)
          return (
            // The sides never change places.
            <li key={index === 0 ? 'left' : 'right'}>
              <Side
                racer={racer}
                points={motion.arePointsHidden ? undefined : side?.points}
                upTo={most}
                motion={motion}
                formatPoints={formatPoints}
              />
            </li>
          )
        })}
      </ol>
      <p className={classes.gap}>
        <Sentence text={texts.gap} parts={{ points: <strong>{formatPoints(gap)}</strong> }} />
      </p>
      {isNaming && !isClearing && (
        <div className={classes.rain}>
          <MarbleRain />
        </div>
      )}
    </section>
  )
}

interface SideProps {
  /** undefined: nobody knows yet. */
  readonly racer: ShowRow | undefined
  readonly points: number | undefined
  /** The higher of both. */
  readonly upTo: number
  readonly motion: ShownMotion
  readonly formatPoints: FormatPoints
}

function Side({ racer, points, upTo, motion, formatPoints }: SideProps) {
  const { running } = motion
  const name = racer && shownName(racer)
  const fade = useFade<HTMLDivElement>(name !== undefined)
  return (
    <div
      ref={fade}
      className={classes.side}
      data-rank={racer?.rank}
      data-new={(racer && running && true) || undefined}
    >
      <span className={classes.marble}>
        <RowMarble racer={racer ?? null} sizePx={200} />
      </span>
      <p
        className={classes.name}
        style={{ '--name-width': textWidth(name ?? '') } as CSSProperties}
      >
        {name === undefined ? (
          <span className={classes.unseen}>{texts.hidden}</span>
        ) : (
          <ForeignName>{name}</ForeignName>
        )}
      </p>
      <p className={classes.points}>
        {points !== undefined && (
          <RowPoints
            points={points}
            format={formatPoints}
            isCounting={running?.step === 'totals'}
            countMs={running?.countMs}
            upTo={upTo}
          />
        )}
      </p>
    </div>
  )
}
