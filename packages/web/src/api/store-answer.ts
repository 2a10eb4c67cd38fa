import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what the server answered a change with. A reading that is under way may have begun before the change, so it
 * is repeated.
 */
export async function storeAnswer<Answer>(
  client: QueryClient,
  { queryKey }: { readonly queryKey: QueryKey },
  answer: Answer,
): Promise<void> {
  const exactly = { queryKey, exact: true }
  const isReading = client.isFetching(exactly) > 0
  await client.cancelQueries(exactly)
  client.setQueryData(queryKey, answer)
  if (isReading) {
    void client.invalidateQueries(exactly)
  }
}
