import { getCurrentUser } from '@rollcall/contract/auth'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from './call-api.ts'
import { cacheUser, findCachedUser } from './session.ts'

const USER_REFRESH_MS = 300_000

/** The signed-in user: what was cached is shown at once, then asked for at load and every 5 minutes. */
export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: async ({ signal }) => {
    const user = await callApi(getCurrentUser, { signal })
    cacheUser(user)
    return user
  },
  initialData: findCachedUser,
  initialDataUpdatedAt: 0,
  staleTime: USER_REFRESH_MS,
  refetchInterval: USER_REFRESH_MS,
  refetchIntervalInBackground: true,
})
