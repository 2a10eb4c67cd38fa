import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PendingMessages } from './pending-messages.ts'

const SHOW = 'link/show:a'
const OTHER = 'link/show:b'
const frame = (text: string) => Buffer.from(`event: frame\n${text}\n\n`)

/** Reads one message, and reads the next one only when the test asks for it. */
class SlowReader {
  readonly read: Buffer[] = []
  readonly #taken: (() => void)[] = []
  readonly #end: Writable

  constructor(pending: PendingMessages) {
    this.#end = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _encoding, done) => {
        this.read.push(chunk)
        this.#taken.push(done)
      },
    })
    pending.body.pipe(this.#end)
  }

  get texts(): string[] {
    return this.read.map((chunk) => chunk.toString().split('\n')[1] ?? '')
  }

  async drain(): Promise<void> {
    for (let done = this.#taken.shift(); done; done = this.#taken.shift()) {
      done()
      await nextTurn()
      await nextTurn()
    }
  }
}

async function slowReader(): Promise<{ pending: PendingMessages; reader: SlowReader }> {
  const pending = new PendingMessages()
  const reader = new SlowReader(pending)
  pending.frame(SHOW, frame('1'))
  await nextTurn()
  await nextTurn()
  return { pending, reader }
}

describe('PendingMessages', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('keeps only the newest frame and one change of each topic for a slow reader', async () => {
    const { pending, reader } = await slowReader()
    for (const text of ['2', '3', '4']) {
      pending.frame(SHOW, frame(text))
      pending.frame(OTHER, frame(`other ${text}`))
      pending.changed(OTHER)
      pending.ping()
    }
    expect(reader.texts).toEqual(['1'])
    await reader.drain()
    expect(reader.texts).toEqual(['1', '4', 'other 4', `data: ${OTHER}`, 'data: '])
  })

  it('gives each stream the buffer itself', async () => {
    const shared = frame('shared')
    const readers = await Promise.all([slowReader(), slowReader()])
    for (const { pending, reader } of readers) {
      pending.frame(SHOW, shared)
      await reader.drain()
      expect(reader.read.at(-1)).toBe(shared)
    }
  })

  it('sends nothing more about a refused topic, and ends after the messages that still wait', async () => {
    const { pending, reader } = await slowReader()
    pending.frame(SHOW, frame('2'))
    pending.changed(SHOW)
    pending.refused(SHOW)
    pending.end()
    pending.frame(OTHER, frame('too late'))
    await reader.drain()
    expect(reader.texts).toEqual(['1', `data: ${SHOW}`])
    expect(reader.read.at(-1)?.toString()).toContain('event: refused')
    expect(pending.isOver).toBe(true)
  })

  it('knows how long a message has been waiting until the reader takes it', async () => {
    const { pending, reader } = await slowReader()
    expect(pending.waitingMs).toBe(0)
    vi.useFakeTimers({ toFake: ['performance'] })
    pending.ping()
    vi.advanceTimersByTime(61_000)
    pending.ping()
    expect(pending.waitingMs).toBe(61_000)
    await reader.drain()
    expect(pending.waitingMs).toBe(0)
  })
})
