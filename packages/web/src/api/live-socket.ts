/** What this page follows: over one WebSocket with its session, and one without. */
import {
  BEARER_PROTOCOL,
  followTopics,
  LIVE_PROTOCOL,
  type LiveTopic,
  needsNoSession,
  readMessage,
} from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import type { AskedShow } from './asked-show.ts'
import { prepareCall } from './call-api.ts'
import { findSessionToken, SESSION_TOKEN_KEY } from './session.ts'

// Overlays use this too, so nothing here may need a browser newer than Chromium 103.

/** Whatever no socket carries is asked for this often, unless it is the public page of a show (`asked-show.ts`). */
const ASK_MS = 5_000
/** Waiting this long lets the parts of a page share one socket from the start. */
const GATHER_MS = 100
/** The server sends something at once and then every 20 s; a socket that stays silent longer is dead. */
const FIRST_WORD_MS = 5_000
const SILENCE_MS = 45_000
/** When to try again after a socket did not open, or closed; twice as late after each further failure. */
const RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60_000
/**
 * The topics do not exist or are not for this person. They are asked for again after a while, since a public page may
 * have been switched off by mistake.
 */
const REFUSALS = [400, 403, 404]

export interface Follower {
  /** The topic has changed, or may have. */
  readonly ask: () => void
  /** Takes the topic's newest view; without this function, a new view only calls `ask`. */
  readonly deliver?: ((view: ShowView) => void) | undefined
}

const PUBLIC_PAGE = /^link\/show:(.+)$/

const lines = new Map<string | null, Line>()

/**
 * Gives the follower each new view of the topic, or has it ask whenever the topic has changed or a change may
 * have been missed. A hidden tab follows nothing. Without `hasSession`, no session is looked for.
 */
export async function follow(
  topic: LiveTopic,
  follower: Follower,
  leave: AbortSignal,
  { hasSession = true } = {},
): Promise<void> {
  while (!leave.aborted) {
    await onceVisible(leave)
    if (leave.aborted) return
    const end = new AbortController()
    const { signal } = end
    const stop = () => end.abort()
    leave.addEventListener('abort', stop, { signal })
    document.addEventListener('visibilitychange', stop, { signal })
    addEventListener(
      'storage',
      ({ key }) => {
        // Another tab signed in or out: the topics may now belong to somebody else.
        if (key === SESSION_TOKEN_KEY || key === null) stop()
      },
      { signal },
    )
    const token = hasSession && !needsNoSession(topic) ? findSessionToken() : null
    const line = lines.get(token) ?? new Line(token)
    lines.set(token, line)
    line.follow(topic, follower)
    await aborted(signal)
    if (line.leave(topic, follower)) lines.delete(token)
  }
}

/** Asks at once, rather than within five seconds, for everything that no socket carries. */
export function askForUncarried(): void {
  for (const line of lines.values()) line.askForUncarried()
}

/** What the page follows with one session, or without one. */
class Line {
  readonly #token: string | null
  readonly #followers = new Map<LiveTopic, Set<Follower>>()
  readonly #askedShows = new Map<LiveTopic, AskedShow>()
  readonly #asking: ReturnType<typeof setInterval>
  #socket: WebSocket | null = null
  /** The topics that the socket was opened for. */
  #wanted: readonly LiveTopic[] = []
  /** Whether the first ping has come. */
  #isCarrying = false
  /** The topics that it carries, each with its newest view, or null if it has none. */
  readonly #carried = new Map<LiveTopic, ShowView | null>()
  /** Views that came before the first ping. */
  readonly #early = new Map<LiveTopic, ShowView>()
  /** Nobody asks for these before the next socket. */
  readonly #refused = new Set<LiveTopic>()
  #nextOpening: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** When the server wants the page back; null: it has not said so. */
  #returnAfterMs: number | null = null

  constructor(token: string | null) {
    this.#token = token
    this.#asking = setInterval(() => this.askForUncarried(), ASK_MS)
  }

  follow(topic: LiveTopic, follower: Follower): void {
    const followers = this.#followers.get(topic) ?? new Set()
    this.#followers.set(topic, followers.add(follower))
    this.#askInstead(topic)
    if (this.#carried.has(topic)) {
      this.#deliver(topic, this.#carried.get(topic) ?? null)
    } else if (!this.#wanted.includes(topic)) {
      this.#openIn(GATHER_MS)
    }
  }

  /** Only pages with a show load what asks for one. Where it does not load, they ask as everybody else. */
  #askInstead(topic: LiveTopic): void {
    const [, token] = PUBLIC_PAGE.exec(topic) ?? []
    if (token === undefined) return
    import('./asked-show.ts').then(
      ({ AskedShow }) => {
        if (this.#askedShows.has(topic) || !this.#followers.has(topic)) return
        const isSettled = () => this.#carried.has(topic) || this.#refused.has(topic)
        const deliver = (view: ShowView | null) => this.#deliver(topic, view)
        const ask = () => deliver(null)
        this.#askedShows.set(topic, new AskedShow({ token, isSettled, deliver, ask }))
      },
      () => {},
    )
  }

  /** Returns whether the page no longer follows anything here; the line has ended then. */
  leave(topic: LiveTopic, follower: Follower): boolean {
    const followers = this.#followers.get(topic)
    followers?.delete(follower)
    if (followers?.size === 0) {
      this.#followers.delete(topic)
      this.#askedShows.get(topic)?.stop()
      this.#askedShows.delete(topic)
    }
    if (this.#followers.size > 0) return false
    clearInterval(this.#asking)
    clearTimeout(this.#nextOpening)
    this.#close()
    return true
  }

  askForUncarried(): void {
    for (const topic of this.#followers.keys()) {
      const isSettled = this.#carried.has(topic) || this.#refused.has(topic)
      if (!(isSettled || this.#askedShows.has(topic))) this.#deliver(topic, null)
    }
  }

  #openIn(ms: number): void {
    clearTimeout(this.#nextOpening)
    this.#nextOpening = setTimeout(() => this.#open(), ms)
  }

  #open(): void {
    this.#close()
    this.#refused.clear()
    this.#returnAfterMs = null
    this.#wanted = [...this.#followers.keys()]
    const { address, headers } = this.#call()
    const url = new URL(address, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const bearer = this.#token === null ? [] : [BEARER_PROTOCOL + this.#token]
    const socket = new WebSocket(url, [LIVE_PROTOCOL, ...bearer])
    this.#socket = socket
    let hasOpened = false
    socket.onopen = () => {
      hasOpened = true
    }
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.#failures = 0
      this.#expectWordIn(SILENCE_MS)
      this.#hear(data)
    }
    socket.onclose = () => {
      const wanted = this.#wanted
      this.#lose()
      if (!hasOpened) void this.#findRefusal(wanted, address, headers)
    }
    this.#expectWordIn(FIRST_WORD_MS)
  }

  #call() {
    const query = { topics: this.#wanted.join(',') }
    return prepareCall(followTopics, { query, token: this.#token })
  }

  /** The browser does not say why a socket did not open, but a call to the same address does. */
  async #findRefusal(
    topics: readonly LiveTopic[],
    address: string,
    headers: Headers,
  ): Promise<void> {
    const response = await fetch(address, { headers, credentials: 'omit' }).catch(() => null)
    if (response !== null && REFUSALS.includes(response.status) && this.#socket === null) {
      for (const topic of topics) this.#refused.add(topic)
      if (this.#followers.size > 0) this.#openIn(LONGEST_RETRY_MS)
    }
  }

  #close(): void {
    clearTimeout(this.#silence)
    this.#wanted = []
    this.#isCarrying = false
    this.#carried.clear()
    this.#early.clear()
    if (this.#socket !== null) {
      this.#socket.onmessage = null
      this.#socket.onclose = null
      this.#socket.close()
      this.#socket = null
    }
  }

  #lose(): void {
    this.#close()
    this.#openIn(this.#returnAfterMs ?? Math.min(RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS))
    this.#failures += 1
  }

  /** The browser takes a while to notice that a connection is dead. */
  #expectWordIn(ms: number): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lose(), ms)
  }

  #hear(text: string): void {
    const message = readMessage(text, (cause) => {
      // biome-ignore lint/suspicious/noConsole: the page asks instead, and nothing else says why.
      console.error('A view that this page cannot read', cause)
    })
    switch (message.kind) {
      case 'return':
        this.#returnAfterMs = message.afterMs
        break
      case 'ping':
        if (!this.#isCarrying) this.#carry()
        break
      case 'frame':
        if (this.#isCarrying) this.#renew(message.topic, message.view)
        else this.#early.set(message.topic, message.view)
        break
      case 'changed':
        // A view from before the change is out of date; before the first ping, that ping has the page ask.
        this.#early.delete(message.topic)
        if (this.#isCarrying) this.#renew(message.topic, null)
        break
      default:
        this.#carried.delete(message.topic)
        this.#refused.add(message.topic)
        this.#deliver(message.topic, null)
        this.#openIn(LONGEST_RETRY_MS)
    }
  }

  /** From now on the socket carries its topics. What changed before that may have been missed. */
  #carry(): void {
    this.#isCarrying = true
    for (const topic of this.#wanted) {
      if (!this.#refused.has(topic)) this.#renew(topic, this.#early.get(topic) ?? null)
    }
    this.#early.clear()
  }

  #renew(topic: LiveTopic, view: ShowView | null): void {
    this.#carried.set(topic, view)
    this.#deliver(topic, view)
  }

  #deliver(topic: LiveTopic, view: ShowView | null): void {
    for (const { ask, deliver } of this.#followers.get(topic) ?? []) {
      if (view !== null && deliver !== undefined) deliver(view)
      else ask()
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Resolves when the tab is visible or the page is left. */
function onceVisible(leave: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController()
    const { signal } = end
    const check = () => {
      if (document.visibilityState === 'visible' || leave.aborted) {
        end.abort()
        resolve()
      }
    }
    document.addEventListener('visibilitychange', check, { signal })
    leave.addEventListener('abort', check, { signal })
    check()
  })
}
