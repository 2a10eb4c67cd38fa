/** The first three on a stage or an overlay: 3, 2, 1, the winner alone, then marbles rain. */
import type { ShowRow } from '@rollcall/contract/show-view'
import { shownName } from '@rollcall/scoring/racer'
import { podiumOf } from '@rollcall/scoring/reveal'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { Marble } from '#ui/board/marble.tsx'
import { MarbleRain } from '#ui/board/marble-rain.tsx'
import { Medal } from '#ui/board/medal.tsx'
import { widestWord } from '#ui/board/text-width.ts'
import type { FormatPoints } from './show-rows.ts'
import classes from './stage-podium.module.css'

interface StagePodiumProps {
  readonly rows: readonly ShowRow[]
  /** It rises before the viewers' eyes; else it stands. */
  readonly isRising: boolean
  readonly formatPoints: FormatPoints
}

/** More would need a larger stage. */
const NAMES_SHOWN = 4
const MARBLES_SHOWN = 3
const FADE_MS = 150

/** A place that nobody has, since the one above is shared, has no step. */
function stepsOf(rows: readonly ShowRow[]) {
  return podiumOf(rows).filter(({ rows: racers }) => racers.length > 0)
}

export function StagePodium({ rows, isRising, formatPoints }: StagePodiumProps) {
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    if (isRising && matchMedia('(prefers-reduced-motion: reduce)').matches) {
      list.current?.animate({ opacity: [0, 1] }, FADE_MS)
    }
  }, [isRising])
  return (
    <>
      <ol
        ref={list}
        className={classes.podium}
        aria-label="Podium"
        data-rising={isRising || undefined}
      >
        {stepsOf(rows).map(({ place, rows: racers }) => (
          <li key={place} className={classes.step} data-place={place}>
            <div className={classes.crew}>
              <div className={classes.marbles} data-many={racers.length > 1 || undefined}>
                {racers.slice(0, MARBLES_SHOWN).map(({ id, racer_name, color }) => (
                  <Marble key={id} name={racer_name} color={color} sizePx={200} />
                ))}
                <span className={classes.medal}>
                  <Medal place={place} />
                </span>
              </div>
              {racers.slice(0, NAMES_SHOWN).map((racer) => (
                <bdi
                  key={racer.id}
                  className={classes.name}
                  data-many={racers.length > 1 || undefined}
                  style={{ '--width': widestWord(shownName(racer)) } as CSSProperties}
                >
                  {shownName(racer)}
                </bdi>
              ))}
              {racers.length > NAMES_SHOWN && (
                <span className={classes.more}>and {racers.length - NAMES_SHOWN} more</span>
              )}
              {racers[0] && (
                <span className={classes.points}>
                  {formatPoints(racers[0].event_points)} <small>points</small>
                </span>
              )}
            </div>
            <div className={classes.block} aria-hidden="true">
              {place}
            </div>
          </li>
        ))}
      </ol>
      {isRising && (
        <div className={classes.rain}>
          <MarbleRain />
        </div>
      )}
    </>
  )
}
