/** What a page follows: what it received so far, what it shows, and whether the server has ended it. */
import {
  type Frame,
  LIVE_PROTOCOL,
  type LiveMessage,
  readMessage,
  writeMessage,
} from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import { type ClientOptions, WebSocket } from 'ws'
import type { Session } from './show-event.ts'
import type { TestServer } from './test-server.ts'

const PING = writeMessage({ kind: 'ping' })

/** An opened socket, or the status and text of a refusal. */
export type Answered = { status: 101; socket: WebSocket } | { status: number; text: string }

interface Asking {
  /** Hears every message, beginning with those that come with the answer. */
  hear?: (text: string) => void
  options?: ClientOptions
}

/** Asks for a socket as a page does, but with the session in a header. */
export function askForSocket(
  { origin }: Pick<TestServer, 'origin'>,
  topics: string,
  headers: Readonly<Record<string, string>> = {},
  { hear = () => {}, options = {} }: Asking = {},
): Promise<Answered> {
  const url = `${origin.replace(/^http/, 'ws')}/api/live?topics=${topics}`
  const socket = new WebSocket(url, LIVE_PROTOCOL, { ...options, headers: { ...headers } })
  // Before it is open, because the first messages may come with the answer.
  socket.on('message', (data) => hear(String(data)))
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ status: 101, socket }))
    socket.once('unexpected-response', async (_request, response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('')
      resolve({ status: response.statusCode ?? 0, text })
    })
    socket.on('error', reject)
  })
}

/**
 * What a page would show at once, as JSON: the newest frame of each topic and the refusals up to the first ping, or the
 * refusal of all. Whether a topic changed in the meantime depends on the moment, so it is left out.
 */
export async function readFirstMessages(
  server: Pick<TestServer, 'origin'>,
  topics: string,
  headers: Partial<Session> = {},
): Promise<{ status: number; text: string }> {
  const { promise: isThere, resolve } = Promise.withResolvers<void>()
  const messages: LiveMessage[] = []
  const hear = (text: string) => {
    messages.push(JSON.parse(text))
    if (text === PING) {
      resolve()
    }
  }
  const answered = await askForSocket(server, topics, { ...headers }, { hear })
  if (!('socket' in answered)) {
    return answered
  }
  await isThere
  answered.socket.close()
  const frames = messages.filter(({ kind }) => kind === 'frame') as Frame[]
  const refused = messages.filter(({ kind }) => kind === 'refused') as { topic: string }[]
  const text = JSON.stringify({
    frames: Object.fromEntries(frames.map(({ topic, view }) => [topic, view])),
    refused: refused.map(({ topic }) => topic).sort(),
  })
  return { status: answered.status, text }
}

export class FollowedStream {
  readonly changed: string[] = []
  readonly refused: string[] = []
  readonly frames: Frame[] = []
  /** How many frames came before the first ping; null until then. */
  framesAtFirstPing: number | null = null
  /** When the server asked to come back; null until then. */
  returnAfterMs: number | null = null
  hasEnded = false
  #socket: WebSocket | undefined

  static async open(
    server: TestServer,
    topics: string,
    headers: Partial<Session> = {},
  ): Promise<FollowedStream> {
    const stream = new FollowedStream()
    const hear = (text: string) => stream.#hear(text)
    const answered = await askForSocket(server, topics, { ...headers }, { hear })
    if (!('socket' in answered)) {
      throw new Error(`the server refused with ${answered.status}: ${answered.text}`)
    }
    stream.#socket = answered.socket
    answered.socket.once('close', () => {
      stream.hasEnded = true
    })
    return stream
  }

  /** What a page of the topic shows. */
  viewOf(topic: string): ShowView | undefined {
    return this.frames.findLast((frame) => frame.topic === topic)?.view
  }

  close(): void {
    this.#socket?.close()
  }

  #hear(text: string): void {
    const message = readMessage(text, (cause) => {
      throw cause
    })
    switch (message.kind) {
      case 'frame':
        this.frames.push(message)
        break
      case 'changed':
      case 'refused':
        this[message.kind].push(message.topic)
        break
      case 'return':
        this.returnAfterMs = message.afterMs
        break
      default:
        this.framesAtFirstPing ??= this.frames.length
    }
  }
}
