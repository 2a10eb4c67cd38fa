import { Link } from 'react-router'
import { formatNumber } from '#ui/format-number.ts'
import classes from './season-card.module.css'

interface SeasonCardProps {
  readonly to: string
  readonly name: string
  /** null: the card of all seasons together. */
  readonly season: string | null
  readonly totals: { readonly totalRaces: number | null; readonly totalPoints: number | null }
  /** The season's points as a part of those of the best season, from 0 to 1. */
  readonly shareOfBest?: number
}

const MARBLE_COUNT = 5

/** Each season has a marble of its own, the same one wherever it is drawn. */
function marbleOf(season: string | null): string {
  return season === null ? 'lifetime' : String(Number(season) % MARBLE_COUNT)
}

export function SeasonCard({ to, name, season, totals, shareOfBest }: SeasonCardProps) {
  const isLifetime = season === null
  return (
    <Link to={to} className={classes.card ?? ''} data-lifetime={isLifetime || undefined}>
      <span className={classes.head}>
        <span className={classes.marble} data-marble={marbleOf(season)} aria-hidden="true">
          {season ?? '∞'}
        </span>
        <span className={classes.name}>{name}</span>
      </span>
      <dl className={classes.totals}>
        <div className={classes.points}>
          <dt>{isLifetime ? 'Total points' : 'Points'}</dt>
          <dd>{formatNumber(totals.totalPoints)}</dd>
        </div>
        <div>
          <dt>{isLifetime ? 'Total races' : 'Races'}</dt>
          <dd>{formatNumber(totals.totalRaces)}</dd>
        </div>
      </dl>
      <span className={classes.track} hidden={shareOfBest === undefined} aria-hidden="true">
        <span style={{ inlineSize: `${(shareOfBest ?? 0) * 100}%` }} />
      </span>
    </Link>
  )
}
