import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

type Unlock = () => Promise<void>

export class DirectoryInUseError extends Error {}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants
/** Opens a file for one process alone: the BSD family's flag, and libuv's for Windows. Node names neither. */
const O_EXLOCK = process.platform === 'win32' ? 0x1000_0000 : 0x20 | O_NONBLOCK
const IS_LINUX = process.platform === 'linux'
/** Where another process has the file: of `flock`, and of an exclusive opening. */
const FLOCK_BUSY = 1
const BUSY_CODES = new Set(['EAGAIN', 'EBUSY'])

/**
 * Rejects at once with a sentence naming the process that has the lock, which the system frees when that
 * process dies. It is on a file that nobody else can open, so no other user can take it. Does not reach across
 * machines.
 */
export async function lockDataDirectory(dataDir: string): Promise<Unlock> {
  const pidFile = path.join(dataDir, 'server.pid')
  const file = path.join(dataDir, 'server.lock')
  const fd = take(file)
  if (fd === null) {
    throw new DirectoryInUseError(
      `The data directory ${dataDir} is in use by another server${readOwner(pidFile)}: ` +
        'stop that server first, or set DATA_DIR to another directory.',
    )
  }
  // Only for the message of a second opener. What is there may be a link.
  rmSync(pidFile, { force: true })
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600, flag: 'wx' })
  return async () => {
    rmSync(pidFile, { force: true })
    // Windows removes no file that is open, and afterwards it may be another's already.
    if (process.platform !== 'win32') {
      rmSync(file, { force: true })
    }
    closeSync(fd)
  }
}

/** The file that is locked while it is open; null where another process has it. */
function take(file: string): number | null {
  for (;;) {
    const fd = open(file)
    if (fd === null) {
      return null
    }
    if (IS_LINUX && !flock(fd)) {
      closeSync(fd)
      return null
    }
    if (isStillAt(file, fd)) {
      return fd
    }
    // Its last holder has removed it since it was opened here; another process may have locked a new one.
    closeSync(fd)
  }
}

function isStillAt(file: string, fd: number): boolean {
  const named = statSync(file, { bigint: true, throwIfNoEntry: false })
  const locked = fstatSync(fd, { bigint: true })
  return named?.ino === locked.ino && named.dev === locked.dev
}

/** Follows no link: the directory's owner may not own its target. Windows has no such flag. */
const OPEN = O_RDWR | (O_NOFOLLOW ?? 0) | (IS_LINUX ? 0 : O_EXLOCK)

function open(file: string): number | null {
  try {
    return create(file) ?? openSync(file, OPEN)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (BUSY_CODES.has(code)) {
      return null
    }
    // Its last holder has just removed it.
    return code === 'ENOENT' ? open(file) : fail(error)
  }
}

/** null where there is one. */
function create(file: string): number | null {
  try {
    const fd = openSync(file, OPEN | O_CREAT | O_EXCL, 0o600)
    if (process.getuid?.() === 0) {
      // Root may look at a directory of a user who must be able to lock it afterwards.
      const { uid, gid } = statSync(path.dirname(file))
      fchownSync(fd, uid, gid)
    }
    return fd
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? null : fail(error)
  }
}

function fail(error: unknown): never {
  throw error
}

/** The lock belongs to what is open, which the program shares with this process, and not to the program. */
function flock(fd: number): boolean {
  const { error, status, stderr } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
    encoding: 'utf8',
  })
  if (error !== undefined || (status !== 0 && status !== FLOCK_BUSY)) {
    closeSync(fd)
    throw new Error(
      `The data directory cannot be locked: ${error?.message ?? stderr.trim()}. ` +
        'Install flock (util-linux), or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return status === 0
}

function readOwner(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
