import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import cards from '#ui/cards.module.css'
import { formatNumber } from '#ui/format-number.ts'
import { seasonName } from '#ui/season-name.ts'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { LIFETIME_PATH, seasonPath } from './dashboard-address.ts'
import { SectionHeading } from './dashboard-layout.tsx'
import { PositionPanel } from './position-panel.tsx'
import { racerSeasonsQuery } from './queries.ts'
import classes from './season-list-page.module.css'
import { texts } from './texts.ts'

const SKELETONS = [1, 2, 3, 4]

interface SeasonListPageProps {
  /** For people without numbers. */
  readonly firstSteps: ReactNode
}

export function SeasonListPage({ firstSteps }: SeasonListPageProps) {
  const { data, isPending, isError, error, refetch } = useQuery(racerSeasonsQuery)
  const mostPoints = Math.max(...(data?.seasons ?? []).map(({ totalPoints }) => totalPoints ?? 0))
  return (
    <>
      <div className={classes.position}>
        <PositionPanel />
      </div>
      <SectionHeading title={texts.seasons.title} />
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading className={`${cards.grid} ${classes.cards}`}>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="14.5rem" radius="lg" />
          ))}
        </Loading>
      )}
      {data?.seasons.length === 0 && (
        <>
          <EmptyState message={texts.seasons.empty}>{texts.howNumbersCome}</EmptyState>
          {firstSteps}
        </>
      )}
      {data !== undefined && data.seasons.length > 0 && (
        <ul className={`${cards.grid} ${classes.cards}`}>
          <li>
            <SeasonCard
              to={LIFETIME_PATH}
              name={texts.seasons.lifetime}
              season={null}
              totals={data.lifetime}
            />
          </li>
          {data.seasons.map((season) => (
            <li key={season.value}>
              <SeasonCard
                to={seasonPath(season.value)}
                name={season.number === undefined ? season.name : seasonName(season.number)}
                season={season.value}
                totals={season}
                shareOfBest={mostPoints > 0 ? (season.totalPoints ?? 0) / mostPoints : 0}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface SeasonCardProps {
  readonly to: string
  readonly name: string
  /** null: the card for all seasons together. */
  readonly season: string | null
  readonly totals: { readonly totalRaces: number | null; readonly totalPoints: number | null }
  /** The season's points as a fraction of the best season's. */
  readonly shareOfBest?: number
}

const MARBLE_COUNT = 5

function pickMarble(season: string | null): string {
  return season === null ? 'lifetime' : String(Number(season) % MARBLE_COUNT)
}

function SeasonCard({ to, name, season, totals, shareOfBest }: SeasonCardProps) {
  const isLifetime = season === null
  return (
    <Link
      to={to}
      className={`${cards.card} ${cards.link} ${classes.card}`}
      data-lifetime={isLifetime || undefined}
    >
      <span className={classes.head}>
        <span className={classes.marble} data-marble={pickMarble(season)} aria-hidden="true">
          {season ?? '∞'}
        </span>
        <span className={classes.name}>{name}</span>
      </span>
      <dl className={classes.totals}>
        <div className={classes.points}>
          <dt>{isLifetime ? texts.seasons.totalPoints : texts.seasons.points}</dt>
          <dd>{formatNumber(totals.totalPoints)}</dd>
        </div>
        <div>
          <dt>{isLifetime ? texts.seasons.totalRaces : texts.seasons.races}</dt>
          <dd>
            {formatNumber(totals.totalRaces)} <small>{texts.seasons.unit(totals.totalRaces)}</small>
          </dd>
        </div>
      </dl>
      <span className={classes.track} hidden={shareOfBest === undefined} aria-hidden="true">
        <span style={{ inlineSize: `${(shareOfBest ?? 0) * 100}%` }} />
      </span>
    </Link>
  )
}
