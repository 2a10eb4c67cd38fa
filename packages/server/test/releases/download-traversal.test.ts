/** `/download/` serves stored names only. No address reaches other files. */
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installerUpload } from '../helpers/installer-upload.ts'
import { rawRequest } from '../helpers/raw-requests.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const STORED = 'Companion-2.4.0.exe'
const CONTENT = makeInstaller(2_000)
const NEIGHBOUR = 'what is not to be had here'

let server: TestServer
let dataDir: string
let folder: string
/** Texts from files that no address may reach. */
let secrets: string[]
/** The file name of the installer on disk. */
let onDisk: string

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  dataDir = server.context.config.dataDir
  folder = path.join(dataDir, 'releases')
  const headers = await server.signIn('boss')
  const uploaded = await server.call(installerUpload(STORED, CONTENT, headers))
  expect(uploaded.statusCode, uploaded.body).toBe(200)
  // A download makes a copy on disk.
  expect((await rawRequest(server.origin, `/download/${STORED}`)).status).toBe(200)
  onDisk = (await readdir(folder))[0] ?? ''

  await writeFile(path.join(folder, 'Unlisted-1.exe'), `MZ ${NEIGHBOUR}`)
  await writeFile(path.join(folder, '.hidden'), NEIGHBOUR)
  await writeFile(path.join(dataDir, 'Neighbour-1.exe'), `MZ ${NEIGHBOUR}`)
  await mkdir(path.join(folder, 'Folder-1.exe'))
  await symlink(path.join(dataDir, 'session-secret'), path.join(folder, 'Link-1.exe'))
  await symlink(dataDir, path.join(folder, 'up'))
  secrets = [
    NEIGHBOUR,
    (await readFile(path.join(dataDir, 'session-secret'), 'latin1')).trim(),
    (await readFile('/etc/passwd', 'latin1').catch(() => 'root:x:0:0')).split('\n')[0] ?? '',
    dataDir,
  ]
})
afterAll(() => server.stop())

const UP = [
  ...['..', '%2e%2e', '%2E.', '.%2e', '..%00', '..;', '....', '.../', '..%20', '..%09'],
  // Encoded twice; overlong UTF-8; UTF-16 and full-width look-alikes.
  ...['%252e%252e', '%c0%ae%c0%ae', '%e0%80%ae%e0%80%ae', '%f0%80%80%ae%f0%80%80%ae'],
  ...['%u002e%u002e', '%uff0e%uff0e', '%ef%bc%8e%ef%bc%8e', '%2%65%2%65'],
]
const SLASH = ['/', '%2f', '%2F', '%252f', '\\', '%5c', '%255c', '%c0%af', '%ef%bc%8f', '//']

/** Paths up from the folder to a file beside it, in every spelling of dots and slashes. */
const climbs = UP.flatMap((up) => SLASH.map((slash) => `${up}${slash}Neighbour-1.exe`))

const singles = [
  // Several levels up, and from the root.
  ...['../session-secret', '../../../../../../etc/passwd', `${'..%2f'.repeat(8)}etc%2fpasswd`],
  ...['/etc/passwd', '//etc/passwd', '%2fetc%2fpasswd', '///etc/passwd', '%2f%2fetc%2fpasswd'],
  ...[
    'file:///etc/passwd',
    'file:%2f%2f%2fetc%2fpasswd',
    'up/session-secret',
    'up%2fsession-secret',
  ],
  ...[
    'up/Neighbour-1.exe',
    './Neighbour-1.exe',
    './Unlisted-1.exe',
    '%2e/Unlisted-1.exe',
    '.',
    '..',
  ],
  // File names of other systems.
  ...[
    'C:\\Windows\\win.ini',
    'C:/Windows/win.ini',
    'C%3A%5CWindows%5Cwin.ini',
    'C:Neighbour-1.exe',
  ],
  ...['\\\\127.0.0.1\\share\\a.exe', '%5c%5c127.0.0.1%5cshare%5ca.exe', '\\\\?\\C:\\a.exe'],
  ...['CON', 'con.exe', 'AUX.exe', 'NUL', 'COM1.exe', `${STORED}::$DATA`, 'Companion-2.4.0.exe.'],
  // Characters that end a name for one part of a program but not for another.
  ...[`${STORED}%00`, `${STORED}%00.exe`, '../session-secret%00.exe', 'session-secret%00.exe'],
  ...[`${STORED}%20`, `%20${STORED}`, `${STORED}%0a`, `${STORED}%0d%0aX-Evil:%201`, `${STORED}%09`],
  ...[`${STORED}/../Unlisted-1.exe`, `${STORED}%2f`, `${STORED}%5c`, `x/../${STORED}`],
  // Files in the folder that were never uploaded.
  ...['Unlisted-1.exe', '.hidden', 'Link-1.exe', 'Folder-1.exe', 'up', 'up/', '*', '%2a.exe', '?'],
  ...['', '%', '%2', '%zz', '%ff%fe', '%ed%a0%80', `${'a/'.repeat(3_000)}b`, 'a'.repeat(6_000)],
  ...['__proto__', 'constructor', 'toString', "' or '1'='1", '%27%20or%201=1--', '%25', '_', '%5f'],
  ...[
    'Companion-2.4.0.exe%3Fx',
    'Companion_2.4.0.exe',
    'Companion-2.4.0.ex%65e',
    '$%7bHOME%7d.exe',
  ],
]
const bytes: Buffer[] = [
  Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x61]),
  Buffer.from('a\u0000b.exe'),
  Buffer.from('../\u202eexe.noinapmoC'),
]

const asked = [...climbs, ...singles, ...bytes]

describe('/download/', () => {
  it('is tested with many addresses', () => {
    expect(new Set(asked.map(String)).size).toBeGreaterThanOrEqual(80)
  })

  it('serves the stored file by its name', async () => {
    const answer = await rawRequest(server.origin, `/download/${STORED}`)
    expect(answer).toMatchObject({ status: 200, body: Buffer.from(CONTENT).toString() })
  })

  it.each(['GET', 'HEAD'])('serves nothing to %s by any other name', async (method) => {
    for (const text of [...asked, onDisk, `releases/${onDisk}`, path.join(folder, onDisk)]) {
      const target = Buffer.concat([Buffer.from('/download/'), Buffer.from(text)])
      const { status, headers, body } = await rawRequest(server.origin, target, { method })
      const label = `${target.toString('latin1').slice(0, 120)}: ${status} ${body.slice(0, 200)}`
      expect([400, 404, 414, 431], label).toContain(status)
      expect(headers, label).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-security-policy'], label).toBeDefined()
      expect(headers['x-evil'], label).toBeUndefined()
      if (method === 'GET') {
        expect(JSON.parse(body), label).toMatchObject({
          error: expect.stringMatching(/^[A-Z][\w ,:.']+\.$/),
          code: expect.stringMatching(/^\w+$/),
        })
      }
      for (const secret of secrets) {
        expect(body.includes(secret) || JSON.stringify(headers).includes(secret), label).toBe(false)
      }
    }
  })

  it('replaces a link in place of a copy, and does not follow it', async () => {
    const file = path.join(folder, onDisk)
    await rm(file)
    await symlink(path.join(dataDir, 'session-secret'), file)
    const answer = await rawRequest(server.origin, `/download/${STORED}`)
    expect(answer).toMatchObject({ status: 200, body: Buffer.from(CONTENT).toString() })
    expect((await lstat(file)).isFile()).toBe(true)
    expect(await readFile(path.join(dataDir, 'session-secret'), 'latin1')).toContain(secrets[1])
  })
})
