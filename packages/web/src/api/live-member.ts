import { type LiveTopic, needsNoSession } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import { type Group, lead, type Message, pageLock, RETRY_MS, SILENCE_MS } from './live-leader.ts'
import { takeStreamSlot } from './live-places.ts'
import { findSessionToken, SESSION_TOKEN_KEY } from './session.ts'

// Overlays use this too, so nothing here may need a browser newer than Chromium 103.

/** The number grows with each change to the messages: an overlay from before an update may still be open. */
const CHANNEL = 'rollcall live 2'

export interface Follower {
  /** The topic has changed, or may have. */
  readonly ask: () => void
  /** Takes the topic's newest view; without this function, a new view only calls `ask`. */
  readonly deliver?: ((view: ShowView) => void) | undefined
}

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
    const needsSession = hasSession && !needsNoSession(topic)
    const group = await findGroup(needsSession ? findSessionToken() : null)
    const member = joinGroup(group)
    member.follow(topic, follower)
    await aborted(signal)
    if (member.leave(topic, follower)) members.delete(group.name)
  }
}

async function findGroup(token: string | null): Promise<Group> {
  const locks = await findLocks()
  if (locks === null) {
    if (!tokens.includes(token)) tokens.push(token)
    return { name: `${CHANNEL} ${PAGE} ${tokens.indexOf(token)}`, token, locks: null }
  }
  return { name: `${CHANNEL} ${token === null ? 'nobody' : await hash(token)}`, token, locks }
}

/** Locks are not available over plain http, and a browser may deny them to a page inside a page of another site. */
async function findLocks(): Promise<LockManager | null> {
  const locks: LockManager | undefined = navigator.locks
  if (locks === undefined) return null
  try {
    await locks.query()
    return locks
  } catch {
    return null
  }
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const PAGE = Array.from(crypto.getRandomValues(new Uint32Array(4)), (it) => it.toString(36)).join(
  '',
)

/** The tokens that this page has followed with; without locks, a token's index names its group. */
const tokens: (string | null)[] = []
const members = new Map<string, Member>()

/** Asks at once, rather than within five seconds, for everything that no stream carries. */
export function askForUncarried(): void {
  for (const member of members.values()) member.askForUncarried()
}

function joinGroup(group: Group): Member {
  const member = members.get(group.name) ?? new Member(group)
  members.set(group.name, member)
  return member
}

/** This page's part in a group: it tells the leader which topics it wants, listens to it, and may become the leader. */
class Member {
  readonly #group: Group
  readonly #id = `${PAGE} ${performance.now()}`
  readonly #followers = new Map<LiveTopic, Set<Follower>>()
  readonly #end = new AbortController()
  readonly #channel: BroadcastChannel
  readonly #poll: ReturnType<typeof setInterval>
  #carried: readonly LiveTopic[] = []
  readonly #refused = new Set<LiveTopic>()
  #heardAtMs = 0
  #isKnown = false

  constructor(group: Group) {
    this.#group = group
    this.#channel = new BroadcastChannel(group.name)
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data)
    this.#poll = setInterval(() => this.askForUncarried(), RETRY_MS)
    void this.#takePart()
  }

  follow(topic: LiveTopic, follower: Follower): void {
    const followers = this.#followers.get(topic) ?? new Set()
    this.#followers.set(topic, followers.add(follower))
    this.#sayWhatIsWanted()
  }

  /** Returns whether this page no longer follows anything; the member has ended then. */
  leave(topic: LiveTopic, follower: Follower): boolean {
    const followers = this.#followers.get(topic)
    followers?.delete(follower)
    if (followers?.size === 0) this.#followers.delete(topic)
    if (this.#followers.size > 0) {
      this.#sayWhatIsWanted()
      return false
    }
    clearInterval(this.#poll)
    this.#end.abort()
    this.#channel.close()
    return true
  }

  async #takePart(): Promise<void> {
    const { signal } = this.#end
    const { locks, name } = this.#group
    const beKnown = () => {
      this.#isKnown = true
      this.#sayWhatIsWanted()
    }
    try {
      if (locks === null) {
        await takeStreamSlot(signal)
        beKnown()
        await lead(this.#group, signal)
      } else {
        const isHere = locks.request(pageLock(this.#group, this.#id), { signal }, () => {
          beKnown()
          return aborted(signal)
        })
        await Promise.all([
          isHere,
          locks.request(`${name} leader`, { signal }, () => lead(this.#group, signal)),
        ])
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  #sayWhatIsWanted(): void {
    if (this.#isKnown) {
      const wants: Message = { kind: 'wants', page: this.#id, topics: [...this.#followers.keys()] }
      this.#channel.postMessage(wants)
    }
  }

  #hear(message: Message): void {
    if (message.kind !== 'wants') this.#heardAtMs = performance.now()
    switch (message.kind) {
      case 'who':
        this.#carried = []
        this.#sayWhatIsWanted()
        break
      case 'carries':
        if (message.page === null || message.page === this.#id) {
          this.#carried = message.topics
          const views = new Map(message.frames.map(({ topic, view }) => [topic, view]))
          for (const topic of message.topics) {
            this.#refused.delete(topic)
            this.#deliver(topic, views.get(topic) ?? null)
          }
        }
        break
      case 'frame':
        this.#deliver(message.topic, message.view)
        break
      case 'changed':
        this.#ask(message.topic)
        break
      case 'refused':
        this.#refused.add(message.topic)
        this.#ask(message.topic)
        break
      default:
    }
  }

  askForUncarried(): void {
    const isLeaderSilent = performance.now() - this.#heardAtMs > SILENCE_MS
    for (const topic of this.#followers.keys()) {
      const isWatched = this.#carried.includes(topic) || this.#refused.has(topic)
      if (isLeaderSilent || !isWatched) this.#ask(topic)
    }
  }

  #ask(topic: LiveTopic): void {
    this.#deliver(topic, null)
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
