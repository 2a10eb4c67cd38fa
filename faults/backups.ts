import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { fetchAnswers } from './answers.ts'
import { checkStored } from './check-stored.ts'
import { type Fault, type FaultPlace, must, readCount } from './fault.ts'
import { FaultLoad } from './fault-load.ts'
import { startServer } from './server-process.ts'

const run = promisify(execFile)

interface Place {
  dataDir: string
  databaseUrl?: string | undefined
}

export const backups: Fault = {
  name: 'backup',
  promise:
    'backup of a server under uploads, restored elsewhere on either database: whole, verify passes, same answers',
  async run(place) {
    const times = readCount('FAULT_BACKUPS', 4)
    const figures: string[] = []
    for (const kind of ['embedded', 'PostgreSQL'] as const) {
      figures.push(await backUp(place, kind, times))
    }
    return figures.join('; ')
  },
}

async function backUp(
  place: FaultPlace,
  kind: 'embedded' | 'PostgreSQL',
  times: number,
): Promise<string> {
  const newPlace = async (name: string, on: typeof kind): Promise<Place> => ({
    dataDir: path.join(place.directory, `${kind}-${name}`),
    ...(on === 'PostgreSQL' && { databaseUrl: (await place.postgres()).databaseUrl }),
  })
  const source = await newPlace('source', kind)
  const server = await startServer({ ...source, port: await findFreePort() })
  const load = new FaultLoad()
  await load.join(server.origin, ['ada', 'grace'])
  let uploadsMeanwhile = 0
  for (let time = 1; time <= times; time += 1) {
    const file = path.join(place.directory, `${kind}-${time}.backup`)
    let isOver = false
    const playing = load.play(server.origin, { isOver: () => isOver })
    while (load.uploads < 10 * time) await new Promise((resolve) => setTimeout(resolve, 5))
    // Uploads acknowledged before the backup must be in it; uploads sent during it may be.
    const expectedLoad = load.copy()
    const before = load.uploads
    await command('backup', source, [file])
    uploadsMeanwhile += load.uploads - before
    for (const [index, { sent }] of load.streamers.entries()) {
      Object.assign(expectedLoad.streamers[index]?.sent ?? {}, sent)
    }
    isOver = true
    await playing
    const target = await newPlace(`target-${time}`, time % 2 === 0 ? 'PostgreSQL' : 'embedded')
    await command('restore', target, [file, 'none'])
    await command('verify', target, [])
    await checkStored(expectedLoad, target)
    place.progress(`${kind}: ${time} of ${times}`)
  }
  // A backup of an idle server, restored on either database, must give the same answers.
  const file = path.join(place.directory, `${kind}-rest.backup`)
  await command('backup', source, [file])
  const expected = await fetchAnswers(server.origin, load)
  for (const on of ['embedded', 'PostgreSQL'] as const) {
    const target = await newPlace(`rest-${on}`, on)
    await command('restore', target, [file, 'none'])
    const restored = await startServer({ ...target, port: await findFreePort() })
    const answers = await fetchAnswers(restored.origin, load)
    await restored.kill()
    must(answers === expected, `From ${kind} to ${on} the answers differ`)
  }
  await server.stop()
  const { size } = await stat(file)
  return `from ${kind}: ${times} under load (${uploadsMeanwhile} uploads meanwhile), restored by turns on embedded and PostgreSQL, ${(size / 1024).toFixed(0)} kB, same answers from both`
}

/** Runs a command as an operator would; fails with its output. */
async function command(name: string, { dataDir, databaseUrl }: Place, args: string[]) {
  const script = createRequire(import.meta.url).resolve(`@rollcall/server/${name}`)
  const { PATH = '', HOME = '' } = process.env
  const secret = {
    SESSION_SECRET: 'only-for-the-faults-0123456789-abcdef',
    PRIVACY_KEY: 'only-for-the-faults-abcdef-0123456789',
  }
  await run(process.execPath, [script, ...args], {
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secret }),
    },
  }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${name} failed: ${error.stdout} ${error.stderr}`)
  })
}
