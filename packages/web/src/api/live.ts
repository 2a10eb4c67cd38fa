/** Pages that refresh by themselves: the server says what has changed, and the page asks again. */
import type { LiveTopic } from '@rollcall/contract/live'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Between two answers to changes that come one after the other; the first is asked for at once. */
const PAUSE_MS = 500

/**
 * While the page is open, asks again for the queries below `queryKey` when the topic has changed. They
 * keep what they show until the answer is there.
 *
 * @param topic null: nothing is followed, as long as nothing has been loaded
 */
export function useLive(topic: LiveTopic | null, queryKey: QueryKey): void {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
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
    // Not part of the first load: the page is there already.
    import('./live-stream.ts').then(({ follow }) => follow(topic, ask, signal), ask)
    return () => leave.abort()
  }, [client, topic, key])
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
