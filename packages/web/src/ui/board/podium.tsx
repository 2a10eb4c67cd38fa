/** The first three ranks of a board: marbles on a podium. On pages it is a `PagePodium`. */
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { podiumOf } from '@rollcall/scoring/reveal'
import type { CSSProperties, ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { Marble } from './marble.tsx'
import { Medal } from './medal.tsx'
import classes from './podium.module.css'
import { useFade } from './ranked-row.tsx'
import { widestWord } from './text-width.ts'
import { texts } from './texts.ts'

export interface PodiumRow extends RacerLabel {
  readonly rank: number
  readonly event_points: number | null
}

export interface PodiumProps {
  /** At least the rows of the first three ranks. */
  readonly rows: readonly PodiumRow[]
  readonly formatPoints: FormatPoints
  /** How many lines a step has for names. */
  readonly nameLines: number
  /** Whether a rank that nobody has, because the one above is shared, gets an empty step that says so. */
  readonly hasEmptySteps: boolean
  /** Whether it rises step by step; otherwise it is simply there. */
  readonly isRising: boolean
  /** Makes a link of a racer's name. */
  readonly link?: LinkName
}

type LinkName = (racer: RacerLabel, name: string) => ReactNode

const MARBLES_SHOWN = 3

export function Podium(props: PodiumProps) {
  const { rows, formatPoints, nameLines, hasEmptySteps, isRising, link = nameAlone } = props
  const list = useFade<HTMLOListElement>(isRising)
  const steps = podiumOf(rows).filter(({ rows: sharing }) => hasEmptySteps || sharing.length > 0)
  return (
    <ol
      ref={list}
      className={classes.steps}
      aria-label={texts.podium.title}
      data-rising={isRising || undefined}
    >
      {steps.map(({ place: rank, rows: sharing }) => (
        <li
          key={rank}
          className={classes.step}
          data-rank={rank}
          data-empty={sharing.length === 0 || undefined}
        >
          <div className={classes.crew}>
            {sharing.length === 0 ? (
              <p className={classes.empty}>{texts.podium.nobody[rank]}</p>
            ) : (
              <Crew
                rank={rank}
                racers={sharing}
                points={formatPoints(sharing[0]?.event_points ?? null)}
                nameLines={nameLines}
                link={link}
              />
            )}
          </div>
          <div className={classes.block} aria-hidden="true">
            {rank}
          </div>
        </li>
      ))}
    </ol>
  )
}

const nameAlone: LinkName = (_, name) => name

interface CrewProps {
  readonly rank: 1 | 2 | 3
  readonly racers: readonly RacerLabel[]
  readonly points: string
  readonly nameLines: number
  readonly link: LinkName
}

/** Everybody who shares a rank. */
function Crew({ rank, racers, points, nameLines, link }: CrewProps) {
  const named = racers.length <= nameLines ? racers : racers.slice(0, nameLines - 1)
  const unnamed = racers.length - named.length
  return (
    <>
      <div className={classes.marbles} data-sharing={racers.length > 1 || undefined}>
        {racers.slice(0, MARBLES_SHOWN).map(({ racer_name, color }) => (
          <Marble key={racer_name} name={racer_name} color={color} sizePx={200} />
        ))}
        <span className={classes.medal}>
          <Medal rank={rank} />
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
              {link(racer, name)}
            </bdi>
          )
        })}
        {unnamed > 0 && <span className={classes.more}>{texts.podium.more(unnamed)}</span>}
      </div>
      <p className={classes.points}>
        <Sentence text={texts.podium.points} parts={{ figure: <>{points}</>, unit: <small /> }} />
      </p>
    </>
  )
}
