import type { ReactNode } from 'react'
import { ForeignName } from '#ui/person.tsx'
import classes from './band-of-three.module.css'
import { RankBadge } from './rank-badge.tsx'
import ranked from './ranked-row.module.css'

interface Leader {
  readonly id: number | string
  readonly rank: number
  readonly name: string
  readonly picture: ReactNode
  readonly figure: string
  /** What the figure counts. */
  readonly unit: string
  readonly isOwn?: boolean
  /** Makes a link of the name. */
  readonly link?: (name: ReactNode) => ReactNode
}

interface BandOfThreeProps {
  readonly label: string
  /** null: still loading; their space is kept. */
  readonly leaders: readonly Leader[] | null
  /** Who else shares one of these ranks. */
  readonly others?: string | null
}

const PLACES = [1, 2, 3]
const unlinked = (name: ReactNode) => name

/**
 * The leaders, above the board: three, or more if a rank is shared. If there are fewer, the other places stay free, so
 * that the board below does not jump.
 */
export function BandOfThree({ label, leaders, others = null }: BandOfThreeProps) {
  if (leaders === null) {
    return (
      <div className={classes.band} aria-hidden="true">
        {PLACES.map((rank) => (
          <div key={rank} className={classes.leader} data-free />
        ))}
      </div>
    )
  }
  return (
    <ol
      className={`${classes.band} ${ranked.wrapping}`}
      aria-label={label}
      data-four={leaders.length === 4 || undefined}
    >
      {leaders.map(({ id, rank, name, picture, figure, unit, isOwn = false, link = unlinked }) => (
        <li key={id} className={classes.leader} data-rank={rank} data-own={isOwn || undefined}>
          {picture}
          <span className={classes.who}>
            <span className={ranked.name}>{link(<ForeignName>{name}</ForeignName>)}</span>
            <span className={ranked.points}>
              {figure} <small>{unit}</small>
            </span>
          </span>
          <RankBadge rank={rank} />
        </li>
      ))}
      {PLACES.slice(leaders.length).map((rank) => (
        <li key={`free-${rank}`} className={classes.leader} data-free aria-hidden="true" />
      ))}
      {others !== null && <li className={classes.others}>{others}</li>}
    </ol>
  )
}
