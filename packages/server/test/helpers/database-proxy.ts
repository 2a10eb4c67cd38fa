import { once } from 'node:events'
import net from 'node:net'

/** A proxy between a process and its database: it can pass everything on, freeze or cut connections. */
export class DatabaseProxy {
  readonly #server: net.Server
  readonly #pairs = new Set<[net.Socket, net.Socket]>()
  readonly #url: URL
  #isFrozen = false
  /** How many messages of the process still pass before the connections are cut; null: any number. */
  #untilCut: number | null = null

  constructor(url: string) {
    this.#url = new URL(url)
    const database = this.#url
    const host = database.searchParams.get('host')
    const port = Number(database.port || 5432)
    this.#server = net.createServer((client) => {
      const upstream = host?.startsWith('/')
        ? net.connect(`${host}/.s.PGSQL.${port}`)
        : net.connect(port, database.hostname)
      const pair: [net.Socket, net.Socket] = [client, upstream]
      this.#pairs.add(pair)
      for (const [from, to] of [pair, pair.toReversed() as typeof pair]) {
        from.on('data', (bytes) => {
          to.write(bytes)
          if (from === client && this.#untilCut !== null && --this.#untilCut < 0) {
            this.#untilCut = null
            this.cut()
          }
        })
        from.on('error', () => {})
        from.on('close', () => {
          this.#pairs.delete(pair)
          to.destroy()
        })
        if (this.#isFrozen) {
          from.pause()
        }
      }
    })
  }

  /** Returns the database's address through the proxy. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const url = new URL(this.#url)
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`
    return url.href
  }

  freeze(): void {
    this.#isFrozen = true
    this.#each((socket) => socket.pause())
  }

  thaw(): void {
    this.#isFrozen = false
    this.#each((socket) => socket.resume())
  }

  cut(): void {
    this.#each((socket) => socket.destroy())
  }

  /** Cuts all connections after that many more messages of the process, and one that gets no answer. */
  cutAfter(messages: number): void {
    this.#untilCut = messages
  }

  /** Whether `cutAfter` has not cut yet. */
  get isArmed(): boolean {
    return this.#untilCut !== null
  }

  stop(): void {
    this.cut()
    this.#server.close()
  }

  #each(act: (socket: net.Socket) => void): void {
    for (const pair of this.#pairs) {
      pair.forEach(act)
    }
  }
}
