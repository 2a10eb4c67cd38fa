import type { QueryClient } from '@tanstack/react-query'

/** Forgets everything that was loaded for the session; queries with `meta.isPublic` stay. */
export function forgetSessionQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: (query) => query.meta?.isPublic !== true })
  queryClient.getMutationCache().clear()
}

/** Loads anew what is shown, for the session there is now. */
export function reloadSessionQueries(queryClient: QueryClient): void {
  void queryClient.resetQueries({ predicate: (query) => query.meta?.isPublic !== true })
}
