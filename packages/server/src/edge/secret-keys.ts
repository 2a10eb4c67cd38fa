import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory } from '@rollcall/embedded-postgres/sync-directory'

export interface SecretKeys {
  signing: Uint8Array
  vault: Uint8Array
  webhooks: Uint8Array
  /** Derived from a different secret, so changing the session secret does not change it. */
  privacy: Uint8Array
}

export function deriveKeys(secret: string): Omit<SecretKeys, 'privacy'> {
  return {
    signing: derive(secret, 'session tokens'),
    vault: derive(secret, 'platform tokens'),
    webhooks: derive(secret, 'webhooks'),
  }
}

function derive(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'rollcall', purpose, 32))
}

/** A shorter secret was cut off while a start wrote it; that start never signed anything. */
const MIN_SECRET_LENGTH = 32

/** @param name of the file in which it is kept */
export async function loadOrCreateSecret(
  dataDir: string,
  name: 'session-secret' | 'privacy-key' = 'session-secret',
): Promise<string> {
  const path = join(dataDir, name)
  return (await readSecret(path)) ?? createSecret(dataDir, path)
}

interface PrivacyKeyPlace {
  dataDir: string
  privacyKey: string | undefined
}

/** The key of hashes of hidden people and logins, made once unless PRIVACY_KEY is set. */
export async function loadPrivacyKey({
  dataDir,
  privacyKey,
}: PrivacyKeyPlace): Promise<Uint8Array> {
  return derivePrivacyKey(privacyKey ?? (await loadOrCreateSecret(dataDir, 'privacy-key')))
}

/** @throws if there is no key yet */
export async function findPrivacyKey({
  dataDir,
  privacyKey,
}: PrivacyKeyPlace): Promise<Uint8Array> {
  const secret = privacyKey ?? (await readSecret(join(dataDir, 'privacy-key')))
  if (secret === null) {
    throw new Error(
      'A privacy list needs the key that it was written with: set PRIVACY_KEY, or copy the file privacy-key into DATA_DIR.',
    )
  }
  return derivePrivacyKey(secret)
}

const derivePrivacyKey = (secret: string) => derive(secret, 'privacy list')

async function readSecret(path: string): Promise<string | null> {
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') {
      throw error
    }
    return ''
  })
  return stored.length >= MIN_SECRET_LENGTH ? stored : null
}

/** Writes it under another name and then renames it, so that it is never incomplete. */
async function createSecret(dataDir: string, path: string): Promise<string> {
  const secret = randomBytes(32).toString('base64')
  const unfinished = `${path}.new`
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await rm(unfinished, { force: true })
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(secret)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  await syncDirectory(dataDir)
  return secret
}
