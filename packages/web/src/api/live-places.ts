/** Without Web Locks each page has its own stream, and over HTTP/1.1 a browser has six connections in all. */
import { setCrowded } from './live-crowd.ts'

/** The remaining two connections are for calls. */
const MAX_STREAMS = 4
const BEAT_MS = 5_000
const GONE_AFTER_MS = 3 * BEAT_MS
/** By then, pages that were already open have answered. */
const ANSWERS_MS = 300

interface Beat {
  /** The pages that opened first have the streams. */
  readonly order: string
  readonly kind: 'came' | 'here' | 'left'
}

/** Resolves once this page may have a stream; until then it asks for changes without one. */
export function takeStreamSlot(end: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel('rollcall live pages')
  const order = `${Date.now()} ${Math.random()}`
  const heardAtMs = new Map<string, number>()
  const say = (kind: Beat['kind']) => channel.postMessage({ kind, order } satisfies Beat)
  let isSettled = false
  let hasSlot = false
  return new Promise((resolve) => {
    const count = () => {
      for (const [other, atMs] of heardAtMs) {
        if (performance.now() - atMs > GONE_AFTER_MS) heardAtMs.delete(other)
      }
      setCrowded(heardAtMs.size >= MAX_STREAMS)
      const earlier = [...heardAtMs.keys()].filter((other) => other < order).length
      if (earlier < MAX_STREAMS) {
        hasSlot = true
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
      if (!hasSlot) {
        // biome-ignore lint/suspicious/noConsole: an overlay can report this only in OBS's log.
        console.error(
          `More than ${MAX_STREAMS} pages of this site are open, so this one asks for changes every 5 s. Over https all of them share one connection.`,
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
