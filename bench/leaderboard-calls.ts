/** Leaderboard pages asked for over HTTP, as often as it takes to know how long they take. */
import autocannon from 'autocannon'

export const PATH = '/api/leaderboard/'

/** What a call holds beside the season; the rest is what the contract has where nothing is said. */
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
  /** Calls in all; or until `signal` says that it is enough. */
  amount?: number
  signal?: AbortSignal
}

interface Timed {
  perSecond: number
  /** Of each answer, in milliseconds, from the fastest to the slowest. */
  timesMs: number[]
}

/** Asks the questions in turn, over and over. */
export async function ask(
  origin: string,
  { questions, connections, amount, signal }: Load,
): Promise<Timed> {
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
  // From the first answer on: writing the requests beforehand is the measuring side's own work.
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

/** On a virtual machine waking a process costs whoever sends to it as much as half an answer. */
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
