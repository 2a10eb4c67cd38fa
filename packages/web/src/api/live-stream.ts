import { followTopics, type LiveTopic } from '@rollcall/contract/live'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { prepareCall } from './call-api.ts'

// Overlays follow by this too: nothing here is newer than their browser, Chromium 103.

/** Where no stream gets through, the page asks this often. */
const RETRY_MS = 5_000
/** The server says something at once, and then every 20 s; a stream that is silent for longer is dead. */
const FIRST_WORD_MS = 5_000
const SILENCE_MS = 45_000
/** The topic is not there, or not for this person; a public page may have been switched off by mistake. */
const REFUSALS = [400, 403, 404]
const AFTER_REFUSAL_MS = 60_000

/**
 * Calls `ask` whenever the topic has changed, and after every time in which a change may have been
 * missed. A tab that is hidden follows nothing: a browser has few connections, and its tabs share them.
 */
export async function follow(topic: LiveTopic, ask: () => void, leave: AbortSignal): Promise<void> {
  while (!leave.aborted) {
    await wait(leave, (resolve) => onceVisibilityIs('visible', resolve))
    if (leave.aborted) return
    const end = new AbortController()
    const stopWatching = onceVisibilityIs('hidden', () => end.abort())
    let pauseMs = RETRY_MS
    try {
      const isRefused = await readStream(topic, ask, { end, leave })
      if (isRefused) pauseMs = AFTER_REFUSAL_MS
    } catch {
      // Cut off, refused or silent: it is tried again, and the page asks without it meanwhile.
    } finally {
      stopWatching()
    }
    if (!leave.aborted && document.visibilityState === 'visible') {
      await wait(leave, (resolve) => {
        const timer = setTimeout(resolve, pauseMs)
        return () => clearTimeout(timer)
      })
      if (!leave.aborted) ask()
    }
  }
}

/** Resolves at the end of the stream; true where none was given, and will hardly be soon. */
async function readStream(
  topic: LiveTopic,
  ask: () => void,
  { end, leave }: { end: AbortController; leave: AbortSignal },
): Promise<boolean> {
  let silence = setTimeout(() => end.abort(), FIRST_WORD_MS)
  leave.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal })
  try {
    const { address, headers } = prepareCall(followTopics, { query: { topics: topic } })
    const response = await fetch(address, { headers, credentials: 'omit', signal: end.signal })
    if (!response.ok || response.body === null) {
      return REFUSALS.includes(response.status)
    }
    ask()
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (;;) {
      const { done, value } = await events.read()
      if (done) return false
      clearTimeout(silence)
      silence = setTimeout(() => end.abort(), SILENCE_MS)
      if (value.event === 'changed') ask()
    }
  } finally {
    clearTimeout(silence)
  }
}

/** Calls once the tab is visible or hidden, now or later; gives what ends the waiting. */
function onceVisibilityIs(state: DocumentVisibilityState, act: () => void): () => void {
  const check = () => {
    if (document.visibilityState === state) {
      stop()
      act()
    }
  }
  const stop = () => document.removeEventListener('visibilitychange', check)
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}

/** Resolves when what `begin` waits for has come, or when the page is left; `begin` gives what ends it. */
async function wait(leave: AbortSignal, begin: (resolve: () => void) => () => void): Promise<void> {
  let stop = () => {}
  await new Promise<void>((resolve) => {
    stop = begin(resolve)
    leave.addEventListener('abort', () => resolve(), { once: true, signal: leave })
  })
  stop()
}
