/** The server's half of `not-blocked.ts`: for how long something holds its thread. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const NS_PER_MS = 1_000_000
const EVERY_MS = 5
const delays = monitorEventLoopDelay({ resolution: EVERY_MS })

export function watchThread(): void {
  delays.enable()
  delays.reset()
}

/** The longest time in which nobody was answered. */
export function heldMs(): number {
  return delays.max / NS_PER_MS - EVERY_MS
}
