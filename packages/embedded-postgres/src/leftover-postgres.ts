import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { superuserUrl } from './roles.ts'

const run = promisify(execFile)

const POLL_MS = 20
/** First a clean stop, then a stop without a checkpoint. */
const STOP_SIGNALS = ['SIGINT', 'SIGQUIT'] as const
const STOP_MS = 10_000
const ANSWER_MS = 3_000
/** PostgreSQL's cannot_connect_now. */
const STARTING_OR_STOPPING = '57P03'

/**
 * Stops a PostgreSQL that still runs on `directory`, which this process has locked. If the directory is a copy, the pid
 * file may name the original's process, or another process may have that id by now. We leave both alone. Removes the
 * pid file, because PostgreSQL would not start with it.
 */
export async function stopLeftover(
  directory: string,
  warn: (message: string) => void,
): Promise<void> {
  const file = path.join(directory, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') {
      throw error
    }
    return null
  })
  if (text === null) {
    return
  }
  const [pidLine, directoryLine = ''] = text.split('\n')
  const pid = Number(pidLine)
  const found = await findProgram(pid)
  if (found === null) {
    // PostgreSQL itself checks whether parts of a dead server still use its shared memory.
    return
  }
  if (found === 'postgres') {
    const isOurs = await worksOn(directory, pid)
    if (isOurs) {
      await stopPostgres(pid, directory)
    } else if (isOurs === null && (await findProgram(pid)) === 'postgres') {
      throw new Error(
        `Process ${pid} may be an earlier database on ${directory}, which cannot be proven. Nothing was changed. ` +
          `If it is, stop it; if it is not, remove ${file}.`,
      )
    } else if (isOurs === false && path.resolve(directoryLine) === directory) {
      warn(
        `Process ${pid} is another database's and was left alone. ${file} named it for one that is gone.`,
      )
    } else if (isOurs === false) {
      warn(
        `${directory} was copied from ${directoryLine} while a database worked there: ` +
          'what was written meanwhile may be missing. Use npm run backup for copies.',
      )
    }
  }
  await rm(file, { force: true })
}

/** Whether that PostgreSQL works on the directory; null if we cannot find out. */
async function worksOn(directory: string, pid: number): Promise<boolean | null> {
  const own = await stat(directory)
  const isOwn = async (other: string) => {
    const { dev, ino } = await stat(other)
    return dev === own.dev && ino === own.ino
  }
  if (process.platform === 'linux') {
    const answer = await isOwn(`/proc/${pid}/cwd`).catch(() => null)
    if (answer !== null) {
      return answer
    }
  }
  // Other systems do not show it, and containers hide it from root. So we ask the server at our address.
  const giveUpAt = performance.now() + STOP_MS
  while (performance.now() < giveUpAt) {
    try {
      return await isOwn(await askForDirectory(directory))
    } catch (error) {
      if ((error as { code?: string }).code !== STARTING_OR_STOPPING) {
        return null
      }
      await pause(POLL_MS)
    }
  }
  return null
}

async function askForDirectory(directory: string): Promise<string> {
  const client = new pg.Client({
    connectionString: await superuserUrl(directory),
    connectionTimeoutMillis: ANSWER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory ?? ''
  } finally {
    await client.end()
  }
}

async function stopPostgres(pid: number, directory: string): Promise<void> {
  for (const signal of STOP_SIGNALS) {
    if (!reaches(pid, signal)) {
      return
    }
    const giveUpAt = performance.now() + STOP_MS
    while (performance.now() < giveUpAt) {
      if ((await findProgram(pid)) !== 'postgres') {
        return
      }
      await pause(POLL_MS)
    }
  }
  throw new Error(
    `An earlier database (process ${pid}) still runs on ${directory} and does not stop. Stop it first.`,
  )
}

/** False if the process has already ended, for example because its server was just killed. */
function reaches(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
      return false
    }
    throw error
  }
}

/** The name of a process's program; `zombie` if it has ended but still exists; null if there is no such process. */
async function findProgram(pid: number): Promise<string | null> {
  if (process.platform === 'win32') {
    const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
    return /^"(.+)\.exe"/.exec(stdout)?.[1] ?? null
  }
  // Not every Linux has ps, and no other system has /proc.
  const asked =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/stat`, 'utf8')
      : run('ps', ['-o', 'pid=,ucomm=,state=', '-p', String(pid)]).then(({ stdout }) => stdout)
  const line = await asked.catch(() => null)
  // "8412 (postgres) S …", or from ps "8412 postgres S".
  const [, name, state] = /^\s*\d+ \(?(.*?)\)?\s+([A-Z])/s.exec(line ?? '') ?? []
  return state === 'Z' ? 'zombie' : (name ?? null)
}
