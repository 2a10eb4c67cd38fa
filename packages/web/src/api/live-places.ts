/** Without Web Locks each page has a stream of its own, and HTTP/1.1 gives a browser six connections in all. */
import { setCrowded } from './live-crowd.ts'

/** The other two are for calls. */
const MOST_STREAMS = 4
const BEAT_MS = 5_000
const GONE_AFTER_MS = 3 * BEAT_MS
/** Pages that are there already have answered by then. */
const ANSWERS_MS = 300

interface Beat {
  /** The pages that came first have the streams. */
  readonly order: string
  readonly kind: 'came' | 'here' | 'left'
}

/** Resolves once this stream is among the first; while it waits, its page asks without one. */
export function takeStreamPlace(end: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel('rollcall live pages')
  const order = `${Date.now()} ${Math.random()}`
  const heardAtMs = new Map<string, number>()
  const say = (kind: Beat['kind']) => channel.postMessage({ kind, order } satisfies Beat)
  let isSettled = false
  let hasPlace = false
  return new Promise((resolve) => {
    const count = () => {
      for (const [other, atMs] of heardAtMs) {
        if (performance.now() - atMs > GONE_AFTER_MS) heardAtMs.delete(other)
      }
      setCrowded(heardAtMs.size >= MOST_STREAMS)
      const before = [...heardAtMs.keys()].filter((other) => other < order).length
      if (before < MOST_STREAMS) {
        hasPlace = true
        resolve()
      }
    }
    channel.onmessage = ({ data }: MessageEvent<Beat>) => {
      if (data.kind === 'left') {
        heardAtMs.delete(data.order)
      } else {
        heardAtMs.set(data.order, performance.now())
        if (data.kind === 'came') say('here')
      }
      if (isSettled) count()
    }
    say('came')
    setTimeout(() => {
      if (end.aborted) return
      isSettled = true
      count()
      if (!hasPlace) {
        // biome-ignore lint/suspicious/noConsole: the log of OBS is where an overlay can say it.
        console.error(
          `More than ${MOST_STREAMS} pages of this site are open, so this one asks for changes every 5 s. Over https all of them share one connection.`,
        )
      }
    }, ANSWERS_MS)
    const beats = setInterval(() => {
      say('here')
      if (isSettled) count()
    }, BEAT_MS)
    end.addEventListener('abort', () => {
      clearInterval(beats)
      setCrowded(false)
      say('left')
      channel.close()
      resolve()
    })
  })
}
