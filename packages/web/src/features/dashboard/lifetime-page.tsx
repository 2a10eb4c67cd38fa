import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BackLink } from '#ui/back-link.tsx'
import { SEASONS_PATH } from './dashboard-address.ts'
import { LoadError } from './load-error.tsx'
import { lifetimeStatsQuery } from './queries.ts'
import { SectionHeading } from './section-heading.tsx'
import { StatsView } from './stats-view.tsx'

export function LifetimePage() {
  const { data, isPending, isError, error, refetch } = useQuery(lifetimeStatsQuery)
  return (
    <>
      <BackLink to={SEASONS_PATH}>Back to Seasons</BackLink>
      <SectionHeading title="Lifetime" />
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {(data || isPending) && <StatsView stats={data} />}
    </>
  )
}
