import { randomInt } from 'node:crypto'
import { cp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { checkStored } from './check-league.ts'
import { layOutAfterCut } from './disk-after-cut.ts'
import { countOf, type Fault, type FaultPlace, must, pause, until } from './fault.ts'
import { League } from './league.ts'
import { freePort, startServer } from './server-process.ts'

const CACHE = new URL('./disk-cache.ts', import.meta.url).href
/**
 * Every so many, and the first, ends with a clean stop: its checkpoint counts on data files and their
 * names being synced, those of the tables that were made just before as well.
 */
const STOPPED = 4
const CONTROLS = 3
/** A cut that is not one of those. */
const KILLED = 3
/** Of the writes, where the disk takes some before it is asked: every other cut. */
const EARLY_SHARE = '0.3'

export const powerCut: Fault = {
  name: 'power',
  promise:
    'power loss, embedded: what was not synced is gone, what was acknowledged is there, it opens',
  async run(place) {
    const cuts = countOf('FAULT_POWER_CUTS', 20)
    const league = new League()
    const dataDir = path.join(place.directory, 'data')
    const port = await freePort()
    for (let cut = 1; cut <= cuts; cut += 1) {
      await playUntilCut(place, { league, dataDir, port, cut })
      await checkStored(league, { dataDir })
      place.progress(`${cut} of ${cuts} cuts`)
    }
    const acknowledged = league.uploads
    let damaged = 0
    const good = path.join(place.directory, 'good')
    await cp(dataDir, good, { recursive: true })
    for (let control = 1; control <= CONTROLS; control += 1) {
      await rm(dataDir, { recursive: true })
      await cp(good, dataDir, { recursive: true })
      const deceived = league.copy()
      const env = { POWER_LIES: '1' }
      await playUntilCut(place, { league: deceived, dataDir, port, cut: KILLED, env })
      const isWhole = await checkStored(deceived, { dataDir }).then(
        () => true,
        () => false,
      )
      if (!isWhole) damaged += 1
      place.progress(`${control} of ${CONTROLS} controls`)
    }
    must(damaged === CONTROLS, `Without syncs only ${damaged} of ${CONTROLS} cuts lost anything`)
    return `${cuts} cuts, ${acknowledged} acknowledged, 0 lost, all opened; control with syncs that do nothing: ${damaged} of ${CONTROLS} lost uploads or did not open`
  },
}

async function playUntilCut(
  place: FaultPlace,
  round: {
    league: League
    dataDir: string
    port: number
    cut: number
    env?: Record<string, string>
  },
): Promise<void> {
  const { league, dataDir, port, cut } = round
  const shadow = path.join(place.directory, 'shadow')
  const env = {
    POWER_SHADOW: shadow,
    ...(cut % 2 === 0 && { POWER_WRITES_EARLY: EARLY_SHARE }),
    ...round.env,
  }
  const server = await startServer({ dataDir, port, preload: CACHE, env })
  if (league.streamers.length === 0) await league.join(server.origin, ['ada', 'grace'])
  let isOver = false
  const playing = league.play(server.origin, { isOver: () => isOver })
  const target = league.uploads + randomInt(5, 40)
  await until('there are uploads', async () => league.uploads >= target, { withinMs: 60_000 })
  await pause(randomInt(0, 40))
  isOver = true
  if (cut % STOPPED === 1) {
    await playing
    const { code } = await server.stop()
    must(code === 0, `A clean stop ended with ${code}: ${server.said()}`)
  } else {
    await server.kill()
    await playing
  }
  const directory = path.join(dataDir, 'database')
  await rm(directory, { recursive: true })
  await layOutAfterCut(shadow, path.join(place.directory, 'after'))
  await rename(path.join(place.directory, 'after'), directory)
  await rm(shadow, { recursive: true })
}
