import { type LiveTopic, writeMessage } from '@rollcall/contract/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { follow } from './live-socket.ts'

const SHOW: LiveTopic = 'link/overlay:a'
const PUBLIC_PAGE: LiveTopic = 'link/show:a'
const SEASON: LiveTopic = 'everyone/season:75'
const SECOND_MS = 1_000

/** A socket whose server is the test. */
class FakeSocket {
  static opened: FakeSocket[] = []
  readonly topics: string | null
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(url: URL) {
    this.topics = url.searchParams.get('topics')
    FakeSocket.opened.push(this)
  }

  say(message: Parameters<typeof writeMessage>[0]): void {
    this.onopen?.()
    this.onmessage?.({ data: writeMessage(message) })
  }

  close(): void {}
}

let leave: AbortController
/** How often each topic's page was asked to look again. */
const asked = new Map<LiveTopic, number>()

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.opened = []
  asked.clear()
  leave = new AbortController()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { href: 'https://rollcall.example/' })
})
afterEach(() => {
  leave.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(...topics: LiveTopic[]): Promise<FakeSocket> {
  for (const topic of topics) {
    const ask = () => void asked.set(topic, (asked.get(topic) ?? 0) + 1)
    void follow(topic, { ask }, leave.signal, { hasSession: false })
  }
  await vi.advanceTimersByTimeAsync(SECOND_MS)
  const [socket] = FakeSocket.opened
  if (socket === undefined) throw new Error('no socket was opened')
  return socket
}

const changed = (topic: LiveTopic) => ({ kind: 'changed', topic }) as const

it('opens one socket for all topics, and asks for none that it carries', async () => {
  const socket = await open(SHOW, SEASON)
  expect(FakeSocket.opened.map(({ topics }) => topics)).toEqual([`${SHOW},${SEASON}`])
  socket.say({ kind: 'ping' })
  expect(Object.fromEntries(asked)).toEqual({ [SHOW]: 1, [SEASON]: 1 })
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
  expect(Object.fromEntries(asked)).toEqual({ [SHOW]: 1, [SEASON]: 1 })
})

it('carries all topics also if one changes before the first ping', async () => {
  const socket = await open(SHOW, SEASON)
  socket.say(changed(SEASON))
  socket.say({ kind: 'ping' })
  const before = new Map(asked)
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
  expect(asked).toEqual(before)
  socket.say(changed(SHOW))
  expect(asked.get(SHOW)).toBe((before.get(SHOW) ?? 0) + 1)
})

it('asks every five seconds while no socket carries a topic, and comes back when the server said', async () => {
  const socket = await open(SEASON)
  socket.say({ kind: 'ping' })
  socket.say({ kind: 'return', afterMs: 700 })
  socket.onclose?.()
  await vi.advanceTimersByTimeAsync(SECOND_MS)
  expect(FakeSocket.opened).toHaveLength(2)
  const before = asked.get(SEASON) ?? 0
  await vi.advanceTimersByTimeAsync(4 * SECOND_MS)
  expect(asked.get(SEASON)).toBe(before + 1)
})

it("asks for a show's version only while no socket carries its page", async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    calls.push(address)
    return Promise.reject(new TypeError('offline'))
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const socket = await open(PUBLIC_PAGE)
  await vi.dynamicImportSettled()
  socket.say({ kind: 'ping' })
  await vi.advanceTimersByTimeAsync(20 * SECOND_MS)
  expect(calls).toEqual([])
  socket.onclose?.()
  await vi.advanceTimersByTimeAsync(4 * SECOND_MS)
  expect(new Set(calls)).toEqual(new Set(['/api/show/a/now']))
  expect(asked.get(PUBLIC_PAGE)).toBe(1)
})
