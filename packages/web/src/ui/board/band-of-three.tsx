import type { ReactNode } from 'react'
import { ForeignName } from '#ui/person.tsx'
import classes from './band-of-three.module.css'
import { RankBadge } from './rank-badge.tsx'
import ranked from './ranked-row.module.css'

interface BandPlace {
  readonly id: number | string
  readonly rank: number
  readonly name: string
  readonly picture: ReactNode
  readonly figure: string
  /** What the figure counts. */
  readonly unit: string
  readonly isOwn?: boolean
}

interface BandOfThreeProps {
  readonly label: string
  /** null: they are on their way, and their places are kept. */
  readonly places: readonly BandPlace[] | null
  /** Who else shares a place. */
  readonly others?: string | null
}

const AWAITED = [1, 2, 3]

/** Who leads, above the board: three, and more where a place is shared. */
export function BandOfThree({ label, places, others = null }: BandOfThreeProps) {
  if (places === null) {
    return (
      <div className={classes.band} aria-hidden="true">
        {AWAITED.map((rank) => (
          <div key={rank} className={classes.place} data-awaited />
        ))}
      </div>
    )
  }
  return (
    <ol
      className={`${classes.band} ${ranked.wrapping}`}
      aria-label={label}
      data-four={places.length === 4 || undefined}
    >
      {places.map(({ id, rank, name, picture, figure, unit, isOwn = false }) => (
        <li key={id} className={classes.place} data-rank={rank} data-own={isOwn || undefined}>
          {picture}
          <span className={classes.who}>
            <span className={ranked.name}>
              <ForeignName>{name}</ForeignName>
            </span>
            <span className={ranked.points}>
              {figure} <small>{unit}</small>
            </span>
          </span>
          <RankBadge rank={rank} />
        </li>
      ))}
      {others !== null && <li className={classes.others}>{others}</li>}
    </ol>
  )
}
