/** Asks for paths over HTTP on 16 connections, and measures how long the answers take. */
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
