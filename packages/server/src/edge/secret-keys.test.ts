import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deriveKeys, findPrivacyKey, loadOrCreateSecret, loadPrivacyKey } from './secret-keys.ts'

let dataDir: string
const path = () => join(dataDir, 'session-secret')

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-secret-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('the session secret', () => {
  it('is made once, is long and random, only its owner can read it, and no other file is left', async () => {
    const secret = await loadOrCreateSecret(dataDir)
    expect(Buffer.from(secret, 'base64')).toHaveLength(32)
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['session-secret'])
    expect(await loadOrCreateSecret(dataDir)).toBe(secret)
    await rm(path())
    expect(await loadOrCreateSecret(dataDir)).not.toBe(secret)
  })

  it.each([
    ['empty', ''],
    ['half', 'c2hvcnQ='],
  ])('is made again if an interrupted start left it %s', async (_, left) => {
    await writeFile(path(), left)
    const secret = await loadOrCreateSecret(dataDir)
    expect(Buffer.from(secret, 'base64')).toHaveLength(32)
    expect(await readFile(path(), 'utf8')).toBe(secret)
    expect((await stat(path())).mode & 0o777).toBe(0o600)
  })

  it('makes a data directory that is closed to others', async () => {
    const deeper = join(dataDir, 'not', 'there')
    await loadOrCreateSecret(deeper)
    expect((await stat(deeper)).mode & 0o777).toBe(0o700)
  })
})

describe('the key of the privacy list', () => {
  it('is one of its own, and a command that only reads it makes none', async () => {
    const place = { dataDir, privacyKey: undefined }
    await expect(findPrivacyKey(place)).rejects.toThrow(/PRIVACY_KEY/)
    const made = await loadPrivacyKey(place)
    expect(await findPrivacyKey(place)).toEqual(made)
    await loadOrCreateSecret(dataDir)
    expect((await readdir(dataDir)).toSorted()).toEqual(['privacy-key', 'session-secret'])
    expect(await findPrivacyKey({ dataDir, privacyKey: 'x'.repeat(32) })).not.toEqual(made)
  })
})

describe('the keys', () => {
  it('differ by purpose and by secret', () => {
    const keys = [deriveKeys('one'), deriveKeys('two')]
    const all = keys.flatMap(({ signing, vault }) => [signing, vault])
    expect(new Set(all.map((key) => Buffer.from(key).toString('hex'))).size).toBe(4)
    expect(all.every((key) => key.length === 32)).toBe(true)
  })
})
