/** Installers are downloaded completely or in ranges, from any server of the database. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MIB } from '../../src/limits.ts'
import { InstallerSite } from '../helpers/installer-site.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const NAMES = [
  'First-1.0.exe',
  'Second-2.0.exe',
  'Third-3.0.exe',
  'Fourth-4.0.exe',
  'Fifth-5.0.exe',
]

let site: InstallerSite
beforeAll(async () => {
  site = await InstallerSite.start()
  for (const [seed, name] of NAMES.entries()) {
    await site.upload(makeInstaller(50_000, seed), name)
  }
})
afterAll(() => site.server.stop())

describe('a download in ranges', () => {
  const name = 'First-1.0.exe'

  it('continues after an interruption', async () => {
    const whole = await site.download(name)
    const content = Buffer.from(await whole.arrayBuffer())
    const etag = whole.headers.get('etag') ?? ''
    const rest = await site.download(name, { range: 'bytes=40000-', 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe('bytes 40000-49999/50000')
    expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(40_000))).toBe(true)
  })

  it('starts from the beginning if the file has changed', async () => {
    const response = await site.download(name, { range: 'bytes=40000-', 'if-range': '"another"' })
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBe(50_000)
  })

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/50000', 1],
    ['bytes=-100', 206, 'bytes 49900-49999/50000', 100],
    ['bytes=49999-99999999', 206, 'bytes 49999-49999/50000', 1],
  ])('%s', async (range, status, contentRange, size) => {
    const response = await site.download(name, { range })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect((await response.arrayBuffer()).byteLength).toBe(size)
  })

  it.each(['bytes=50000-', 'bytes=60000-70000'])('%s is outside the file', async (range) => {
    const response = await site.download(name, { range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */50000')
  })

  it.each([
    ['without a unit', '0-10'],
    ['reversed', 'bytes=20-10'],
    ['letters', 'bytes=a-b'],
    [
      'a thousand ranges',
      `bytes=${Array.from({ length: 1_000 }, (_, i) => `${i * 2}-${i * 2}`).join(',')}`,
    ],
  ])('that makes no sense (%s) never returns more than the file', async (_, range) => {
    const response = await site.download(name, { range })
    expect([200, 416]).toContain(response.status)
    const size = (await response.arrayBuffer()).byteLength
    expect(size).toBeLessThanOrEqual(50_000)
  })

  it('is not repeated for a caller who has the file', async () => {
    const { headers } = await site.download(name)
    const again = await site.download(name, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('with a bad token is refused', async () => {
    const response = await site.download(name, { authorization: 'Bearer nobody' })
    expect(response.status).toBe(401)
  })
})

describe('a download from another server of the database', () => {
  const content = makeInstaller(1.5 * MIB, 6)
  let other: TestServer
  const dirs: string[] = []

  const startBeside = async (env: Record<string, string> = {}) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-other-'))
    dirs.push(dataDir)
    other = await startTestServer({
      beside: site.server,
      env: { ADMIN_LOGINS: 'boss', DATA_DIR: dataDir, ...env },
    })
    return path.join(dataDir, 'releases')
  }
  const downloadThere = (headers = {}) =>
    fetch(`${other.origin}/download/Elsewhere-3.5.exe`, { headers })

  beforeAll(async () => {
    expect((await site.upload(content, 'Elsewhere-3.5.exe')).status).toBe(200)
  })
  afterEach(() => other.stop())
  afterAll(async () => {
    for (const dir of dirs) await rm(dir, { recursive: true })
  })

  it('has the whole content and ranges of it, also when its copy is lost in between', async () => {
    const dir = await startBeside()
    const range = { range: 'bytes=1048570-1048585' }
    for (const headers of [range, {}, range]) {
      const response = await downloadThere(headers)
      expect(response.status).toBe('range' in headers ? 206 : 200)
      const expected = 'range' in headers ? content.subarray(1_048_570, 1_048_586) : content
      expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true)
      expect(await readdir(dir)).toHaveLength(1)
      await rm(dir, { recursive: true })
    }
  })

  it('needs no room for a copy', async () => {
    const dir = await startBeside({ FREE_SPACE_RESERVE_MIB: '1000000' })
    const response = await downloadThere({ range: 'bytes=0-9' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(content.length))
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    expect(await readdir(dir)).toEqual([])
  })

  it('keeps copies of the four that were downloaded last', async () => {
    const dir = await startBeside()
    for (const name of NAMES) {
      const response = await fetch(`${other.origin}/download/${name}`)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
    const copies = await readdir(dir)
    expect(copies).toHaveLength(4)
    const { db } = site.server.context
    const [oldest] = await db
      .selectFrom('installers')
      .select('sha256')
      .where('file_name', '=', 'First-1.0.exe')
      .execute()
    expect(copies).not.toContain(`${oldest?.sha256}.exe`)
  })
})
