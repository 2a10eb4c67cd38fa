import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#ui/back-link.tsx'
import { LoadError } from '#ui/states.tsx'
import { SEASONS_PATH } from './dashboard-address.ts'
import { SectionHeading } from './dashboard-layout.tsx'
import { lifetimeStatsQuery } from './queries.ts'
import { StatsView } from './stats-view.tsx'

export function LifetimePage() {
  const { data, isPending, isError, error, refetch } = useQuery(lifetimeStatsQuery)
  return (
    <>
      <BackLink to={SEASONS_PATH}>Back to Seasons</BackLink>
      <SectionHeading title="Lifetime" />
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {(data || isPending) && <StatsView stats={data} />}
    </>
  )
}
