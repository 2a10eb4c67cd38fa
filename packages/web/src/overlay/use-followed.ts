import type { LiveTopic } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { follow } from '#api/live-socket.ts'

/** The pause between two answers when changes come in quick succession. */
const PAUSE_MS = 300
/** The wait before a failed request is repeated. */
const RETRY_MS = 5_000
/** Answers that mean the address no longer exists. */
const GONE_STATUSES = [400, 404]
/** The wait before asking again if this computer's clock is ahead of the server's. */
const TOO_EARLY_MS = 60_000

interface Followed<View> {
  /** null: asks only once. */
  readonly topic: LiveTopic | null
  readonly load: () => Promise<View>
  /** For a topic whose stream brings views: returns what to show. Its identity must not change. */
  readonly take?: (shown: View | null, brought: ShowView) => View
  /** When an answer goes out of date without an announced change. Its identity must not change. */
  readonly outOfDateAt?: (view: View) => string | null
}

interface Shown<View> {
  /** null before the first answer, and once the address no longer exists. */
  readonly view: View | null
  readonly isGone: boolean
}

/**
 * Returns what the topic's stream brings or `load` answers, again after each change. A failure leaves what is shown as
 * it is, since errors are not for the audience. Nothing here has a session, or needs the browser's storage.
 */
export function useFollowed<View>({ topic, load, take, outOfDateAt }: Followed<View>): Shown<View> {
  const [{ view, isGone }, setShown] = useState<Shown<View>>({ view: null, isGone: false })
  useEffect(() => {
    const leave = new AbortController()
    let isBusy = false
    let isAsked = false
    let brought = 0
    let expiry: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      isAsked = true
      while (isAsked && !isBusy && !leave.signal.aborted) {
        isAsked = false
        isBusy = true
        const before = brought
        let pauseMs = PAUSE_MS
        try {
          const answer = await load()
          // What the stream brought in the meantime is at least as new.
          if (brought === before) setShown({ view: answer, isGone: false })
          clearTimeout(expiry)
          const at = outOfDateAt?.(answer) ?? null
          if (at !== null) {
            const leftMs = Date.parse(at) - Date.now()
            expiry = setTimeout(() => void ask(), leftMs > 0 ? leftMs : TOO_EARLY_MS)
          }
        } catch (error) {
          if (error instanceof ApiError && GONE_STATUSES.includes(error.status ?? 0)) {
            setShown({ view: null, isGone: true })
          } else {
            isAsked = brought === before
            pauseMs = RETRY_MS
          }
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        isBusy = false
      }
    }
    const deliver =
      take &&
      ((view: ShowView) => {
        brought += 1
        isAsked = false
        setShown((shown) => ({ view: take(shown.view, view), isGone: false }))
      })
    void ask()
    if (topic !== null) {
      const follower = { ask: () => void ask(), deliver }
      void follow(topic, follower, leave.signal, { hasSession: false })
    }
    return () => {
      leave.abort()
      clearTimeout(expiry)
    }
  }, [topic, load, take, outOfDateAt])
  return { view, isGone }
}
