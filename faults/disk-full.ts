import { chmod, chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { fetchBoard } from './answers.ts'
import { checkStored } from './check-stored.ts'
import { type Fault, must, pause, until } from './fault.ts'
import { type Answer, FaultLoad } from './fault-load.ts'
import { SEASON } from './fault-load-files.ts'
import { type ServerProcess, startServer, WELL, watch } from './server-process.ts'
import { makeSmallDisk, type SmallDisk } from './small-disk.ts'

const FULL = { ...WELL, uploads: 'no_space', uploadsOpen: 0 }
const READS = 20

export const diskFullEmbedded: Fault = {
  name: 'disk-embedded',
  promise: 'disk full, embedded: uploads 507, reads go on, nothing lost, it recovers',
  async run({ directory }) {
    const disk = await makeSmallDisk(path.join(directory, 'disk'), 768)
    let server: ServerProcess | undefined
    try {
      const dataDir = path.join(disk.directory, 'data')
      const port = await findFreePort()
      const env = { FREE_SPACE_RESERVE_MIB: '40' }
      server = await startServer({ dataDir, port, env })
      const load = new FaultLoad()
      await load.join(server.origin, ['ada', 'grace'])
      const refusedTimes = [
        // Below the reserve, the database still has room for its own writes.
        await fillAndEmpty(disk, { server, load, leaveMib: 20 }),
        await fillAndEmpty(disk, { server, load, leaveMib: 0 }),
      ]
      must((await server.stop()).code === 0, 'The server did not end cleanly')
      await checkStored(load, { dataDir })
      const refused = refusedTimes.reduce((sum, one) => sum + one, 0)
      // Without a reserve, the database itself runs out of disk.
      const bare = await startServer({ dataDir, port, env: { FREE_SPACE_RESERVE_MIB: '0' } })
      server = bare
      await disk.fill(1)
      let isOver = false
      const playing = load.play(bare.origin, { isOver: () => isOver })
      const end = await Promise.race([bare.ended, pause(20_000)])
      isOver = true
      await bare.kill()
      await playing
      await disk.empty()
      await checkStored(load, { dataDir })
      server = await startServer({ dataDir, port, env })
      await until('it is well', () => isWell(port), { withinMs: 10_000 })
      return `reserve reached and disk full to the last byte: ${refused} uploads refused with 507, reads answered, accepted again without a restart; without a reserve ${end ? 'the server said so and ended' : 'uploads were refused'}, and started again with room; ${load.uploads} acknowledged, 0 lost`
    } finally {
      await server?.kill()
      await disk.remove()
    }
  },
}

export const diskFullPostgres: Fault = {
  name: 'disk-postgres',
  promise: 'disk full, PostgreSQL: uploads 507, reads go on, nothing lost, it recovers',
  async run(place) {
    const { server: postgres } = await place.postgres()
    await chmod(place.directory, 0o755)
    const disk = await makeSmallDisk(path.join(place.directory, 'disk'), 96)
    const space = path.join(disk.directory, 'space')
    await mkdir(space)
    if (postgres.user) await chown(space, postgres.user.uid, postgres.user.gid)
    await postgres.query(`create tablespace small location '${space}'`)
    const databaseUrl = await postgres.createDatabase({ tablespace: 'small' })
    let server: ServerProcess | undefined
    try {
      const dataDir = path.join(place.directory, 'data')
      server = await startServer({ dataDir, databaseUrl, port: await findFreePort() })
      const load = new FaultLoad()
      await load.join(server.origin, ['ada', 'grace'])
      const refused = await fillAndEmpty(disk, { server, load, leaveMib: 0 })
      must((await server.stop()).code === 0, 'The server did not end cleanly')
      await checkStored(load, { dataDir, databaseUrl })
      return `tables' disk full to the last byte: ${refused} uploads refused with 507, reads answered, accepted again without a restart; ${load.uploads} acknowledged, 0 lost`
    } finally {
      await server?.kill()
      // Otherwise PostgreSQL would look for them after a crash, and not start.
      await postgres.query(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
      await postgres.query('drop tablespace small')
      await disk.remove()
    }
  },
}

async function isWell(port: number): Promise<boolean> {
  return JSON.stringify(await watch(`http://127.0.0.1:${port}`)) === JSON.stringify(WELL)
}

/** Returns how many uploads were refused. */
async function fillAndEmpty(
  disk: SmallDisk,
  {
    server: { origin, output },
    load,
    leaveMib,
  }: { server: ServerProcess; load: FaultLoad; leaveMib: number },
): Promise<number> {
  let refused = 0
  let isOver = false
  const check = ({ kind, status, error }: Answer) => {
    must(
      status === 200 || (status === 507 && error.endsWith('.')),
      `A ${kind} upload was answered ${status}: ${error} ${output()}`,
    )
    if (status === 507) refused += 1
  }
  const playing = load.play(origin, { isOver: () => isOver, onAnswer: check })
  playing.catch(() => {})
  await until('uploads go', async () => load.uploads > 5, { withinMs: 30_000 })
  await disk.fill(leaveMib)
  await Promise.race([
    playing,
    until('uploads are refused', async () => refused >= 10, { withinMs: 60_000 }),
  ])
  const full = await watch(origin)
  must(JSON.stringify(full) === JSON.stringify(FULL), `Full, it says ${JSON.stringify(full)}`)
  for (let read = 0; read < READS; read += 1) {
    must((await fetchBoard(origin, SEASON)).length > 0, 'The leaderboard is empty')
    const headers = load.streamers[0]?.session ?? { authorization: '' }
    const own = await fetch(new URL('/api/dashboard/lifetime-stats', origin), { headers })
    must(own.status === 200, `A dashboard was answered ${own.status}: ${await own.text()}`)
  }
  await disk.empty()
  const before = load.uploads
  await Promise.race([
    playing,
    until('uploads are accepted again', async () => load.uploads > before + 5, {
      withinMs: 30_000,
    }),
  ])
  isOver = true
  await playing
  const well = await watch(origin)
  must(JSON.stringify(well) === JSON.stringify(WELL), `With room, it says ${JSON.stringify(well)}`)
  return refused
}
