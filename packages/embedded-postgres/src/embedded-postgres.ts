import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDataDirectory } from './data-directory-lock.ts'
import { DatabaseLog } from './database-log.ts'
import { stopLeftover } from './leftover-postgres.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'
import {
  ensureProductRole,
  PASSWORD_FILES,
  productUrl,
  SUPERUSER_PASSWORD_FILE,
  writePassword,
} from './roles.ts'
import { syncDirectory } from './sync-directory.ts'
import type { LaunchedProgram } from './windows-postgres.ts'

export const MAJOR_VERSION = '18'
/** Where an upgrade puts the new database until it has its name. */
export const UPGRADED = 'database.upgraded'
/**
 * How long the path of the socket's directory may be; leaves room for the socket's name, and for systems other than
 * Linux.
 */
const SOCKET_DIR_BYTES = 85
const RETRY_MS = 1_000
/**
 * How long the last statement of a killed server can keep running, and keep its shared memory in use: a little longer
 * than the server lets most statements take.
 */
const LAST_STATEMENT_MS = 8_000

/** Durability settings keep PostgreSQL's defaults: `fsync`, `full_page_writes` and `synchronous_commit` are on. */
const SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '50',
  shared_buffers: '64MB',
  // After a crash, the next start has to read this much log. Four times as much took 12 s.
  max_wal_size: '256MB',
  // The server itself reports failed statements, and this log must not contain values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

/**
 * Starts the database in `dataDir/database`, creates it on the first start, and restarts it if it dies. Locks the
 * data directory. Rejects with one readable sentence; never deletes or repairs data.
 */
export async function startEmbedded(options: {
  dataDir: string
  warn(message: string): void
  settings?: Readonly<Record<string, string>>
}): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const unlock = await lockDataDirectory(dataDir)
  try {
    const settings = { ...SETTINGS, ...options.settings }
    const directory = path.join(dataDir, 'database')
    await finishUpgrade(dataDir)
    const isThere = await isDatabase(directory)
    const programs = await findPostgresPrograms(dataDir)
    if (!isThere) {
      await createDatabase(directory, { programs, isSynced: settings.fsync !== 'off' })
    }
    const { url, stop } = await startCluster(dataDir, { ...options, settings, programs })
    return { url, stop: () => stop().then(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Runs the database of a data directory that is locked, with programs of its version. */
export async function startCluster(
  dataDir: string,
  {
    programs,
    warn,
    settings = SETTINGS,
  }: {
    programs: PostgresPrograms
    warn(message: string): void
    settings?: Readonly<Record<string, string>>
  },
): Promise<EmbeddedPostgres> {
  const directory = path.join(dataDir, 'database')
  await takeOver(directory, programs)
  const address = await chooseAddress(directory, programs)
  const cluster = new Cluster({
    directory,
    programs,
    warn,
    log: new DatabaseLog(path.join(dataDir, 'database.log'), warn),
    programArguments: [
      ...['-D', directory, ...address.programArguments],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  })
  const stop = async () => {
    await cluster.stop()
    await address.remove()
  }
  try {
    await cluster.start()
    await ensureProductRole(directory)
    return { url: await productUrl(directory), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** An upgrade that was killed between its last two steps: the new database is whole, but has no name yet. */
export async function finishUpgrade(dataDir: string): Promise<void> {
  const upgraded = path.join(dataDir, UPGRADED)
  const directory = path.join(dataDir, 'database')
  if (existsSync(upgraded) && !existsSync(directory)) {
    await rename(upgraded, directory)
    await syncDirectory(dataDir)
  }
}

/** The address of a data directory's database if another process runs it, or null. */
export async function findRunningEmbedded(dataDir: string): Promise<string | null> {
  const directory = path.join(await realpath(dataDir), 'database')
  return existsSync(path.join(directory, 'postmaster.pid')) ? productUrl(directory) : null
}

interface ClusterParts {
  directory: string
  programs: PostgresPrograms
  programArguments: readonly string[]
  log: DatabaseLog
  warn(message: string): void
}

class Cluster {
  readonly #parts: ClusterParts
  #running: LaunchedProgram | undefined
  #restarting: Promise<void> | undefined
  #isStopping = false

  constructor(parts: ClusterParts) {
    this.#parts = parts
  }

  /** Resolves when the database accepts connections. */
  async start(): Promise<void> {
    const { directory, programs } = this.#parts
    const giveUpAt = performance.now() + LAST_STATEMENT_MS
    for (;;) {
      await stopLeftover(directory, this.#parts.warn)
      const launched = programs.launch('postgres', this.#parts.programArguments)
      const reason = await this.#whenReady(launched)
      if (reason === null) {
        this.#running = launched
        launched.ended.then(() => this.#died())
        return
      }
      if (!reason.includes('is still in use') || performance.now() > giveUpAt) {
        throw new Error(
          `The embedded database in ${directory} did not start: ${reason}. Nothing was deleted. ` +
            'Check that the disk has free space and is readable.',
        )
      }
      await pause(100)
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#restarting
    this.#running?.end()
    await this.#running?.ended
  }

  /** Resolves with null once PostgreSQL is ready, or with the reason why it ended. */
  async #whenReady({ lines, ended }: LaunchedProgram): Promise<string | null> {
    let complaint: string | undefined
    const ready = new Promise<null>((resolve) => {
      lines.on('line', (line) => {
        this.#parts.log.write(line)
        if (/FATAL|PANIC|error/.test(line)) {
          complaint = line
        }
        if (line.includes('ready to accept connections')) {
          resolve(null)
        }
      })
    })
    const failed = ended.then((code) => complaint ?? `it ended with ${code}`)
    return Promise.race([ready, failed])
  }

  #died(): void {
    if (!this.#isStopping) {
      this.#running = undefined
      this.#parts.warn('The embedded database has stopped; it is started again.')
      this.#restarting = this.#startAgain()
    }
  }

  async #startAgain(): Promise<void> {
    while (!this.#isStopping) {
      try {
        return await this.start()
      } catch (error) {
        this.#parts.warn((error as Error).message)
        await pause(RETRY_MS)
      }
    }
  }
}

async function isDatabase(directory: string): Promise<boolean> {
  if (!existsSync(directory)) {
    return false
  }
  await refuseForeign(directory)
  if ((await readdir(directory)).length === 0) {
    return false
  }
  for (const file of ['PG_VERSION', 'global/pg_control']) {
    if (!existsSync(path.join(directory, file))) {
      throw new Error(
        `The directory ${directory} is not empty but holds no database (${file} is missing). ` +
          'Nothing was changed. Restore it from a backup, or set DATA_DIR to another directory.',
      )
    }
  }
  const version = await readVersion(directory)
  if (version !== null && Number(version) < Number(MAJOR_VERSION)) {
    throw new Error(
      `The database in ${directory} is of PostgreSQL ${version}, and this Rollcall has ${MAJOR_VERSION}. ` +
        'Nothing was changed. Run `npm run upgrade`, which keeps the old one.',
    )
  }
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `The database in ${directory} was made by another version of Rollcall, with another embedded database. ` +
        'Nothing was changed. Back it up with that version (npm run backup -- FILE) and restore it ' +
        'with this one into an empty DATA_DIR (npm run restore -- FILE none).',
    )
  }
  return true
}

/** Only root can use another account's database. */
async function refuseForeign(directory: string): Promise<void> {
  const account = process.getuid?.() ?? 0
  const { uid } = await stat(directory)
  if (account !== 0 && uid !== account) {
    throw new Error(
      `The database in ${directory} belongs to the account ${uid}, and Rollcall runs as ${account}. ` +
        'Nothing was changed. Start it as that account, or give the directory to this one.',
    )
  }
}

/** The major version of a database of ours; null if it is not one. */
export async function readVersion(directory: string): Promise<string | null> {
  const isOurs = existsSync(path.join(directory, SUPERUSER_PASSWORD_FILE))
  return isOurs ? (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim() : null
}

/** A new database gets its name only after it is complete and synced. Removes what killed starts left behind. */
export async function createDatabase(
  directory: string,
  { programs, isSynced }: { programs: PostgresPrograms; isSynced: boolean },
): Promise<void> {
  const dataDir = path.dirname(directory)
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('database.new-')) {
      await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
  const unfinished = await mkdtemp(path.join(dataDir, 'database.new-'))
  const cluster = path.join(unfinished, 'database')
  const passwordFile = path.join(unfinished, SUPERUSER_PASSWORD_FILE)
  await mkdir(cluster, { mode: 0o700 })
  await writePassword(passwordFile)
  for (const given of [unfinished, cluster, passwordFile]) {
    await giveTo(programs.owner, given)
  }
  const launched = programs.launch('initdb', [
    ...['-D', cluster, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(isSynced ? [] : ['--no-sync']),
  ])
  const said: string[] = []
  launched.lines.on('line', (line) => said.push(line))
  if ((await launched.ended) !== 0) {
    throw new Error(`The embedded database could not be made in ${dataDir}: ${said.join(' ')}`)
  }
  if (programs.owner !== null) {
    await chown(passwordFile, 0, 0)
  }
  await rename(passwordFile, path.join(cluster, SUPERUSER_PASSWORD_FILE))
  await syncDirectory(cluster)
  if (existsSync(directory)) {
    await rmdir(directory)
  }
  await rename(cluster, directory)
  await rmdir(unfinished)
  await syncDirectory(dataDir)
  await syncDirectory(path.dirname(dataDir))
}

/** PostgreSQL refuses a directory that others can read or that another account owns, such as a copy made by root. */
async function takeOver(directory: string, { owner }: PostgresPrograms): Promise<void> {
  await chmod(directory, 0o700)
  if (owner === null || (await stat(directory)).uid === owner.uid) {
    return
  }
  for (const name of await readdir(directory, { recursive: true })) {
    if (!PASSWORD_FILES.includes(name)) {
      await giveTo(owner, path.join(directory, name))
    }
  }
  await giveTo(owner, directory)
}

async function giveTo(owner: PostgresPrograms['owner'], file: string): Promise<void> {
  if (owner !== null) {
    await chown(file, owner.uid, owner.gid)
  }
}

/**
 * A socket in the database's directory or, if that path is too long, in a private temporary one; on Windows a free
 * port.
 */
async function chooseAddress(
  directory: string,
  { owner }: PostgresPrograms,
): Promise<{ programArguments: string[]; remove(): Promise<void> }> {
  if (process.platform === 'win32') {
    const port = String(await findFreePort())
    return {
      programArguments: ['-p', port, '-c', 'listen_addresses=127.0.0.1'],
      remove: async () => {},
    }
  }
  const socketOnly = (socketDir: string) => ['-k', socketDir, '-c', 'listen_addresses=']
  if (Buffer.byteLength(directory) <= SOCKET_DIR_BYTES) {
    return { programArguments: socketOnly(directory), remove: async () => {} }
  }
  const temporary = await mkdtemp(path.join(tmpdir(), 'rollcall-'))
  await giveTo(owner, temporary)
  return {
    programArguments: socketOnly(temporary),
    remove: () => rm(temporary, { recursive: true, force: true }),
  }
}

async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
