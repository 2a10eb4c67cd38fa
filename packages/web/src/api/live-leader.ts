/** The one page in a browser that holds the stream of changes and passes its messages on over a broadcast channel. */
import {
  type Frame,
  followTopics,
  type LiveTopic,
  MAX_LIVE_TOPICS,
  readFrame,
} from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { prepareCall } from './call-api.ts'

// Overlays use this too, so nothing here may need a browser newer than Chromium 103.

/** If no stream gets through, pages ask this often. */
export const RETRY_MS = 5_000
/** The server sends something at once and then every 20 s; a stream that stays silent longer is dead. */
const FIRST_WORD_MS = 5_000
export const SILENCE_MS = 45_000
/** Waiting this long lets pages that open together share one stream from the start. */
const GATHER_MS = 100
/**
 * The topics do not exist or are not for this person. They are asked for again, since a public page may have
 * been switched off by mistake.
 */
const REFUSALS = [400, 403, 404]
const AFTER_REFUSAL_MS = 60_000

/** The pages that share a stream: all pages in one browser with the same session, or all without one. */
export interface Group {
  /** Names their broadcast channel and their locks. */
  readonly name: string
  readonly token: string | null
  /** null: Web Locks are not available here, so each page is a group of its own. */
  readonly locks: LockManager | null
}

export type Message =
  /** From a new leader: each page answers with the topics it wants. */
  | { readonly kind: 'who' }
  | { readonly kind: 'wants'; readonly page: string; readonly topics: readonly LiveTopic[] }
  /**
   * What the stream carries from now on, and the current frames, for one page or for all. Changes to topics
   * without a frame may have been missed.
   */
  | {
      readonly kind: 'carries'
      readonly page: string | null
      readonly topics: readonly LiveTopic[]
      readonly frames: readonly Frame[]
    }
  | ({ readonly kind: 'frame' } & Frame)
  | { readonly kind: 'changed' | 'refused'; readonly topic: LiveTopic }
  | { readonly kind: 'alive' }

/** A page holds this lock while it takes part; if another page gets the lock, this page has gone. */
export function pageLock(group: Group, page: string): string {
  return `${group.name} ${page}`
}

/** Carries the topics of all pages of the group until this page leaves. */
export async function lead(group: Group, end: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(group.name)
  const say = (message: Message) => channel.postMessage(message)
  const wanted = new Map<string, readonly LiveTopic[]>()
  const refused = new Set<LiveTopic>()
  let carried: readonly LiveTopic[] = []
  /** The newest view of each topic, for pages that join later. */
  const views = new Map<LiveTopic, ShowView>()
  let stream = new AbortController()
  let isOutOfDate = false
  /** When to open the next stream; a server that stops says so, so that not everybody comes back at once. */
  let retryMs = RETRY_MS
  let wake = () => {}
  let forgive: ReturnType<typeof setTimeout> | undefined

  const reopen = () => {
    isOutOfDate = true
    stream.abort()
    wake()
  }
  const refuse = (topic: LiveTopic) => {
    refused.add(topic)
    say({ kind: 'refused', topic })
    forgive ??= setTimeout(() => {
      forgive = undefined
      const isWanted = [...wanted.values()].flat().some((it) => refused.has(it))
      refused.clear()
      if (isWanted) reopen()
    }, AFTER_REFUSAL_MS)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'wants') return
    const { page, topics } = data
    if (!wanted.has(page)) forgetWhenGone(page)
    wanted.set(page, topics)
    for (const topic of topics.filter((it) => refused.has(it))) {
      say({ kind: 'refused', topic })
    }
    if (topics.some((topic) => !carried.includes(topic) && !refused.has(topic))) {
      reopen()
    } else {
      sayCarried(page)
    }
  }
  end.addEventListener('abort', reopen)
  say({ kind: 'who' })
  while (!end.aborted) {
    await pause(GATHER_MS, end)
    const topics = [...new Set([...wanted.values()].flat())]
      .filter((topic) => !refused.has(topic))
      .slice(0, MAX_LIVE_TOPICS)
    if (end.aborted || topics.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
        if (end.aborted) resolve()
      })
      continue
    }
    isOutOfDate = false
    retryMs = RETRY_MS
    stream = new AbortController()
    let areAllRefused = false
    try {
      areAllRefused = await readStream(topics)
    } catch {
      // Cut off, refused or silent: the stream is opened again; meanwhile pages ask for changes themselves.
    }
    carried = []
    views.clear()
    sayCarried(null)
    if (areAllRefused) {
      topics.forEach(refuse)
    } else if (!isOutOfDate) {
      await pause(retryMs, end)
    }
  }
  clearTimeout(forgive)
  channel.close()

  function sayCarried(page: string | null): void {
    const frames = Array.from(views, ([topic, view]) => ({ topic, view }))
    say({ kind: 'carries', page, topics: carried, frames })
  }

  function forgetWhenGone(page: string): void {
    group.locks
      ?.request(pageLock(group, page), { signal: end }, () => void wanted.delete(page))
      .catch(() => {
        // The leader left first.
      })
  }

  /** Resolves when the stream ends; true if the server refused it and is unlikely to accept it soon. */
  async function readStream(topics: readonly LiveTopic[]): Promise<boolean> {
    const { signal } = stream
    const cut = () => stream.abort()
    let silence = setTimeout(cut, FIRST_WORD_MS)
    try {
      const query = { topics: topics.join(',') }
      const { address, headers } = prepareCall(followTopics, { query, token: group.token })
      const response = await fetch(address, { headers, credentials: 'omit', signal })
      if (!response.ok || response.body === null) {
        return REFUSALS.includes(response.status)
      }
      const events = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(
          new EventSourceParserStream({
            onRetry(ms) {
              retryMs = ms
            },
          }),
        )
        .getReader()
      for (;;) {
        const { done, value } = await events.read()
        if (done) return false
        clearTimeout(silence)
        silence = setTimeout(cut, SILENCE_MS)
        hear(value)
        // The current frames arrive before the first ping.
        if (value.event === 'ping' && carried.length === 0) {
          carried = topics.filter((topic) => !refused.has(topic))
          sayCarried(null)
        }
      }
    } finally {
      clearTimeout(silence)
    }
  }

  function hear({ event, data }: { event?: string | undefined; data: string }): void {
    const topic = data as LiveTopic
    switch (event) {
      case 'frame':
        deliver(data)
        break
      case 'changed':
        // The page will ask; a frame from before the change is out of date.
        views.delete(topic)
        say({ kind: 'changed', topic })
        break
      case 'refused':
        carried = carried.filter((it) => it !== topic)
        views.delete(topic)
        refuse(topic)
        break
      default:
        say({ kind: 'alive' })
    }
  }

  function deliver(data: string): void {
    let frame: Frame
    try {
      frame = readFrame(data)
    } catch (cause) {
      // biome-ignore lint/suspicious/noConsole: the page falls back to asking, and nothing else says why.
      console.error('A view that this page cannot read', cause)
      say({ kind: 'changed', topic: data.split('\n', 1)[0] as LiveTopic })
      return
    }
    views.set(frame.topic, frame.view)
    if (carried.length > 0) say({ kind: 'frame', ...frame })
  }
}

function pause(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      end.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(stop, ms)
    end.addEventListener('abort', stop)
  })
}
