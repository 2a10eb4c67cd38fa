/** Preloaded into a process: fsync fails as soon as the file named by FSYNC_FAILS_WITH exists. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const real = fs.fsyncSync
fs.fsyncSync = (fd) => {
  if (fs.existsSync(process.env.FSYNC_FAILS_WITH ?? '')) throw new Error('EIO: i/o error, fsync')
  real(fd)
}
syncBuiltinESMExports()
