import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { seasonAddress } from '#ui/links.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { openingSeasonQuery } from './queries.ts'

/** Leads to the season that boards open with. */
export function OpeningSeasonPage() {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...openingSeasonQuery,
    refetchOnMount: 'always',
  })
  if (data && isFetchedAfterMount) return <Navigate replace to={seasonAddress(data.season)} />
  return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Loading />
}
