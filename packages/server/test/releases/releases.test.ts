/** Installers: stored completely or not at all, and downloaded completely or in ranges. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MIB } from '../../src/limits.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { listContents } from '../helpers/stored-installers.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
let racer: Session

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', MAX_INSTALLER_MIB: '2' },
    startsAt: new Date('2026-09-10T12:00:00Z'),
  })
  boss = await server.signIn('boss')
  racer = await server.signIn('racer')
})
afterAll(() => server.stop())

async function upload(
  content: Uint8Array,
  name: string,
  headers: Session = boss,
  product?: string,
) {
  const form = new FormData()
  if (product !== undefined) {
    form.set('product', product)
  }
  form.set('file', new Blob([Buffer.from(content)]), name)
  const response = await fetch(`${server.origin}/api/admin/upload`, {
    method: 'POST',
    headers,
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

function download(name: string, headers: Record<string, string> = {}) {
  return fetch(`${server.origin}/download/${encodeURIComponent(name)}`, { headers })
}

async function latest() {
  const response = await server.call({ method: 'GET', url: '/api/latest-version', headers: racer })
  expect(response.statusCode).toBe(200)
  return response.json()
}

const contents = () => listContents(server.context.db)

/** The state that a refusal must not change. */
const state = async () => ({ contents: await contents(), latest: await latest() })

describe('an installer', () => {
  it('does not exist before the first upload', async () => {
    expect(await latest()).toEqual({
      error: 'No version has been uploaded yet.',
      isEmpty: true,
    })
    const settings = await server.call({ method: 'GET', url: '/api/app/settings' })
    expect(settings.json().download_url).toBe('http://localhost:0/download')
  })

  it('becomes the latest version, also in the settings for companions', async () => {
    const content = makeInstaller(300_000, 1)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const { status, body } = await upload(content, 'Companion-Setup-2.4.0.exe')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        message: 'File uploaded successfully.',
        code: 'installer_uploaded',
        fileName: 'Companion-Setup-2.4.0.exe',
      },
    })
    const { offered, ...newest } = await latest()
    expect(offered).toEqual([newest])
    expect(newest).toEqual({
      product: 'public',
      fileName: 'Companion-Setup-2.4.0.exe',
      version: '2.4.0',
      sizeBytes: 300_000,
      sha256,
      uploadedAt: '2026-09-10T12:00:00.000Z',
    })
    const settings = await server.call({ method: 'GET', url: '/api/app/settings' })
    expect(settings.json().version).toBe('2.4.0')
    expect(settings.json().download_url).toBe(
      'http://localhost:0/download/Companion-Setup-2.4.0.exe',
    )
    expect(await contents()).toEqual([{ sha256, bytes: 300_000 }])
  })

  it('is downloaded unchanged as an attachment', async () => {
    const response = await download('Companion-Setup-2.4.0.exe')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="Companion-Setup-2.4.0.exe"',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    const content = Buffer.from(await response.arrayBuffer())
    expect(content.equals(makeInstaller(300_000, 1))).toBe(true)
  })

  it('cannot have the name of an earlier one', async () => {
    const before = await state()
    const { status, body } = await upload(makeInstaller(2_000), 'companion-setup-2.4.0.EXE')
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'installer_name_taken',
      params: { name: 'companion-setup-2.4.0.EXE' },
      error:
        'There is already an installer called companion-setup-2.4.0.EXE, and it stays as it is. Give the new one another name.',
    })
    await expect.poll(state).toEqual(before)
  })

  it('is stored once if two with the same name come at once', async () => {
    const answers = await Promise.all([
      upload(makeInstaller(50_000, 2), 'Twice-2.5.0.exe'),
      upload(makeInstaller(50_000, 3), 'Twice-2.5.0.exe'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const content = Buffer.from(await (await download('Twice-2.5.0.exe')).arrayBuffer())
    expect(createHash('sha256').update(content).digest('hex')).toBe((await latest()).sha256)
    await expect.poll(contents).toHaveLength(2)
  })

  it('without a version in its name does not change the version in the settings', async () => {
    expect((await upload(makeInstaller(2_000, 4), 'Beta.exe')).status).toBe(200)
    expect(await latest()).toMatchObject({ fileName: 'Beta.exe', version: null })
    const settings = await server.call({ method: 'GET', url: '/api/app/settings' })
    expect(settings.json().version).toBe('2.5.0')
  })

  it.each([
    ['is not a program', Buffer.from('#!/bin/sh'), 'Script-3.exe', 422, /not a Windows program/],
    ['is one byte long', Buffer.from('M'), 'Short-3.exe', 422, /not a Windows program/],
    ['is empty', Buffer.alloc(0), 'Empty-3.exe', 422, /empty/],
    ['is over the limit', makeInstaller(2 * MIB + 1), 'Big-3.exe', 413, /up to 2 MiB/],
    ['has another extension', makeInstaller(2_000), 'Setup-3.msi', 422, /ends in \.exe/],
    ['has a path for a name', makeInstaller(2_000), 'C:setup.exe', 422, /plain letters/],
  ])('that %s is refused and leaves nothing behind', async (_, content, name, status, sentence) => {
    const before = await state()
    const answer = await upload(content, name)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatch(sentence)
    await expect.poll(state).toEqual(before)
  })

  it('of exactly the limit is accepted', async () => {
    expect((await upload(makeInstaller(2 * MIB, 5), 'Full-3.exe')).status).toBe(200)
  })

  it('must be in the form', async () => {
    const before = await state()
    const form = new FormData()
    form.set('note', 'no file')
    const response = await fetch(`${server.origin}/api/admin/upload`, {
      method: 'POST',
      headers: boss,
      body: form,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'Please select a file to upload.' })
    await expect.poll(state).toEqual(before)
  })

  it('that breaks off during the upload leaves nothing behind', async () => {
    const before = await state()
    const { port, hostname } = new URL(server.origin)
    const socket = net.connect(Number(port), hostname)
    const head = [
      'POST /api/admin/upload HTTP/1.1',
      'Host: localhost',
      `Authorization: ${boss.authorization}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
      '',
      '--b',
      'Content-Disposition: form-data; name="file"; filename="Cut-3.exe"',
      '',
      '',
    ]
    socket.write(head.join('\r\n'))
    socket.write(makeInstaller(200_000))
    await expect
      .poll(async () => (await contents()).some(({ sha256 }) => sha256 === null))
      .toBe(true)
    socket.destroy()
    await once(socket, 'close')
    await expect.poll(state).toEqual(before)
    // The name is still free.
    expect((await upload(makeInstaller(2_000, 6), 'Cut-3.exe')).status).toBe(200)
  })

  it('is stored once under two names', async () => {
    const before = (await contents()).length
    for (const name of ['Same-3.1.exe', 'Same-3.2.exe']) {
      expect((await upload(makeInstaller(3_000, 7), name)).status).toBe(200)
    }
    await expect.poll(async () => (await contents()).length).toBe(before + 1)
    for (const name of ['Same-3.1.exe', 'Same-3.2.exe']) {
      const content = Buffer.from(await (await download(name)).arrayBuffer())
      expect(content.equals(makeInstaller(3_000, 7)), name).toBe(true)
    }
  })

  it('can be uploaded by admins only', async () => {
    const before = await state()
    expect((await upload(makeInstaller(2_000), 'Mine-3.exe', racer)).status).toBe(403)
    await expect.poll(state).toEqual(before)
  })
})

describe('a download in ranges', () => {
  const name = 'Twice-2.5.0.exe'

  it('continues after an interruption', async () => {
    const whole = await download(name)
    const content = Buffer.from(await whole.arrayBuffer())
    const etag = whole.headers.get('etag') ?? ''
    const rest = await download(name, { range: 'bytes=40000-', 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe('bytes 40000-49999/50000')
    expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(40_000))).toBe(true)
  })

  it('starts from the beginning if the file has changed', async () => {
    const response = await download(name, { range: 'bytes=40000-', 'if-range': '"another"' })
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBe(50_000)
  })

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/50000', 1],
    ['bytes=-100', 206, 'bytes 49900-49999/50000', 100],
    ['bytes=49999-99999999', 206, 'bytes 49999-49999/50000', 1],
  ])('%s', async (range, status, contentRange, size) => {
    const response = await download(name, { range })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect((await response.arrayBuffer()).byteLength).toBe(size)
  })

  it.each(['bytes=50000-', 'bytes=60000-70000'])('%s is outside the file', async (range) => {
    const response = await download(name, { range })
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
    const response = await download(name, { range })
    expect([200, 416]).toContain(response.status)
    const size = (await response.arrayBuffer()).byteLength
    expect(size).toBeLessThanOrEqual(50_000)
  })

  it('is not repeated for a caller who has the file', async () => {
    const { headers } = await download(name)
    const again = await download(name, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('with a bad token is refused', async () => {
    const response = await download(name, { authorization: 'Bearer nobody' })
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
      beside: server,
      env: { ADMIN_LOGINS: 'boss', DATA_DIR: dataDir, ...env },
    })
    return path.join(dataDir, 'releases')
  }
  const downloadThere = (headers = {}) =>
    fetch(`${other.origin}/download/Elsewhere-3.5.exe`, { headers })

  beforeAll(async () => {
    expect((await upload(content, 'Elsewhere-3.5.exe')).status).toBe(200)
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
    const names = ['Twice-2.5.0.exe', 'Beta.exe', 'Full-3.exe', 'Cut-3.exe', 'Same-3.1.exe']
    for (const name of names) {
      const response = await fetch(`${other.origin}/download/${name}`)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
    const copies = await readdir(dir)
    expect(copies).toHaveLength(4)
    const { db } = server.context
    const [oldest] = await db
      .selectFrom('installers')
      .select('sha256')
      .where('file_name', '=', 'Twice-2.5.0.exe')
      .execute()
    expect(copies).not.toContain(`${oldest?.sha256}.exe`)
  })
})

describe("Rollcall's own installer", () => {
  const ask = async (url: string, headers = {}) =>
    (await server.call({ method: 'GET', url, headers })).json()
  const write = (title: string) =>
    server.call({
      method: 'POST',
      url: '/api/patch-notes',
      headers: boss,
      body: { title, content: 'All of it.' },
    })

  it('is offered first, and our companion learns only of it, not of the public one', async () => {
    expect((await upload(makeInstaller(2_000, 7), 'Public-3.0.0.exe')).status).toBe(200)
    const told = await ask('/api/app/settings')
    expect(told.version).toBe('3.0.0')
    expect(await ask('/api/companion/latest')).toEqual({ latest: null })

    await write('Before the first')
    const content = makeInstaller(3_000, 8)
    const name = 'Rollcall-Companion-Setup-1.0.0.exe'
    expect(await upload(content, name)).toMatchObject({
      status: 200,
      body: { product: 'rollcall' },
    })
    server.clock.advance({ minutes: 1 })
    await write('Of the second')
    expect(
      (await upload(makeInstaller(3_001, 8), 'Ours Setup 1.1.0.exe', boss, 'rollcall')).status,
    ).toBe(200)

    expect(await ask('/api/companion/latest')).toEqual({
      latest: {
        ...{ version: '1.1.0', fileName: 'Ours Setup 1.1.0.exe', sizeBytes: 3_001 },
        downloadUrl: 'http://localhost:0/download/Ours%20Setup%201.1.0.exe',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        uploadedAt: expect.any(String),
      },
    })
    // Only signed-in people and their companions can read its notes.
    const { key } = (
      await server.call({ method: 'POST', url: '/api/uploads/key', headers: boss })
    ).json()
    const notesFor = (uploadKey: string) =>
      server.call({ method: 'POST', url: '/api/companion/update-notes', body: { uploadKey } })
    expect((await notesFor(key)).json()).toEqual({
      patchNotes: [
        { title: 'Of the second', content: 'All of it.', createdAt: expect.any(String) },
      ],
    })
    expect((await notesFor(`${key.slice(0, -1)}0`)).statusCode).toBe(401)
    expect(await ask('/api/app/settings')).toEqual(told)
    expect((await upload(makeInstaller(2_000, 9), 'Public-3.1.0.exe')).status).toBe(200)
    const { offered, ...newest } = await latest()
    expect(newest).toMatchObject({ product: 'public', fileName: 'Public-3.1.0.exe' })
    expect(offered.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
      'Ours Setup 1.1.0.exe',
      'Public-3.1.0.exe',
    ])
  })

  it.each([
    [
      'is declared as the public one',
      'Rollcall-Companion-9.9.exe',
      'public',
      422,
      /must not be offered/,
    ],
    ['has no version in its name', 'Ours-Setup.exe', 'rollcall', 422, /needs its version/],
    ['is the program itself', 'Rollcall-Companion-9.9.0.exe', 'rollcall', 422, /Setup in its name/],
    ['belongs to no product', 'Other-9.9.exe', 'both', 400, /rollcall or public/],
  ])('that %s is refused', async (_, name, product, status, error) => {
    const before = await state()
    const answer = await upload(makeInstaller(2_000), name, boss, product)
    expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(error) } })
    await expect.poll(state).toEqual(before)
  })
})
