/** The first three of a board: marbles on a podium, one shape for what is wide and one for a phone. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { podiumOf } from '@rollcall/scoring/reveal'
import type { CSSProperties } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { texts } from '#ui/texts.ts'
import { Marble } from './marble.tsx'
import { Medal } from './medal.tsx'
import classes from './podium.module.css'
import { useFade } from './ranked-row.tsx'
import { widestWord } from './text-width.ts'

export interface PodiumRow extends RacerLabel {
  readonly rank: number
  readonly event_points: number | null
}

interface PodiumProps {
  /** Those of the first three ranks at least. */
  readonly rows: readonly PodiumRow[]
  readonly formatPoints: FormatPoints
  /** How many lines a place has for names. */
  readonly nameLines: number
  /** A place that nobody has, since the one above is shared, says so; else it has no step. */
  readonly hasEmptySteps: boolean
  /** It rises step by step; else it is simply there. */
  readonly isRising: boolean
}

const MARBLES_SHOWN = 3

export function Podium(props: PodiumProps) {
  const { rows, formatPoints, nameLines, hasEmptySteps, isRising } = props
  const list = useFade<HTMLOListElement>(isRising)
  const places = podiumOf(rows).filter(({ rows: sharing }) => hasEmptySteps || sharing.length > 0)
  return (
    <div className={classes.frame}>
      <ol
        ref={list}
        className={classes.steps}
        aria-label={texts.podium.title}
        data-rising={isRising || undefined}
      >
        {places.map(({ place, rows: sharing }) => (
          <li
            key={place}
            className={classes.step}
            data-place={place}
            data-empty={sharing.length === 0 || undefined}
          >
            <div className={classes.crew}>
              {sharing.length === 0 ? (
                <p className={classes.empty}>{texts.podium.nobody[place]}</p>
              ) : (
                <Crew
                  place={place}
                  racers={sharing}
                  points={formatPoints(sharing[0]?.event_points ?? null)}
                  nameLines={nameLines}
                />
              )}
            </div>
            <div className={classes.block} aria-hidden="true">
              {place}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface CrewProps {
  readonly place: 1 | 2 | 3
  readonly racers: readonly RacerLabel[]
  readonly points: string
  readonly nameLines: number
}

/** Everybody who shares a place. */
function Crew({ place, racers, points, nameLines }: CrewProps) {
  const named = racers.length <= nameLines ? racers : racers.slice(0, nameLines - 1)
  const rest = racers.length - named.length
  return (
    <>
      <div className={classes.marbles} data-sharing={racers.length > 1 || undefined}>
        {racers.slice(0, MARBLES_SHOWN).map(({ racer_name, color }) => (
          <Marble key={racer_name} name={racer_name} color={color} sizePx={200} />
        ))}
        <span className={classes.medal}>
          <Medal place={place} />
        </span>
      </div>
      <div
        className={classes.names}
        data-sharing={racers.length > 2 ? 'many' : racers.length > 1 ? 'two' : undefined}
      >
        {named.map((racer) => {
          const name = shownName(racer)
          return (
            <bdi
              key={racer.racer_name}
              className={classes.name}
              title={name}
              style={{ '--width': widestWord(name) } as CSSProperties}
            >
              {name}
            </bdi>
          )
        })}
        {rest > 0 && <span className={classes.more}>{texts.podium.more(rest)}</span>}
      </div>
      <p className={classes.points}>
        <Sentence text={texts.podium.points} parts={{ figure: <>{points}</>, unit: <small /> }} />
      </p>
    </>
  )
}
