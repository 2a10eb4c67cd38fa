import { getConnectionRequest, listCompanions } from '@rollcall/contract/companions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'

/** Keeps '3 minutes ago' true. */
const REFRESH_MS = 60_000

export const companionsQuery = queryOptions({
  queryKey: ['companions', 'connected'],
  queryFn: ({ signal }) => callApi(listCompanions, { signal }),
  refetchInterval: REFRESH_MS,
})

/** The user's companions, updated live. */
export function useCompanions() {
  const user = useQuery(currentUserQuery)
  const companions = useQuery(companionsQuery)
  const userId = user.data?.id
  const isLoaded = companions.data !== undefined && userId !== undefined
  useLive(isLoaded ? `owner/companions:${userId}` : null, companionsQuery.queryKey)
  return companions
}

/** Looked up once, because each request counts as a guess. */
export function connectionRequestQuery(code: string) {
  return queryOptions({
    queryKey: ['companions', 'code', code],
    queryFn: ({ signal }) => callApi(getConnectionRequest, { params: { code }, signal }),
    enabled: code !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
