import { getCurrentUser } from '@rollcall/contract/auth'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from './call-api.ts'
import { cacheUser, findCachedUser, findSessionToken } from './session.ts'

const USER_REFRESH_MS = 300_000

/** The signed-in user: what was cached is shown at once, then asked for at load and every 5 minutes. */
export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: async ({ signal }) => {
    const token = findSessionToken()
    const user = await callApi(getCurrentUser, { signal })
    cacheUser(user, token)
    return user
  },
  initialData: findCachedUser,
  initialDataUpdatedAt: 0,
  staleTime: USER_REFRESH_MS,
  refetchInterval: USER_REFRESH_MS,
  refetchIntervalInBackground: true,
})

/** Forgets everything that was loaded for the session; queries with `meta.isPublic` stay. */
export function forgetSessionQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.isPublic !== true })
  queryClient.getMutationCache().clear()
}

export function reloadSessionQueries(queryClient: QueryClient): void {
  void queryClient.resetQueries({ predicate: (query) => query.meta?.isPublic !== true })
}
