/** Installers: stored completely or not at all, and offered to the companion whose they are. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIB } from '../../src/limits.ts'
import { InstallerSite } from '../helpers/installer-site.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'

let site: InstallerSite
beforeAll(async () => {
  site = await InstallerSite.start()
})
afterAll(() => site.server.stop())

describe('an installer', () => {
  it('does not exist before the first upload', async () => {
    expect(await site.latest()).toEqual({
      error: 'No version has been uploaded yet.',
      isEmpty: true,
    })
    const settings = await site.server.call({ method: 'GET', url: '/api/app/settings' })
    expect(settings.json().download_url).toBe('http://localhost:0/download')
  })

  it('becomes the latest version, also in the settings for companions', async () => {
    const content = makeInstaller(300_000, 1)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const { status, body } = await site.upload(content, 'Companion-Setup-2.4.0.exe')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        message: 'File uploaded successfully.',
        code: 'installer_uploaded',
        fileName: 'Companion-Setup-2.4.0.exe',
      },
    })
    const { offered, ...newest } = await site.latest()
    expect(offered).toEqual([newest])
    expect(newest).toEqual({
      product: 'public',
      fileName: 'Companion-Setup-2.4.0.exe',
      version: '2.4.0',
      sizeBytes: 300_000,
      sha256,
      uploadedAt: '2026-09-10T12:00:00.000Z',
    })
    const settings = await site.server.call({ method: 'GET', url: '/api/app/settings' })
    expect(settings.json().version).toBe('2.4.0')
    expect(settings.json().download_url).toBe(
      'http://localhost:0/download/Companion-Setup-2.4.0.exe',
    )
    expect(await site.contents()).toEqual([{ sha256, bytes: 300_000 }])
  })

  it('is downloaded unchanged as an attachment', async () => {
    const response = await site.download('Companion-Setup-2.4.0.exe')
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
    const before = await site.state()
    const { status, body } = await site.upload(makeInstaller(2_000), 'companion-setup-2.4.0.EXE')
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'installer_name_taken',
      params: { name: 'companion-setup-2.4.0.EXE' },
      error:
        'There is already an installer called companion-setup-2.4.0.EXE, and it stays as it is. Give the new one another name.',
    })
    await expect.poll(() => site.state()).toEqual(before)
  })

  it('is stored once if two with the same name come at once', async () => {
    const answers = await Promise.all([
      site.upload(makeInstaller(50_000, 2), 'Twice-2.5.0.exe'),
      site.upload(makeInstaller(50_000, 3), 'Twice-2.5.0.exe'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const content = Buffer.from(await (await site.download('Twice-2.5.0.exe')).arrayBuffer())
    expect(createHash('sha256').update(content).digest('hex')).toBe((await site.latest()).sha256)
    await expect.poll(() => site.contents()).toHaveLength(2)
  })

  it('without a version in its name does not change the version in the settings', async () => {
    expect((await site.upload(makeInstaller(2_000, 4), 'Beta.exe')).status).toBe(200)
    expect(await site.latest()).toMatchObject({ fileName: 'Beta.exe', version: null })
    const settings = await site.server.call({ method: 'GET', url: '/api/app/settings' })
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
    const before = await site.state()
    const answer = await site.upload(content, name)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatch(sentence)
    await expect.poll(() => site.state()).toEqual(before)
  })

  it('of exactly the limit is accepted', async () => {
    expect((await site.upload(makeInstaller(2 * MIB, 5), 'Full-3.exe')).status).toBe(200)
  })

  it('must be in the form', async () => {
    const before = await site.state()
    const form = new FormData()
    form.set('note', 'no file')
    const response = await fetch(`${site.server.origin}/api/admin/upload`, {
      method: 'POST',
      headers: site.boss,
      body: form,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'Please select a file to upload.' })
    await expect.poll(() => site.state()).toEqual(before)
  })

  it('that breaks off during the upload leaves nothing behind', async () => {
    const before = await site.state()
    const { port, hostname } = new URL(site.server.origin)
    const socket = net.connect(Number(port), hostname)
    const head = [
      'POST /api/admin/upload HTTP/1.1',
      'Host: localhost',
      `Authorization: ${site.boss.authorization}`,
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
      .poll(async () => (await site.contents()).some(({ sha256 }) => sha256 === null))
      .toBe(true)
    socket.destroy()
    await once(socket, 'close')
    await expect.poll(() => site.state()).toEqual(before)
    // The name is still free.
    expect((await site.upload(makeInstaller(2_000, 6), 'Cut-3.exe')).status).toBe(200)
  })

  it('is stored once under two names', async () => {
    const before = (await site.contents()).length
    for (const name of ['Same-3.1.exe', 'Same-3.2.exe']) {
      expect((await site.upload(makeInstaller(3_000, 7), name)).status).toBe(200)
    }
    await expect.poll(async () => (await site.contents()).length).toBe(before + 1)
    for (const name of ['Same-3.1.exe', 'Same-3.2.exe']) {
      const content = Buffer.from(await (await site.download(name)).arrayBuffer())
      expect(content.equals(makeInstaller(3_000, 7)), name).toBe(true)
    }
  })

  it('can be uploaded by admins only', async () => {
    const before = await site.state()
    expect(
      (await site.upload(makeInstaller(2_000), 'Mine-3.exe', { headers: site.racer })).status,
    ).toBe(403)
    await expect.poll(() => site.state()).toEqual(before)
  })
})

describe("Rollcall's own installer", () => {
  const ask = async (url: string, headers = {}) =>
    (await site.server.call({ method: 'GET', url, headers })).json()
  const write = (title: string) =>
    site.server.call({
      method: 'POST',
      url: '/api/patch-notes',
      headers: site.boss,
      body: { title, content: 'All of it.' },
    })

  it('is offered first, and our companion learns only of it, not of the public one', async () => {
    expect((await site.upload(makeInstaller(2_000, 7), 'Public-3.0.0.exe')).status).toBe(200)
    const told = await ask('/api/app/settings')
    expect(told.version).toBe('3.0.0')
    expect(await ask('/api/companion/latest')).toEqual({ latest: null })

    await write('Before the first')
    const content = makeInstaller(3_000, 8)
    const name = 'Rollcall-Companion-Setup-1.0.0.exe'
    expect(await site.upload(content, name)).toMatchObject({
      status: 200,
      body: { product: 'rollcall' },
    })
    site.server.clock.advance({ minutes: 1 })
    await write('Of the second')
    expect(
      (await site.upload(makeInstaller(3_001, 8), 'Ours Setup 1.1.0.exe', { product: 'rollcall' }))
        .status,
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
      await site.server.call({ method: 'POST', url: '/api/uploads/key', headers: site.boss })
    ).json()
    const notesFor = (uploadKey: string) =>
      site.server.call({ method: 'POST', url: '/api/companion/update-notes', body: { uploadKey } })
    expect((await notesFor(key)).json()).toEqual({
      patchNotes: [
        { title: 'Of the second', content: 'All of it.', createdAt: expect.any(String) },
      ],
    })
    expect((await notesFor(`${key.slice(0, -1)}0`)).statusCode).toBe(401)
    expect(await ask('/api/app/settings')).toEqual(told)
    expect((await site.upload(makeInstaller(2_000, 9), 'Public-3.1.0.exe')).status).toBe(200)
    const { offered, ...newest } = await site.latest()
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
    const before = await site.state()
    const answer = await site.upload(makeInstaller(2_000), name, { product })
    expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(error) } })
    await expect.poll(() => site.state()).toEqual(before)
  })
})
