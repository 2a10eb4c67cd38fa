import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LiveTopic } from '@rollcall/contract/live'
import { afterEach, expect, it, vi } from 'vitest'
import { LiveStream } from './live-stream.ts'

const TOPIC: LiveTopic = 'link/show:a'

/** Begins a stream of one topic whose frame never changes. */
async function begin(): Promise<LiveStream> {
  const followed = { changedBy: [], framedBy: [], frame: Buffer.from('event: frame\n\n') }
  const stream = new LiveStream({
    mayFollow: async (topics) => new Map(Array.from(topics, (topic) => [topic, followed])),
    session: null,
    warn: () => {},
  })
  await stream.begin([TOPIC])
  return stream
}

afterEach(() => {
  vi.useRealTimers()
})

it('cuts off a reader that takes nothing for a minute, and no reader that keeps reading', async () => {
  const [stuck, reading] = [await begin(), await begin()]
  stuck.body.pipe(new Writable({ highWaterMark: 1, write: () => {} }))
  reading.body.pipe(new Writable({ write: (_chunk, _encoding, done) => done() }))
  await nextTurn()
  await nextTurn()
  vi.useFakeTimers({ toFake: ['performance'] })
  for (let seconds = 0; seconds < 60; seconds += 20) {
    for (const stream of [stuck, reading]) {
      stream.ping(true)
      expect(stream.body.destroyed).toBe(false)
    }
    await nextTurn()
    vi.advanceTimersByTime(20_001)
  }
  stuck.ping(true)
  reading.ping(true)
  expect(stuck.body.destroyed).toBe(true)
  expect(reading.body.destroyed).toBe(false)
})
