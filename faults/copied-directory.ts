import { cp } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { checkStored } from './check-stored.ts'
import { type Fault, must, readCount } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { startServer, WELL, watch } from './server-process.ts'

export const copiedDirectory: Fault = {
  name: 'copy',
  promise: 'a start on a copy of a running server’s directory: said, and the original is unharmed',
  async run({ directory, progress }) {
    const times = readCount('FAULT_COPIES', 5)
    const dataDir = path.join(directory, 'data')
    const server = await startServer({ dataDir, port: await findFreePort() })
    const load = new FaultLoad()
    await load.join(server.origin, ['ada', 'grace'])
    let isOver = false
    const playing = load.play(server.origin, {
      isOver: () => isOver,
      onAnswer: ({ status, error }) => must(status === 200, `Answered ${status}: ${error}`),
    })
    playing.catch(() => {})
    const results = { opened: 0, refused: 0 }
    for (let time = 1; time <= times; time += 1) {
      const copyDir = path.join(directory, `copy-${time}`)
      // A copy as `cp -r` makes it: some files vanish meanwhile, and sockets cannot be copied.
      await cp(dataDir, copyDir, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !file.includes('.s.PGSQL') && !file.endsWith('.tmp'),
      }).catch((error: NodeJS.ErrnoException) => must(error.code === 'ENOENT', error.message))
      const copy = await startServer({ dataDir: copyDir, port: await findFreePort() }).catch(
        (error: Error) => error,
      )
      if (copy instanceof Error) {
        must(copy.message.includes(copyDir), copy.message)
        results.refused += 1
      } else {
        must(copy.output().includes(`was copied from ${dataDir}/database`), copy.output())
        await copy.kill()
        results.opened += 1
      }
      const well = await watch(server.origin)
      must(JSON.stringify(well) === JSON.stringify(WELL), `It says ${JSON.stringify(well)}`)
      progress(`${time} of ${times}`)
    }
    isOver = true
    await playing
    await checkStored(load, { dataDir })
    must((await server.stop()).code === 0, `It did not end cleanly: ${server.output()}`)
    return `${times} copies under uploads: ${results.opened} opened and said what they are, ${results.refused} refused as damaged; the original went on, ${load.uploads} acknowledged, 0 lost`
  },
}
