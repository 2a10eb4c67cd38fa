/** Pages that update automatically: when the server reports a change, the page asks again or is given the new view. */
import type { LiveTopic } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

/** The pause between two refreshes when changes come in quick succession; the first refresh is immediate. */
const PAUSE_MS = 500

/**
 * While the page is open, refetches the queries under `queryKey` whenever the topic has changed. They keep
 * their data until the answer arrives.
 *
 * @param topic null: nothing is followed yet
 * @param deliver takes the view that the topic's stream brings, so that no query is refetched
 */
export function useLive(
  topic: LiveTopic | null,
  queryKey: QueryKey,
  deliver?: (view: ShowView) => void,
): void {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  const takesViews = deliver !== undefined
  const deliverView = useEffectEvent((view: ShowView) => deliver?.(view))
  useEffect(() => {
    if (topic === null) return
    const leave = new AbortController()
    const { signal } = leave
    const refresh = () =>
      client.invalidateQueries({
        queryKey: JSON.parse(key) as QueryKey,
        // After a failure only the user decides whether to try again.
        predicate: ({ state }) => state.data !== undefined,
      })
    const ask = oneAtATime(refresh, signal)
    const follower = {
      ask,
      deliver: takesViews ? (view: ShowView) => !signal.aborted && deliverView(view) : undefined,
    }
    // Loaded after the page, not as part of the first load.
    import('./live-socket.ts').then(({ follow }) => follow(topic, follower, signal), ask)
    return () => leave.abort()
  }, [client, topic, key, takesViews])
}

/** Calls during a refresh lead to one more refresh afterwards. */
function oneAtATime(refresh: () => Promise<void>, leave: AbortSignal): () => void {
  let isBusy = false
  let isAsked = false
  const ask = async () => {
    isAsked = true
    if (isBusy) return
    isBusy = true
    while (isAsked && !leave.aborted) {
      isAsked = false
      await refresh()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    isBusy = false
  }
  return () => void ask()
}

/** After a change made on this page: refreshes at once, rather than within five seconds, what no stream carries. */
export function refreshUncarried(): void {
  // If the module cannot be loaded, nothing is followed.
  import('./live-socket.ts').then(
    ({ askForUncarried }) => askForUncarried(),
    () => {},
  )
}
