import { spawnSync } from 'node:child_process'

/** Why this machine cannot build the installer, as a sentence; null if it can. */
export function findToolProblem(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return 'it is built on Linux, on a 64-bit Intel or AMD processor.'
  }
  if (spawnSync('makensis', ['-VERSION']).error) {
    return 'makensis is missing. Debian and Ubuntu have it in the package nsis.'
  }
  return null
}
