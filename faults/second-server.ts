import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { checkStored } from './check-stored.ts'
import { countOf, type Fault, must } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { type ServerProcess, spawnServer, startServer, WELL, watch } from './server-process.ts'

export const secondServer: Fault = {
  name: 'second',
  promise: 'a second server on one data directory is refused; the first one works on',
  async run({ directory, progress }) {
    const times = countOf('FAULT_SECOND_SERVERS', 10)
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
      // However it ends, the next one has the directory.
      await first.kill()
      await playing
      await checkStored(load, { dataDir })
      progress(`${time} of ${times}`)
    }
    return `${times} times refused, by name of the process, after ${(slowestMs / 1000).toFixed(1)} s at most, its start included; the directory was free at once after kill -9; ${load.uploads} acknowledged by the first, 0 lost`
  },
}

/** Gives how long it took to be refused. */
export async function startSecond(dataDir: string, first: ServerProcess): Promise<number> {
  const began = performance.now()
  const second = spawnServer({ dataDir, port: await findFreePort() })
  const { code } = await second.ended
  const ms = performance.now() - began
  must(code === 1, `The second server ended with ${code}`)
  must(
    second.said().includes(`in use by another server (process ${first.pid})`),
    `The second server said: ${second.said()}`,
  )
  const said = await watch(first.origin)
  must(JSON.stringify(said) === JSON.stringify(WELL), `The first is ${JSON.stringify(said)}`)
  return ms
}
