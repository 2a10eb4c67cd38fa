import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { checkStored } from './check-stored.ts'
import { type Fault, must, readCount } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { type ServerProcess, spawnServer, startServer, WELL, watch } from './server-process.ts'

export const secondServer: Fault = {
  name: 'second',
  promise: 'a second server on one data directory is refused; the first one is not disturbed',
  async run({ directory, progress }) {
    const times = readCount('FAULT_SECOND_SERVERS', 10)
    const dataDir = path.join(directory, 'data')
    const load = new FaultLoad()
    let slowestMs = 0
    for (let time = 1; time <= times; time += 1) {
      const first = await startServer({ dataDir, port: await findFreePort() })
      if (time === 1) await load.join(first.origin, ['ada'])
      let isOver = false
      const playing = load.play(first.origin, { isOver: () => isOver })
      slowestMs = Math.max(slowestMs, await startSecond(dataDir, first))
      isOver = true
      // Even after kill -9 the next server can use the directory.
      await first.kill()
      await playing
      await checkStored(load, { dataDir })
      progress(`${time} of ${times}`)
    }
    return `${times} times refused, by name of the process, after ${(slowestMs / 1000).toFixed(1)} s at most, its start included; the directory was free at once after kill -9; ${load.uploads} acknowledged by the first, 0 lost`
  },
}

/** Returns how long the refusal took. */
export async function startSecond(dataDir: string, first: ServerProcess): Promise<number> {
  const began = performance.now()
  const second = spawnServer({ dataDir, port: await findFreePort() })
  const { code } = await second.ended
  const ms = performance.now() - began
  must(code === 1, `The second server ended with ${code}`)
  must(
    second.output().includes(`in use by another server (process ${first.pid})`),
    `The second server wrote: ${second.output()}`,
  )
  const state = await watch(first.origin)
  must(JSON.stringify(state) === JSON.stringify(WELL), `The first is ${JSON.stringify(state)}`)
  return ms
}
