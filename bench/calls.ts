/** Asks over HTTP, and measures how long the answers take. */

import http from 'node:http'
import autocannon from 'autocannon'

export const CONNECTIONS = 16

export interface TimedGets {
  /** Asked for in turn, over and over. */
  paths: readonly string[]
  calls: number
  headers?: Record<string, string>
}

/** Returns how long each answer took, in milliseconds, in the order of the answers. @throws if an answer is not 200 */
export async function timeGets(
  origin: string,
  { paths, calls, headers = {} }: TimedGets,
): Promise<number[]> {
  const times: number[] = []
  const finished = Promise.withResolvers<void>()
  const options = {
    url: origin,
    connections: CONNECTIONS,
    amount: calls,
    requests: paths.map((path) => ({ method: 'GET' as const, path, headers })),
    // How often autocannon checks whether it is done.
    sampleInt: 50,
  }
  const running = autocannon(options, (error) => {
    if (error) finished.reject(error)
    else finished.resolve()
  })
  running.on('response', (_client, status, _bytes, durationMs) => {
    if (status === 200) times.push(durationMs)
  })
  await finished.promise
  if (times.length !== calls) {
    throw new Error(`${paths[0]}: ${times.length} of ${calls} calls were answered with 200`)
  }
  return times
}

export const PATH = '/api/leaderboard/'

/** A call's body; everything absent takes the contract's default. */
export interface Question {
  season: number
  channel?: string
  page?: number
  sortBy?: string
  sortOrder?: 'ASC' | 'DESC'
}

export interface Load {
  questions: readonly Question[]
  connections: number
  /** The number of calls; if absent, calls are made until `signal` aborts. */
  amount?: number
  signal?: AbortSignal
}

interface Timings {
  perSecond: number
  /** The time of each answer in milliseconds, sorted from the fastest to the slowest. */
  timesMs: number[]
}

/** Asks the questions in turn, over and over. */
export async function ask(
  origin: string,
  { questions, connections, amount, signal }: Load,
): Promise<Timings> {
  const timesMs: number[] = []
  const failed = new Set<string>()
  const options = {
    url: origin,
    connections,
    ...(amount === undefined ? { duration: 600 } : { amount }),
    requests: questions.map((question) => ({
      method: 'POST' as const,
      path: PATH,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
    })),
  }
  const finished = Promise.withResolvers<void>()
  // Counts from the first answer: preparing the requests is the client's own work.
  let start = Number.NaN
  let end = Number.NaN
  const sleep = stayAwake()
  const running = autocannon(options, (error) => {
    if (error) finished.reject(error)
    else finished.resolve()
  })
  running.on('response', (_client, status, _bytes, durationMs) => {
    end = performance.now()
    if (Number.isNaN(start)) start = end
    if (status === 200) timesMs.push(durationMs)
    else failed.add(`status ${status}`)
  })
  running.on('reqError', (error) => failed.add(String(error)))
  signal?.addEventListener('abort', () => running.stop())
  await finished.promise.finally(sleep)
  if (failed.size > 0 && !signal?.aborted) {
    throw new Error(`A leaderboard page was answered with ${[...failed].join(', ')}`)
  }
  timesMs.sort((a, b) => a - b)
  return { perSecond: (timesMs.length / (end - start)) * 1_000, timesMs }
}

/** On a virtual machine, waking a sleeping process costs the sender half as much as an answer. */
function stayAwake(): () => void {
  let isAwake = true
  const turn = () => {
    if (isAwake) setImmediate(turn)
  }
  turn()
  return () => {
    isAwake = false
  }
}

export async function askOnce(origin: string, question: Question): Promise<string> {
  const response = await fetch(new URL(PATH, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  })
  if (response.status !== 200) {
    throw new Error(`A leaderboard page was answered with ${response.status}`)
  }
  return response.text()
}

/** The status of the answer once all of it has arrived; 0 if the connection ended without one. */
export function getFrom(
  url: string | URL,
  options: Pick<http.RequestOptions, 'agent' | 'localAddress' | 'signal'>,
): Promise<number> {
  return new Promise((resolve) => {
    const request = http.get(url, options)
    request.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', () => resolve(0))
  })
}
