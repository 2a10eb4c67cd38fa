/** A stream of changes as a page reads it: what it received so far, what it shows, and whether it has ended. */
import { type Frame, readFrame } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import { expect } from 'vitest'
import type { Session } from './show-event.ts'
import type { TestServer } from './test-server.ts'

export class FollowedStream {
  readonly changed: string[] = []
  readonly refused: string[] = []
  /** Each frame with the id of its server-sent event. */
  readonly frames: (Frame & { id: string })[] = []
  /** How many frames came before the first ping; null until then. */
  framesAtFirstPing: number | null = null
  /** When the server asked to come back; null until then. */
  retryMs: number | null = null
  hasEnded = false
  readonly #abort = new AbortController()

  static async open(
    server: TestServer,
    topics: string,
    headers: Partial<Session> = {},
  ): Promise<FollowedStream> {
    const stream = new FollowedStream()
    const response = await fetch(`${server.origin}/api/live?topics=${topics}`, {
      headers,
      signal: stream.#abort.signal,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    void stream.#read(response)
    return stream
  }

  /** What a page of the topic shows from this stream. */
  viewOf(topic: string): ShowView | undefined {
    return this.frames.findLast((frame) => frame.topic === topic)?.view
  }

  close(): void {
    this.#abort.abort()
  }

  async #read(response: Response): Promise<void> {
    let unread = ''
    try {
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const events = (unread + text).split('\n\n')
        unread = events.pop() ?? ''
        for (const event of events) {
          this.#hear(event)
        }
      }
    } catch {
      // The test closed the stream, or it was cut off. Both end it.
    }
    this.hasEnded = true
  }

  #hear(event: string): void {
    const lines = event.split('\n').map((line) => /^(\w+): (.*)$/.exec(line) ?? [])
    const valuesOf = (field: string) =>
      lines.filter(([, name]) => name === field).map(([, , value = '']) => value)
    const data = valuesOf('data').join('\n')
    switch (valuesOf('event')[0]) {
      case 'frame':
        this.frames.push({ ...readFrame(data), id: valuesOf('id')[0] ?? '' })
        break
      case 'changed':
        this.changed.push(data)
        break
      case 'refused':
        this.refused.push(data)
        break
      case undefined:
        this.retryMs = Number(valuesOf('retry')[0])
        break
      default:
        this.framesAtFirstPing ??= this.frames.length
    }
  }
}
