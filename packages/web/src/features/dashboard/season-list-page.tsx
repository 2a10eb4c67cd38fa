import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LIFETIME_PATH, seasonPath } from './dashboard-address.ts'
import { EmptyState } from './empty-state.tsx'
import { LoadError } from './load-error.tsx'
import { racerSeasonsQuery } from './queries.ts'
import { SeasonCard } from './season-card.tsx'
import classes from './season-list-page.module.css'
import { SectionHeading } from './section-heading.tsx'
import states from './states.module.css'

const SKELETONS = [1, 2, 3, 4]

export function SeasonListPage() {
  const { data, isPending, isError, error, refetch } = useQuery(racerSeasonsQuery)
  const mostPoints = Math.max(...(data?.seasons ?? []).map(({ totalPoints }) => totalPoints ?? 0))
  return (
    <>
      <SectionHeading title="Seasons" />
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <div className={`${classes.cards} ${states.loading}`} aria-hidden="true">
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="14.5rem" radius="lg" />
          ))}
        </div>
      )}
      {data?.seasons.length === 0 && <EmptyState message="No Data Available" />}
      {data !== undefined && data.seasons.length > 0 && (
        <ul className={classes.cards}>
          <li>
            <SeasonCard to={LIFETIME_PATH} name="Lifetime" season={null} totals={data.lifetime} />
          </li>
          {data.seasons.map((season) => (
            <li key={season.value}>
              <SeasonCard
                to={seasonPath(season.value)}
                name={season.name}
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
