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
/** Opens a file exclusively: the flag of BSD systems, and libuv's flag for Windows. Node has no name for either. */
const O_EXLOCK = process.platform === 'win32' ? 0x1000_0000 : 0x20 | O_NONBLOCK
const IS_LINUX = process.platform === 'linux'
/** What we get if another process has the file: the status of `flock`, or the error code of opening it exclusively. */
const FLOCK_BUSY = 1
const BUSY_CODES = new Set(['EAGAIN', 'EBUSY'])

/**
 * Locks the data directory, or rejects at once with a sentence that names the process that has the lock. The system
 * frees the lock when that process dies. Nobody else can open the locked file, so no other user can take the lock. It
 * does not work across machines.
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
  // Only for the message to a second process. The existing file may be a link, so it is removed first.
  rmSync(pidFile, { force: true })
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600, flag: 'wx' })
  return async () => {
    rmSync(pidFile, { force: true })
    // Windows cannot remove an open file, and after we close it, it may belong to another process.
    if (process.platform !== 'win32') {
      rmSync(file, { force: true })
    }
    closeSync(fd)
  }
}

/** Opens the file, which stays locked while it is open; null if another process has it. */
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
    // The last holder removed the file after we opened it; another process may have locked a new one.
    closeSync(fd)
  }
}

function isStillAt(file: string, fd: number): boolean {
  const named = statSync(file, { bigint: true, throwIfNoEntry: false })
  const locked = fstatSync(fd, { bigint: true })
  return named?.ino === locked.ino && named.dev === locked.dev
}

/** Does not follow links: the directory's owner may not own the target. Windows has no such flag. */
const OPEN = O_RDWR | (O_NOFOLLOW ?? 0) | (IS_LINUX ? 0 : O_EXLOCK)

function open(file: string): number | null {
  try {
    return create(file) ?? openSync(file, OPEN)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (BUSY_CODES.has(code)) {
      return null
    }
    // The last holder has just removed the file: try again.
    return code === 'ENOENT' ? open(file) : fail(error)
  }
}

/** null if it already exists. */
function create(file: string): number | null {
  try {
    const fd = openSync(file, OPEN | O_CREAT | O_EXCL, 0o600)
    if (process.getuid?.() === 0) {
      // Root may be using the directory of a user who must be able to lock it afterwards.
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

/** The lock belongs to the open file, which this process shares with `flock`; it survives the end of that program. */
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
