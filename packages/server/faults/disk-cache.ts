/**
 * Preloaded into a server: stands between its embedded database and the disk, as an operating
 * system's cache does. What a power cut leaves is kept in POWER_SHADOW: of each file what was synced,
 * of each directory the names it had when it was synced itself (`man fsync`: syncing a file does not
 * sync its name). With POWER_WRITES_EARLY, that share of the writes reaches the disk unasked as well, in
 * any order, as a cache may. With POWER_LIES, syncs do nothing: the control.
 */
import fs, { type PathLike } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import type { Names } from './disk-after-cut.ts'

interface Tracked {
  /** The name of what is synced of it, in the shadow. */
  id: number
  /** Written since it was synced. */
  dirty: { from: number; to: number }[]
  /** The least length since it was synced: what lay beyond was cut off. */
  shortest: number
}

const real = { ...fs }
const shadow = process.env.POWER_SHADOW ?? ''
const early = Number(process.env.POWER_WRITES_EARLY ?? 0)
const isLying = process.env.POWER_LIES !== undefined

const files = new Map<bigint, Tracked>()
const directories = new Map<bigint, number>()
const opened = new Map<number, { tracked: Tracked | null; file: string }>()
let lastId = 0

if (workerData?.task === 'serve') install(workerData.directory)

function install(root: string): void {
  real.mkdirSync(shadow, { recursive: true })
  takeAsSynced(root)
  Object.assign(fs, {
    openSync(file: PathLike, flags: string | number, mode?: number) {
      const isThere = real.existsSync(file)
      const fd = real.openSync(file, flags, mode)
      const stat = real.fstatSync(fd, { bigint: true })
      const tracked = stat.isDirectory() ? null : trackedBy(stat.ino)
      if (tracked && typeof flags === 'number' && flags & fs.constants.O_TRUNC) tracked.shortest = 0
      opened.set(fd, { tracked, file: String(file) })
      if (!isThere) maybeSyncNames(String(file))
      return fd
    },
    closeSync(fd: number) {
      opened.delete(fd)
      real.closeSync(fd)
    },
    writeSync(fd: number, ...rest: [Uint8Array, number, number, number]) {
      const [, , length, position] = rest
      const written = real.writeSync(fd, ...rest)
      const tracked = opened.get(fd)?.tracked
      if (tracked) {
        tracked.dirty.push({ from: position, to: position + Math.min(length, written) })
        if (Math.random() < early) writeThrough(fd, tracked, [tracked.dirty.at(-1)])
      }
      return written
    },
    writeFileSync(file: PathLike, data: string, options?: { mode?: number }) {
      real.writeFileSync(file, data, options)
      trackedBy(real.statSync(file, { bigint: true }).ino).shortest = 0
      maybeSyncNames(String(file))
    },
    ftruncateSync(fd: number, length = 0) {
      real.ftruncateSync(fd, length)
      shorten(opened.get(fd)?.tracked, length)
    },
    truncateSync(file: PathLike, length = 0) {
      real.truncateSync(file, length)
      shorten(trackedBy(real.statSync(file, { bigint: true }).ino), length)
    },
    renameSync(from: PathLike, to: PathLike) {
      forget(to)
      real.renameSync(from, to)
      maybeSyncNames(String(to))
    },
    unlinkSync(file: PathLike) {
      forget(file)
      real.unlinkSync(file)
      maybeSyncNames(String(file))
    },
    fsyncSync(fd: number) {
      const known = opened.get(fd)
      if (isLying || known === undefined) return
      if (known.tracked === null) syncNames(known.file)
      else sync(fd, known.tracked)
    },
  })
  syncBuiltinESMExports()
}

/** The database as it lies there when the power comes on: all of it is on the disk. */
function takeAsSynced(directory: string): void {
  for (const entry of real.readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) {
      takeAsSynced(child)
    } else {
      const { id } = trackedBy(real.statSync(child, { bigint: true }).ino)
      real.copyFileSync(child, path.join(shadow, `${id}`))
    }
  }
  syncNames(directory)
}

function trackedBy(ino: bigint): Tracked {
  let tracked = files.get(ino)
  if (tracked === undefined) {
    lastId += 1
    tracked = { id: lastId, dirty: [], shortest: Number.POSITIVE_INFINITY }
    files.set(ino, tracked)
  }
  return tracked
}

/** The system may give its number to another file; whoever has it open keeps writing to this one. */
function forget(file: PathLike): void {
  if (real.existsSync(file)) files.delete(real.statSync(file, { bigint: true }).ino)
}

function shorten(tracked: Tracked | null | undefined, length: number): void {
  if (tracked) tracked.shortest = Math.min(tracked.shortest, length)
}

function sync(fd: number, tracked: Tracked): void {
  writeThrough(fd, tracked, tracked.dirty)
  tracked.dirty = []
  tracked.shortest = Number.POSITIVE_INFINITY
}

function writeThrough(
  fd: number,
  { id, shortest }: Tracked,
  ranges: readonly ({ from: number; to: number } | undefined)[],
): void {
  const file = path.join(shadow, `${id}`)
  const target = real.openSync(file, real.existsSync(file) ? 'r+' : 'w+')
  try {
    const { size } = real.fstatSync(fd)
    if (shortest < real.fstatSync(target).size) real.ftruncateSync(target, shortest)
    for (const range of ranges) {
      if (range === undefined) continue
      const bytes = Buffer.alloc(Math.max(0, Math.min(range.to, size) - range.from))
      read(fd, bytes, range.from)
      real.writeSync(target, bytes, 0, bytes.length, range.from)
    }
    real.ftruncateSync(target, size)
  } finally {
    real.closeSync(target)
  }
}

/** By its name, where it was opened for writing only. */
function read(fd: number, bytes: Buffer, position: number): void {
  try {
    real.readSync(fd, bytes, 0, bytes.length, position)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBADF') throw error
    const other = real.openSync(opened.get(fd)?.file ?? '', 'r')
    real.readSync(other, bytes, 0, bytes.length, position)
    real.closeSync(other)
  }
}

function maybeSyncNames(file: string): void {
  if (Math.random() < early) syncNames(path.dirname(file))
}

/** All at once, as a journal does it. */
function syncNames(directory: string): void {
  const names: Names = {}
  for (const entry of real.readdirSync(directory, { withFileTypes: true })) {
    const { ino } = real.statSync(path.join(directory, entry.name), { bigint: true })
    names[entry.name] = entry.isDirectory() ? { directory: idOf(ino) } : { file: trackedBy(ino).id }
  }
  const id = idOf(real.statSync(directory, { bigint: true }).ino)
  const file = path.join(shadow, `names-${id}.json`)
  real.writeFileSync(`${file}.new`, JSON.stringify(names))
  real.renameSync(`${file}.new`, file)
  // The database's own directory is the last to be taken as it is, and the first to be looked for.
  if (directory === workerData.directory) {
    real.writeFileSync(path.join(shadow, 'root'), String(id))
  }
}

function idOf(ino: bigint): number {
  let id = directories.get(ino)
  if (id === undefined) {
    lastId += 1
    id = lastId
    directories.set(ino, id)
  }
  return id
}
