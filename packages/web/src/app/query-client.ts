import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/** A failed call is shown at once with a retry; only the person decides to try again. */
export function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      // `always`: offline must be an error that is shown, not a pause that looks like loading.
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
