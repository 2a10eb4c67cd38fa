const SETTING = 'MALLOC_MMAP_THRESHOLD_'
/** glibc's own first value, in bytes. */
const THRESHOLD = '131072'

/**
 * Buffers from this size on go back to the system when they are freed. By itself glibc raises the size with each that it
 * frees, and keeps the later ones: 50 MB more stayed after a burst of large uploads. It reads the setting only at a
 * process's start, so this one becomes a new one, with the same id; elsewhere the setting does nothing.
 */
export function restartWithSteadyAllocator(): void {
  const isWatched = process.send !== undefined
  if (process.platform !== 'linux' || isWatched || process.env[SETTING] !== undefined) {
    return
  }
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...process.env, [SETTING]: THRESHOLD })
}
