import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'

const DIRECTORY = fileURLToPath(new URL('../../../node_modules/.cache/rollcall', import.meta.url))

/**
 * Sets JavaScript's engine up, before anything else is imported.
 *
 * What is compiled is kept for the next start: that start is quicker, and the process does without the
 * compiler that takes the types off, some 20 MB. Where the packages cannot be written to, each start
 * compiles anew.
 *
 * Objects begin among the young ones, which are looked through often and cheaply. V8 would put those
 * among the old whose like lived long while the server started; then every one of them that belongs to
 * a request keeps that whole request until the next great collection, and in about every other start a
 * leaderboard page cost a half more from then on (docs/operating.md, "Measured").
 */
export function prepareEngine(): void {
  enableCompileCache(DIRECTORY)
  v8.setFlagsFromString('--no-allocation-site-pretenuring')
}
