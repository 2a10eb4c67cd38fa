import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Empty pages, for tests of what the server writes into their head. */
export async function makeWebDir(dir: string): Promise<string> {
  const webDir = path.join(dir, 'web')
  await mkdir(webDir, { recursive: true })
  await writeFile(path.join(webDir, 'index.html'), '<html><head></head><body></body></html>')
  return webDir
}
