import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import path from 'node:path'

type Unlock = () => Promise<void>

export class DirectoryInUseError extends Error {}

/**
 * Rejects at once with a sentence naming the process that has the lock, which the system frees when that
 * process dies. Does not reach across machines, nor into another container.
 */
export async function lockDataDirectory(dataDir: string): Promise<Unlock> {
  const pidFile = path.join(dataDir, 'server.pid')
  const release = await take(dataDir, pidFile)
  // Only for the message of a second opener; the lock itself is the kernel's.
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return async () => {
    rmSync(pidFile, { force: true })
    await release()
  }
}

async function take(dataDir: string, pidFile: string): Promise<Unlock> {
  try {
    return process.platform === 'darwin' || process.platform.endsWith('bsd')
      ? takeFileLock(path.join(dataDir, 'server.lock'))
      : await takeSocket(dataDir)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'EADDRINUSE' && code !== 'EAGAIN') {
      throw error
    }
    const owner = readOwner(pidFile)
    throw new DirectoryInUseError(
      `The data directory ${dataDir} is in use by another server${owner}: ` +
        'stop that server first, or set DATA_DIR to another directory.',
    )
  }
}

/** An abstract socket on Linux, a named pipe on Windows: neither leaves anything behind. */
async function takeSocket(dataDir: string): Promise<Unlock> {
  // Device and inode, not the path: a bind mount or a link leads to the same lock.
  const { dev, ino } = statSync(dataDir, { bigint: true })
  const name = `rollcall-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 40)}`
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** The BSD family locks a file while opening it; Node passes the flag through without naming it. */
function takeFileLock(file: string): Unlock {
  const O_EXLOCK = 0x20
  const { O_CREAT, O_NONBLOCK, O_RDWR } = constants
  const fd = openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | O_EXLOCK, 0o600)
  return async () => closeSync(fd)
}

function readOwner(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
