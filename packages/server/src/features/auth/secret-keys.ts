/** The session secret and the keys derived from it, one per purpose. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SecretKeys {
  /** Signs session tokens and upload tickets. */
  signing: Uint8Array
  /** Encrypts the platform's access tokens at rest. */
  vault: Uint8Array
}

export function deriveKeys(secret: string): SecretKeys {
  return { signing: derive(secret, 'session tokens'), vault: derive(secret, 'platform tokens') }
}

function derive(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'rollcall', purpose, 32))
}

/** The secret in the data directory; made, readable by its owner only, where there is none. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'session-secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(32).toString('base64'))
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error
    }
  }
  return readFile(path, 'utf8')
}
