/** A show in front of many: its organiser, and its followers on the public page, the overlay and the stage. */
import { once } from 'node:events'
import type { LiveMessage } from '@rollcall/contract/live'
import type { SessionHeader } from '@rollcall/demo/api-client'
import { askForSocket } from '@rollcall/server/testing/followed-stream'
import { EVENT_HEADINGS, eventUpload } from '@rollcall/server/testing/game-files'
import type { WebSocket } from 'ws'
import { pause } from '../fault.ts'
import type { FaultLoad } from '../fault-load.ts'
import type { Tally } from './tally.ts'

const RACERS = 800
const START_RANK = 500
/** As a page in a browser: RETRY_MS of `web/src/api/live-socket.ts`. */
const RETRY_MS = 5_000
const SILENCE_MS = 45_000
const OPENED_AT_ONCE = 25

interface Room {
  version: number
  waitMs: number
  publicToken: string | null
  overlayToken: string | null
}

export class Show {
  readonly followers: Follower[] = []
  /** The version that followers must reach. */
  version = 0
  readonly #origin: string
  readonly #tally: Tally
  #control = ''
  #session: SessionHeader = { authorization: '' }

  constructor(origin: string, tally: Tally) {
    this.#origin = origin
    this.#tally = tally
  }

  /** Begins the show of an event of the load's last streamer. */
  async begin(load: FaultLoad): Promise<void> {
    const host = load.streamers.at(-1)
    if (host === undefined) throw new Error('The show needs a streamer')
    this.#session = host.session
    this.#control = `/api/show/control/${host.eventId}`
    await this.#uploadBoard(host)
    await this.#call('/settings', { isSealed: false, isPublic: true, isListed: false }, 'PUT')
    await this.#call('/token', { of: 'public' })
    const room = await this.#call<Room>('/token', { of: 'overlay' })
    const move = { kind: 'start', phase: 'live', startRank: START_RANK }
    this.version = (await this.#call<Room>('/move', { version: room.version, move })).version
    this.#topics = [
      `link/show:${room.publicToken}`,
      `link/overlay:${room.overlayToken}`,
      `organiser/stage:${host.eventId}`,
    ]
  }

  #topics: string[] = []

  /** The token of the public page. */
  get publicToken(): string {
    return this.#topics[0]?.split(':')[1] ?? ''
  }

  /** One follower in fifty has the stage open and one the overlay; the others follow the public page. */
  async follow(count: number): Promise<void> {
    const [page = '', overlay = '', stage = ''] = this.#topics
    for (let index = 0; index < count; index += 1) {
      const topic = index % 50 === 0 ? stage : index % 50 === 1 ? overlay : page
      const headers = topic === stage ? { ...this.#session } : {}
      this.followers.push(new Follower(topic ?? '', headers, this.#tally))
    }
    for (let from = 0; from < count; from += OPENED_AT_ONCE) {
      const some = this.followers.slice(from, from + OPENED_AT_ONCE)
      for (const follower of some) void follower.follow(this.#origin)
      while (some.some(({ version }) => version < this.version)) await pause(50)
    }
  }

  /** Uncovers the next rank, again and again until that was accepted. */
  async press(): Promise<void> {
    let version = this.version
    for (;;) {
      const { status, body } = await this.#ask('/move', { version, move: { kind: 'next' } })
      if (status === 200) {
        this.version = (body as Room).version
        return
      }
      await pause(500)
      // A press whose answer was lost has moved the show.
      const { status: asked, body: room } = await this.#ask('')
      if (asked === 200) version = (room as Room).version
      if (asked === 200 && version > this.version) {
        this.version = version
        return
      }
    }
  }

  countBehind(): number {
    return this.followers.filter(({ version }) => version < this.version).length
  }

  leave(): void {
    for (const follower of this.followers) follower.leave()
  }

  async #uploadBoard({ session, name, eventId }: FaultLoad['streamers'][number]): Promise<void> {
    const rows = Array.from(
      { length: RACERS },
      (_, index) => `marble${index},${name},1,0,1,0,0,0,0,0,0,0,${10_000 - index}`,
    )
    const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
    const { url, headers, payload } = eventUpload({ eventId, eventData }, { headers: session })
    const answer = await fetch(new URL(String(url), this.#origin), {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(payload as Buffer),
    })
    if (answer.status !== 200) throw new Error(`The show's board was answered ${answer.status}`)
  }

  /** Again and again until it is accepted. */
  async #call<Answer>(path: string, body: object, method = 'POST'): Promise<Answer> {
    let answer = await this.#ask(path, body, method)
    while (answer.status === 503 || answer.status === 0) {
      await pause(500)
      answer = await this.#ask(path, body, method)
    }
    if (answer.status !== 200) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return answer.body as Answer
  }

  /** Status 0 if the connection ended without an answer. */
  async #ask(
    path: string,
    body?: object,
    method = body ? 'POST' : 'GET',
  ): Promise<{ status: number; body: unknown }> {
    const headers = { ...this.#session, ...(body && { 'content-type': 'application/json' }) }
    try {
      const answer = await fetch(new URL(`${this.#control}${path}`, this.#origin), {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(30_000),
      })
      const said = (await answer.json()) as { error?: string }
      // A press while a blur is clearing, or for an earlier version, is refused as it should be.
      if (answer.status !== 409) this.#tally.record(`press`, answer.status, said.error)
      return { status: answer.status, body: said }
    } catch (error) {
      this.#tally.record('press', 0, (error as Error).message)
      return { status: 0, body: null }
    }
  }
}

/** A page that follows the show, and comes back as a browser does. */
class Follower {
  version = 0
  readonly #topic: string
  readonly #headers: Record<string, string>
  readonly #tally: Tally
  #socket: WebSocket | null = null
  #isLeaving = false

  constructor(topic: string, headers: Record<string, string>, tally: Tally) {
    this.#topic = topic
    this.#headers = headers
    this.#tally = tally
  }

  async follow(origin: string): Promise<void> {
    while (!this.#isLeaving) {
      const retryMs = await this.#read(origin).catch((error: Error) => {
        if (!this.#isLeaving) this.#tally.record('socket', 0, error.message)
        return RETRY_MS
      })
      if (!this.#isLeaving) await pause(retryMs)
    }
  }

  leave(): void {
    this.#isLeaving = true
    this.#socket?.terminate()
  }

  /** Follows until the socket closes or is silent for too long; returns when to come back. */
  async #read(origin: string): Promise<number> {
    let retryMs = RETRY_MS
    let silence: ReturnType<typeof setTimeout> | undefined
    const expectWord = () => {
      clearTimeout(silence)
      silence = setTimeout(() => this.#socket?.terminate(), SILENCE_MS)
    }
    const hear = (text: string) => {
      expectWord()
      const message = JSON.parse(text) as LiveMessage
      if (message.kind === 'frame') this.version = message.view.version
      if (message.kind === 'return') retryMs = message.afterMs
    }
    const options = { handshakeTimeout: SILENCE_MS }
    const answered = await askForSocket({ origin }, this.#topic, this.#headers, { hear, options })
    if (!('socket' in answered)) {
      const sentence = /"error":"([^"]*)"/.exec(answered.text)?.[1] ?? answered.text
      this.#tally.record('socket', answered.status, sentence)
      return retryMs
    }
    this.#socket = answered.socket
    if (this.#isLeaving) this.leave()
    expectWord()
    await once(answered.socket, 'close').catch(() => {
      // The connection was cut; a page comes back.
    })
    clearTimeout(silence)
    this.#tally.record('socket', 200)
    return retryMs
  }
}
