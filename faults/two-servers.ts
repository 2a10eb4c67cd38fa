import path from 'node:path'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { fetchAnswers, fetchBoard } from './answers.ts'
import { checkStored } from './check-stored.ts'
import { type Fault, must, readCount, until } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { racersIn, SEASON } from './fault-load-files.ts'
import { startServer } from './server-process.ts'

const FRESH_MS = 2_000

export const twoServers: Fault = {
  name: 'two-servers',
  promise: 'two servers on one PostgreSQL: same answers, uploads to both, each fresh within 2 s',
  async run(place) {
    const times = readCount('FAULT_FRESHNESS', 50)
    const { databaseUrl } = await place.postgres()
    const servers = []
    for (const name of ['a', 'b']) {
      const dataDir = path.join(place.directory, name)
      servers.push(await startServer({ dataDir, databaseUrl, port: await findFreePort() }))
    }
    const [a, b] = servers
    must(a !== undefined && b !== undefined, 'two servers')
    const load = new FaultLoad()
    await load.join(a.origin, ['ada', 'grace'])
    const [ada] = load.streamers
    must(ada !== undefined, 'a streamer')
    let slowestMs = 0
    for (let time = 1; time <= times; time += 1) {
      const [to, other] = time % 2 === 0 ? [a, b] : [b, a]
      const { status, error } = await load.upload(to.origin, ada, 'season')
      must(status === 200, `An upload was answered ${status}: ${error}`)
      const version = ada.sent.season
      const points = version * racersIn(version).length
      const isOn = async (origin: string) =>
        (await fetchBoard(origin, SEASON)).some((row) => row.totalPoints === points)
      must(await isOn(to.origin), 'The next answer of the same server does not contain the upload')
      const ms = await until('the other server shows it', () => isOn(other.origin), {
        withinMs: FRESH_MS,
      })
      slowestMs = Math.max(slowestMs, ms)
    }
    // Uploads go to both in turn.
    const before = load.uploads
    let turn = 0
    await load.play(
      () => {
        turn += 1
        return (turn % 2 === 0 ? a : b).origin
      },
      {
        isOver: () => load.uploads - before > 200,
        onAnswer: ({ status, error }) => must(status === 200, `Answered ${status}: ${error}`),
      },
    )
    await until(
      'both answer the same',
      async () => (await fetchAnswers(a.origin, load)) === (await fetchAnswers(b.origin, load)),
      { withinMs: FRESH_MS },
    )
    await Promise.all([a.stop(), b.stop()])
    await checkStored(load, { dataDir: path.join(place.directory, 'a'), databaseUrl })
    return `${times} uploads seen on the other server after ${slowestMs.toFixed(0)} ms at most; ${load.uploads - before} more to both at once, same answers`
  },
}
