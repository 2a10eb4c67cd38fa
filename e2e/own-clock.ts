/** A server for the journeys of one file, whose clock is some days behind or ahead. */
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DAY_MS } from '@rollcall/formats/durations'
import { test } from './fixtures.ts'
import { useServer } from './sessions.ts'
import { type RunningRollcall, startRollcall } from './start-server.ts'

const CLOCK = pathToFileURL(path.join(import.meta.dirname, 'site-clock.mjs'))

/**
 * Called where a file begins.
 *
 * @param days from today; the returned function restarts the server on another day
 */
export function useOwnClock(name: string, days: number): (days: number) => Promise<void> {
  const file = path.join(tmpdir(), `rollcall-${name}-clock-${process.pid}`)
  const set = (to: number) => writeFile(file, String(to * DAY_MS))
  let server: RunningRollcall | undefined
  let leaveServer: (() => void) | undefined
  test.beforeAll(async () => {
    await set(days)
    server = await startRollcall(name, {
      ...{ SITE_CLOCK_FILE: file, NODE_OPTIONS: `--import=${CLOCK}` },
    })
    leaveServer = useServer(server.origin)
  })
  test.afterAll(async () => {
    leaveServer?.()
    await server?.stop()
    await rm(file, { force: true })
  })
  // Known only once the server runs.
  test.use({ timezoneId: 'UTC', baseURL: ({ browserName: _ }, use) => use(server?.origin ?? '') })
  return async (to) => {
    await set(to)
    await server?.restart()
  }
}
