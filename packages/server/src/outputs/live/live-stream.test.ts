import type { LiveTopic } from '@rollcall/contract/live'
import { afterEach, expect, it, vi } from 'vitest'
import { LiveStream } from './live-stream.ts'

const TOPIC: LiveTopic = 'link/show:a'

/** Begins a stream of one topic whose frame never changes, to a page that reads or does not. */
async function begin({ isReading }: { isReading: boolean }) {
  const followed = { changedBy: [], framedBy: [], frame: Buffer.from('{}') }
  const stream = new LiveStream({
    mayFollow: async (topics) => new Map(Array.from(topics, (topic) => [topic, followed])),
    session: null,
    warn: () => {},
  })
  await stream.begin([TOPIC])
  const terminate = vi.fn()
  stream.attach({
    send: (_message, _options, taken) => void (isReading && taken()),
    close: () => {},
    terminate,
  })
  return { stream, terminate }
}

afterEach(() => {
  vi.useRealTimers()
})

it('cuts off a page that takes nothing for a minute, and no page that keeps reading', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const [stuck, reading] = [await begin({ isReading: false }), await begin({ isReading: true })]
  for (let seconds = 0; seconds < 60; seconds += 20) {
    for (const { stream, terminate } of [stuck, reading]) {
      stream.ping(true)
      expect(terminate).not.toHaveBeenCalled()
    }
    vi.advanceTimersByTime(20_001)
  }
  stuck.stream.ping(true)
  reading.stream.ping(true)
  expect(stuck.terminate).toHaveBeenCalledOnce()
  expect(reading.terminate).not.toHaveBeenCalled()
})
