/**
 * Builds the web part unless the last build was made from exactly these sources. The new build is swapped in
 * as a whole, so that a running server never serves half of one.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { fingerprint } from './build-sources.ts'

const WEB = import.meta.dirname
const DIST = path.join(WEB, 'dist')
const STAMP = '.built-from'

function say(text: string): void {
  process.stdout.write(`web: ${text}\n`)
}

async function findStamp(): Promise<string | null> {
  return readFile(path.join(DIST, STAMP), 'utf8').catch(() => null)
}

async function rebuild(stamp: string): Promise<void> {
  const fresh = path.join(WEB, 'node_modules', `.dist-${process.pid}`)
  const previous = `${fresh}-previous`
  try {
    await mkdir(fresh, { recursive: true })
    for (const configuration of ['vite.config.ts', 'vite.overlay.config.ts']) {
      await build({
        configFile: path.join(WEB, configuration),
        logLevel: 'warn',
        build: { outDir: fresh },
      })
    }
    await writeFile(path.join(fresh, STAMP), stamp)
    await rename(DIST, previous).catch(() => undefined)
    // Another process may have finished the same build first.
    await rename(fresh, DIST).catch(async (error: unknown) => {
      if ((await findStamp()) !== stamp) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(previous, { recursive: true, force: true })
  }
}

const stamp = await fingerprint()
if ((await findStamp()) === stamp) {
  say('up to date')
} else {
  const startedMs = performance.now()
  say('building …')
  try {
    await rebuild(stamp)
    say(`built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  } catch (error) {
    process.stderr.write(`web: the build failed\n${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}
