import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeSite, reply, startFakeSite } from './testing/fake-site.ts'
import { isNewer, startInstaller, Update } from './update.ts'

const INSTALLER = Buffer.from('MZ and the rest')

const patchNotes = [{ title: '1.10', content: 'Better.', createdAt: '2026-10-01T18:00:00.000Z' }]

describe('updating', () => {
  let directory: string
  let site: FakeSite
  let update: Update
  let started: string[]
  let runInstaller: (file: string) => Promise<void>
  let address: string
  const offer = (changes: object = {}) =>
    site.others.set(
      '/api/companion/latest',
      reply(200, {
        latest: {
          version: '1.10.0',
          fileName: '..\\..\\evil.exe',
          downloadUrl: 'https://evil.example/download/Setup.exe',
          sizeBytes: INSTALLER.length,
          sha256: createHash('sha256').update(INSTALLER).digest('hex'),
          uploadedAt: '2026-10-01T18:00:00.000Z',
          ...changes,
        },
      }),
    )

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'rollcall-companion-'))
    site = await startFakeSite()
    address = site.origin
    site.others.set('/api/companion/update-notes', reply(200, { patchNotes }))
    site.others.set('/download/Setup.exe', (response) => response.end(INSTALLER))
    started = []
    runInstaller = async (file) => void started.push(file)
    update = new Update({
      version: '1.9.2',
      directory: path.join(directory, 'update'),
      connection: () => ({ site: address, key: 'rck_key' }),
      startInstaller: (file) => runInstaller(file),
      log: () => {},
      onChange: () => {},
    })
    offer()
  })
  afterEach(async () => {
    await site.close()
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  })

  it('starts the installer that it has downloaded from its own site, under its own name', async () => {
    await update.ask()
    expect(update.state.available).toEqual({ version: '1.10.0', patchNotes })
    await update.install()
    const file = path.join(directory, 'update', 'Rollcall-Companion-Setup.exe')
    expect(started).toEqual([file])
    expect(await readFile(file)).toEqual(INSTALLER)
  })

  it('accepts no update from a site without https, except on this computer', async () => {
    // Also this computer, but under an address that does not show it.
    address = site.origin.replace('127.0.0.1', '0.0.0.0')
    await update.ask()
    expect(update.state).toEqual({
      ...{ available: null, canInstall: false, progress: null },
      problem: expect.stringMatching(/^The companion does not look for updates, .* without https/),
    })
    // An update that is already known.
    address = site.origin
    await update.ask()
    expect(update.state.available).not.toBeNull()
    address = site.origin.replace('127.0.0.1', '0.0.0.0')
    await update.install()
    expect(started).toEqual([])
  })

  it('says that an installer did not start, and keeps running', async () => {
    // The file can be written, but not run.
    runInstaller = startInstaller
    await update.ask()
    await update.install()
    expect(update.state).toMatchObject({
      problem: expect.stringContaining('the installer did not start'),
      progress: null,
      available: { version: '1.10.0' },
    })
  })

  it.each([
    ['another hash', { sha256: '0'.repeat(64) }],
    ['fewer bytes', { sizeBytes: INSTALLER.length + 1 }],
    ['more bytes', { sizeBytes: INSTALLER.length - 1 }],
    ['no file', { downloadUrl: '/download/gone.exe' }],
  ])('starts no installer with %s', async (_, changes) => {
    offer(changes)
    await update.ask()
    await update.install()
    expect(started).toEqual([])
    expect(update.state.problem).toMatch(/^The update failed: /)
    expect(await readdir(path.join(directory, 'update'))).toEqual([])
  })

  it('offers nothing if there is nothing newer', async () => {
    offer({ version: '1.9.2' })
    await update.ask()
    expect(update.state.available).toBeNull()
    site.others.set('/api/companion/latest', reply(200, { latest: null }))
    await update.ask()
    expect(update.state.available).toBeNull()
  })

  it('compares versions by their numbers', () => {
    expect(isNewer('1.10.0', '1.9.9')).toBe(true)
    expect(isNewer('1.9', '1.9.0')).toBe(false)
    expect(isNewer('2', '1.9.9')).toBe(true)
    expect(isNewer('1.0.0', '1.0.1')).toBe(false)
  })
})
