/** The server's half of `not-blocked.ts`: how long its thread is blocked at most. */

const EVERY_MS = 5

let longestMs = 0
let timer: NodeJS.Timeout | undefined

export function watchThread(): void {
  clearInterval(timer)
  longestMs = 0
  let before = process.threadCpuUsage()
  timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1_000)
    before = process.threadCpuUsage()
  }, EVERY_MS)
}

/** The most processor time between two turns of a timer; other programs' time does not count. */
export function heldMs(): number {
  return longestMs
}
