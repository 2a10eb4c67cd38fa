/**
 * The worst that one caller can do within the rate limits, in a separate thread and from a separate address. The
 * thread repeats its attacks until it gets a message to stop, then reports the answers.
 */
import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface Attack {
  connections: number
  path: string
  headers: Readonly<Record<string, string>>
  /** `{n}` in a text is replaced by the number of the call; null makes it a GET. */
  body: Uint8Array | string | null
}

export interface AttackOrder {
  origin: string
  address: string
  attacks: readonly Attack[]
}

/** Answers by status; 0 is a connection that ended without one. */
export type AttackReport = Record<number, number>

/** How long an attacker waits after a 429 or a 503. */
const REFUSED_PAUSE_MS = 250

if (parentPort !== null) {
  const stopped = new AbortController()
  parentPort.once('message', () => stopped.abort())
  const { origin, address, attacks } = workerData as AttackOrder
  const agent = new http.Agent({ keepAlive: true, localAddress: address })
  const answers: AttackReport = {}
  let calls = 0
  const repeat = async (attack: Attack) => {
    while (!stopped.signal.aborted) {
      calls += 1
      const status = await send(attack, calls)
      if (!stopped.signal.aborted) answers[status] = (answers[status] ?? 0) + 1
      if (status === 429 || status === 503) {
        await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
      }
    }
  }
  const send = ({ path, headers, body }: Attack, number: number) =>
    new Promise<number>((resolve) => {
      const content = typeof body === 'string' ? body.replaceAll('{n}', String(number)) : body
      const request = http.request(new URL(path, origin), {
        agent,
        method: body === null ? 'GET' : 'POST',
        headers: { ...headers, ...(content && { 'content-length': Buffer.byteLength(content) }) },
        signal: stopped.signal,
      })
      request.on('response', (response) => {
        response.resume()
        response.on('close', () => resolve(response.statusCode ?? 0))
      })
      request.on('error', () => resolve(0))
      request.end(content)
    })
  await Promise.all(
    attacks.flatMap((attack) => Array.from({ length: attack.connections }, () => repeat(attack))),
  )
  agent.destroy()
  parentPort.postMessage(answers)
}
