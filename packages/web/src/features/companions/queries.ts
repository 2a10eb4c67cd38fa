import { getConnectionRequest, listCompanions } from '@rollcall/contract/companions'
import { getLatestVersion } from '@rollcall/contract/releases'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'
import { asking } from '#api/query-keys.ts'

/** Keeps '3 minutes ago' true. */
const REFRESH_MS = 60_000

export const companionsQuery = queryOptions({
  ...asking(listCompanions, {}),
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

const offeredQuery = queryOptions({ ...asking(getLatestVersion, {}) })

/** Whether Rollcall Companion can be downloaded here; until that is known, it counts as if it could. */
export function useOffersCompanion(): boolean {
  const { data } = useQuery(offeredQuery)
  if (data === undefined) return true
  return 'fileName' in data && (data.offered?.some(({ product }) => product === 'rollcall') ?? true)
}

/** Looked up once, because each request counts as a guess. */
export function connectionRequestQuery(code: string) {
  return queryOptions({
    ...asking(getConnectionRequest, { params: { code } }),
    enabled: code !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
