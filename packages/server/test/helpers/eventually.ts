import { vi } from 'vitest'

/** For checks that never pass; it measures nothing. */
const GIVE_UP_MS = 60_000

/** Repeats a check until it passes, on however slow a machine. `vi.waitFor` alone gives up after a second. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: GIVE_UP_MS, interval: 20 })
}
