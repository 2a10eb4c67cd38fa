/**
 * `npm run test:faults` tries each fault, or only the named ones, and prints a table of the results. Environment
 * variables set how often each strikes: docs/operating.md.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endAllCompanions } from '@rollcall/companion/testing/companion-process'
import { CannotRun, makePostgres, type OwnPostgres } from '@rollcall/server/testing/own-postgres'
import { FAULTS } from './all-faults.ts'
import type { Fault, FaultPlace } from './fault.ts'
import { NotInstalled } from './fault.ts'
import { endAllServers } from './server-process.ts'
import { removeSmallDisks } from './small-disk.ts'

interface Outcome {
  fault: Fault
  verdict: 'held' | 'FAILED' | 'NOT RUN' | 'skipped'
  figures: string
  seconds: number
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !FAULTS.some((fault) => fault.name.startsWith(name)))
if (unknown !== undefined) {
  print(`There is no fault ${unknown}. There are: ${FAULTS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const root = await mkdtemp(path.join(tmpdir(), 'rollcall-faults-'))
// PostgreSQL may run as another user, who needs access to its own directory below.
await chmod(root, 0o711)
let postgres: Promise<OwnPostgres> | undefined
const outcomes: Outcome[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(1)))
}
try {
  for (const fault of FAULTS) {
    if (chosen.length > 0 && !chosen.some((name) => fault.name.startsWith(name))) continue
    outcomes.push(await runFault(fault))
  }
} finally {
  await cleanUp()
}
report()

async function cleanUp(): Promise<void> {
  endAllServers()
  endAllCompanions()
  const server = await postgres?.catch(() => undefined)
  await server?.stop('immediate').catch(() => {})
  await removeSmallDisks()
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
}

async function runFault(fault: Fault): Promise<Outcome> {
  const began = performance.now()
  const directory = path.join(root, fault.name)
  await mkdir(directory)
  const place: FaultPlace = {
    directory,
    async postgres() {
      postgres ??= makePostgres(path.join(root, 'postgres'))
      const server = await postgres
      return { server, databaseUrl: await server.createDatabase() }
    },
    progress: (line) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${fault.name}: ${line}        `)
    },
  }
  print(`${fault.name} …`)
  const outcome = await fault.run(place).then(
    (figures) => ({ verdict: 'held' as const, figures }),
    (error: Error) =>
      error instanceof CannotRun || error instanceof NotInstalled
        ? {
            verdict: error instanceof NotInstalled ? ('skipped' as const) : ('NOT RUN' as const),
            figures: error.message,
          }
        : { verdict: 'FAILED' as const, figures: error.stack ?? error.message },
  )
  endAllServers()
  endAllCompanions()
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  const seconds = (performance.now() - began) / 1_000
  print(`${fault.name}: ${outcome.verdict}, ${seconds.toFixed(0)} s. ${outcome.figures}`)
  return { fault, seconds, ...outcome }
}

function report(): void {
  print('')
  print('| what | held | seconds | figures |')
  print('|---|---|---|---|')
  for (const { fault, verdict, figures, seconds } of outcomes) {
    const [line = ''] = figures.split('\n')
    print(`| ${fault.promise} | ${verdict} | ${seconds.toFixed(0)} | ${line} |`)
  }
  process.exitCode = outcomes.every(({ verdict }) => verdict === 'held' || verdict === 'skipped')
    ? 0
    : 1
}
