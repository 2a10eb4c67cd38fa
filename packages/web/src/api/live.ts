/** Pages that refresh by themselves: the server says what has changed, and the page asks again or is given the view. */
import type { LiveTopic } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

/** Between two answers to changes that come one after the other; the first is asked for at once. */
const PAUSE_MS = 500

/**
 * While the page is open, asks again for the queries below `queryKey` when the topic has changed. They
 * keep what they show until the answer is there.
 *
 * @param topic null: nothing is followed, as long as nothing has been loaded
 * @param deliver takes the view that the topic's stream brings, so that nothing is asked for
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
        // After a failure only the person decides to try again.
        predicate: ({ state }) => state.data !== undefined,
      })
    const ask = oneAtATime(refresh, signal)
    const follower = {
      ask,
      deliver: takesViews ? (view: ShowView) => !signal.aborted && deliverView(view) : undefined,
    }
    // Not part of the first load: the page is there already.
    import('./live-member.ts').then(({ follow }) => follow(topic, follower, signal), ask)
    return () => leave.abort()
  }, [client, topic, key, takesViews])
}

/** Many calls while one is answered are one more afterwards. */
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

/** Refreshes at once what no stream carries, instead of within five seconds: something was changed from this page. */
export function refreshUncarried(): void {
  // Where it cannot be loaded, nothing is followed.
  import('./live-member.ts').then(
    ({ askForUncarried }) => askForUncarried(),
    () => {},
  )
}
