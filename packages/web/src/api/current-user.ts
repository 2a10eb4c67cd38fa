import { getCurrentUser } from '@rollcall/contract/auth'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from './call-api.ts'
import { asking } from './query-keys.ts'
import { cacheUser, findCachedUser, findSessionToken, hasSessionStarted } from './session.ts'

const USER_REFRESH_MS = 300_000

/** The signed-in user: cached data is shown at once, then refreshed at load and every 5 minutes. */
export const currentUserQuery = queryOptions({
  ...asking(getCurrentUser, {}),
  queryFn: async ({ signal, client, queryKey }) => {
    const token = findSessionToken()
    // Events that the public companion creates are in the browser's time zone. Looking it up takes a browser
    // 30 ms, so this happens at sign-in and with each refresh, not while a page loads.
    const isLoading = client.getQueryState(queryKey)?.dataUpdateCount === 0
    const timeZone =
      isLoading && !hasSessionStarted() ? null : Intl.DateTimeFormat().resolvedOptions().timeZone
    const user = await callApi(getCurrentUser, { signal, timeZone })
    cacheUser(user, token)
    return user
  },
  initialData: findCachedUser,
  initialDataUpdatedAt: 0,
  staleTime: USER_REFRESH_MS,
  refetchInterval: USER_REFRESH_MS,
  refetchIntervalInBackground: true,
})

/** Forgets all data loaded for the session; queries with `meta.isPublic` stay. */
export function forgetSessionQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.isPublic !== true })
  queryClient.getMutationCache().clear()
}

export function reloadSessionQueries(queryClient: QueryClient): void {
  void queryClient.resetQueries({ predicate: (query) => query.meta?.isPublic !== true })
}
