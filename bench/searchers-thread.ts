/** One address that asks for its paths on a few connections, and goes on after each refusal. It reports its answers by status. */
import { once } from 'node:events'
import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { getFrom } from './calls.ts'

const CONNECTIONS = 4
const REFUSED_PAUSE_MS = 250

const { origin, address, paths } = workerData as {
  origin: string
  address: string
  paths: readonly string[]
}
const stopped = new AbortController()
const agent = new http.Agent({ keepAlive: true, localAddress: address })
const answers: Record<number, number> = {}
let next = 0
parentPort?.postMessage('ready')
if (parentPort) await once(parentPort, 'message')
parentPort?.once('message', () => stopped.abort())
await Promise.all(Array.from({ length: CONNECTIONS }, repeat))
agent.destroy()
parentPort?.postMessage(answers)

async function repeat(): Promise<void> {
  while (!stopped.signal.aborted) {
    const path = paths[next % paths.length] ?? '/'
    next += 1
    const status = await getFrom(new URL(path, origin), { agent, signal: stopped.signal })
    if (!stopped.signal.aborted) answers[status] = (answers[status] ?? 0) + 1
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS))
  }
}
