import { writeFrame } from '@rollcall/contract/live'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PendingMessages, type Socket } from './pending-messages.ts'

const SHOW = 'link/show:a'
const OTHER = 'link/show:b'
const frame = (text: string) => Buffer.from(writeFrame(SHOW, JSON.stringify(text)))

/** Takes one message, and the next one only when the test asks for it. */
class SlowReader implements Socket {
  readonly read: (Buffer | string)[] = []
  isClosed = false
  readonly #taken: (() => void)[] = []

  send(message: Buffer | string, _options: object, taken: () => void): void {
    this.read.push(message)
    this.#taken.push(taken)
  }

  close(): void {
    this.isClosed = true
  }

  terminate(): void {
    this.isClosed = true
  }

  /** What each message is about, in short. */
  get messages(): string[] {
    return this.read.map((text) => {
      const { kind, view, topic } = JSON.parse(String(text))
      return [kind, view ?? topic].join(' ').trim()
    })
  }

  drain(): void {
    for (let taken = this.#taken.shift(); taken; taken = this.#taken.shift()) {
      taken()
    }
  }
}

function slowReader() {
  const pending = new PendingMessages()
  const reader = new SlowReader()
  pending.attach(reader)
  pending.frame(SHOW, frame('1'))
  return { pending, reader }
}

describe('PendingMessages', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('keeps only the newest frame and one change of each topic for a slow reader', () => {
    const { pending, reader } = slowReader()
    for (const text of ['2', '3', '4']) {
      pending.frame(SHOW, frame(text))
      pending.frame(OTHER, frame(`other ${text}`))
      pending.changed(OTHER)
      pending.ping()
    }
    expect(reader.messages).toEqual(['frame 1'])
    reader.drain()
    expect(reader.messages).toEqual([
      ...['frame 1', 'frame 4', 'frame other 4', `changed ${OTHER}`, 'ping'],
    ])
  })

  it('keeps what comes before the socket is open', () => {
    const pending = new PendingMessages()
    const reader = new SlowReader()
    pending.frame(SHOW, frame('1'))
    pending.ping()
    pending.end()
    pending.attach(reader)
    expect(reader.messages).toEqual(['frame 1', 'ping'])
    expect(reader.isClosed).toBe(true)
  })

  it('gives each page the buffer itself', () => {
    const shared = frame('shared')
    for (const { pending, reader } of [slowReader(), slowReader()]) {
      pending.frame(SHOW, shared)
      reader.drain()
      expect(reader.read.at(-1)).toBe(shared)
    }
  })

  it('sends nothing more about a refused topic, and closes after the messages that still wait', () => {
    const { pending, reader } = slowReader()
    pending.frame(SHOW, frame('2'))
    pending.changed(SHOW)
    pending.refused(SHOW)
    pending.end(700)
    pending.frame(OTHER, frame('too late'))
    reader.drain()
    expect(reader.messages).toEqual(['frame 1', `refused ${SHOW}`, 'return'])
    expect(reader.isClosed).toBe(true)
    expect(pending.isOver).toBe(true)
  })

  it('knows how long a message has been waiting until the reader takes it', () => {
    const { pending, reader } = slowReader()
    expect(pending.waitingMs).toBe(0)
    vi.useFakeTimers({ toFake: ['performance'] })
    pending.ping()
    vi.advanceTimersByTime(61_000)
    pending.ping()
    expect(pending.waitingMs).toBe(61_000)
    reader.drain()
    expect(pending.waitingMs).toBe(0)
  })
})
