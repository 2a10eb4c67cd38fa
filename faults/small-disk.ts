/** A file system of a few megabytes in memory that can be filled to the last byte. */
import { execFile } from 'node:child_process'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { CannotRun } from '@rollcall/server/testing/own-postgres'

const run = promisify(execFile)
const MIB = 2 ** 20

export interface SmallDisk {
  directory: string
  /** Fills it until only this much space is free. */
  fill(leaveMib: number): Promise<void>
  /** Deletes what filled it. */
  empty(): Promise<void>
  remove(): Promise<void>
}

const mounted = new Set<string>()

/** Unmounts what an interrupted run left behind. */
export async function removeSmallDisks(): Promise<void> {
  for (const directory of mounted) await run('umount', ['-l', directory])
}

export async function makeSmallDisk(directory: string, sizeMib: number): Promise<SmallDisk> {
  await mkdir(directory)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', directory]).catch(
    (error: Error) => {
      throw new CannotRun(`needs to mount a tmpfs, so to run as root: ${error.message.trim()}`)
    },
  )
  mounted.add(directory)
  const ballast = path.join(directory, 'ballast')
  return {
    directory,
    async fill(leaveMib) {
      const file = await open(ballast, 'a')
      try {
        for (let piece = MIB; piece >= 1; piece = Math.floor(piece / 2)) {
          const bytes = Buffer.alloc(piece)
          for (;;) {
            const { bavail, bsize } = await statfs(directory)
            if (bavail * bsize - piece < leaveMib * MIB) break
            await file.write(bytes)
          }
        }
      } catch (error) {
        // The disk is full to the last byte.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    empty: () => rm(ballast, { force: true }),
    async remove() {
      await run('umount', ['-l', directory])
      mounted.delete(directory)
    },
  }
}
