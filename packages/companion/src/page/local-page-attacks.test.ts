/** What other programs, web pages and files with malicious names can get from a running companion's page. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CompanionProcess, startCompanion } from '../testing/companion-process.ts'
import { type FakeSite, reply, startFakeSite } from '../testing/fake-site.ts'

const KEY = 'rck_secret_0123456789'
const RIGHT_TO_LEFT = '\u202e'

// The tests start a real process, possibly on a busy machine.
describe("a running companion's page", () => {
  let directory: string
  let data: string
  let site: FakeSite
  let companion: CompanionProcess
  /** The token in its address. */
  let token: string
  let port: number

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'rollcall-attacked-'))
    data = path.join(directory, 'data')
    const game = path.join(directory, 'game')
    await mkdir(game)
    site = await startFakeSite()
    companion = await startCompanion(['--folder', game, '--data', data])
    const { pathname, port: ownPort } = new URL(companion.page)
    token = pathname.slice(1, -1)
    port = Number(ownPort)
    await companion.submit('use-key', { site: site.origin, key: KEY })
  })
  afterAll(async () => {
    await companion?.kill()
    await site?.close()
    await rm(directory, { recursive: true, maxRetries: 5 })
  })

  const ask = (
    target: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number | undefined; body: string; headers: object }> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path: target, method, headers })
      asked.on('error', reject)
      asked.on('response', (response) =>
        text(response).then(
          (body) => resolve({ status: response.statusCode, body, headers: response.headers }),
          reject,
        ),
      )
      asked.end()
    })

  const expectNothing = async (answer: ReturnType<typeof ask>) => {
    const { status, body, headers } = await answer
    expect([status, body]).toEqual([404, ''])
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }

  /** Every file and directory that the companion wrote. */
  const listWritten = async () => {
    const entries = await readdir(data, { recursive: true, withFileTypes: true })
    return entries.map((entry) => ({
      file: path.join(entry.parentPath, entry.name),
      isFile: entry.isFile(),
    }))
  }

  it.each(['127.0.0.2', '::1'])('is not served at %s, only at 127.0.0.1', async (host) => {
    const tried = new Promise((resolve, reject) => {
      connect({ host, port }, () => resolve('connected')).on('error', reject)
    })
    await expect(tried).rejects.toThrow()
  })

  it("hides its address and the streamer's key from other users of the computer", async () => {
    for (const { file } of [...(await listWritten()), { file: data }]) {
      expect([file, (await stat(file)).mode & 0o077]).toEqual([file, 0])
    }
    const commandLine = await readFile(`/proc/${companion.pid}/cmdline`, 'utf8').catch(() => '')
    expect(commandLine).not.toContain(token)
    expect(commandLine).not.toContain(KEY)
  })

  it('writes its key only into its settings, and never shows it', async () => {
    const holders = []
    for (const { file, isFile } of await listWritten()) {
      if (isFile && (await readFile(file, 'utf8')).includes(KEY)) {
        holders.push(path.basename(file))
      }
    }
    expect(holders).toEqual(['settings.json'])
    expect(await companion.pageText()).not.toContain(KEY)
    expect(await readFile(path.join(data, 'companion.log'), 'utf8')).not.toContain(token)
  })

  it('answers nothing to a program that does not know its address', async () => {
    const origin = `http://127.0.0.1:${port}`
    const wrong = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    for (const target of [
      ...['/', '//', '/index.html', '/page.js', '/events', '/settings.json', '/running.json'],
      ...[`/${wrong}/`, `/${token.slice(1)}/`, `/${token}x/`, `/%00${token}/`, `/x/${token}/`],
      ...[`/?${token}`, `/${token}?/`, `/../${token}/..`, '*', `http://127.0.0.1:${port}/`],
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'PUT', 'TRACE']) {
        await expectNothing(ask(target, { method, headers: { origin } }))
      }
    }
  })

  it('answers nothing to a web page, whatever name it uses for this computer, even if it knows the address', async () => {
    const own = `127.0.0.1:${port}`
    const strangers: Record<string, string>[] = [
      // Names that an attacker points at this computer.
      ...[`localhost:${port}`, `evil.example:${port}`, `127.0.0.1.evil.example:${port}`].map(
        (host) => ({ host }),
      ),
      ...[
        `[::1]:${port}`,
        `2130706433:${port}`,
        `0x7f.1:${port}`,
        `127.0.0.1.:${port}`,
        `${own}0`,
      ].map((host) => ({ host })),
      { host: '127.0.0.1' },
      // A page that loads something without an Origin header.
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'script' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
      // A page from another origin, from none, or from another port of this computer.
      ...[
        'https://evil.example',
        'null',
        'http://127.0.0.1',
        `https://${own}`,
        `http://${own}0`,
      ].map((origin) => ({ origin })),
      { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
      // A preflight request, and a request for a web socket.
      {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-private-network': 'true',
      },
      {
        origin: 'https://evil.example',
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    ]
    for (const headers of strangers) {
      for (const target of ['', 'page.js', 'events', 'try-now', 'folder', 'import', 'use-key']) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          await expectNothing(ask(`/${token}/${target}`, { method, headers }))
        }
      }
    }
  })

  it('can be opened by a link from anywhere', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    expect((await ask(`/${token}/`, { headers })).status).toBe(200)
  })

  it('serves no files except those of refused games', async () => {
    for (const target of [
      ...['settings.json', '../settings.json', '..%2fsettings.json', '..\\settings.json'],
      'refused/..%2f..%2fsettings.json/LastSeasonRace.csv',
      'refused/../../settings.json',
      'refused/x/..%2f..%2f..%2fsettings.json',
      'refused/__proto__/constructor',
    ]) {
      await expectNothing(ask(`/${token}/${target}`))
    }
  })

  it('shows file names as text, and follows no links', async () => {
    const logs = path.join(directory, 'logs')
    await mkdir(logs)
    const names = [
      'allraces_<img src=x onerror=alert(1)>.csv',
      `allraces_${RIGHT_TO_LEFT}vsc.exe.csv`,
      'allraces_\u0007\u001b[2J.csv',
      'allraces_..%2f..%2fsettings.json.csv',
      'allraces_\';--"&amp;.csv',
      'allraces_\u2028.csv',
      'allraces_\n.csv',
    ]
    for (const name of names) {
      await writeFile(path.join(logs, name), name)
    }
    await symlink(path.join(data, 'settings.json'), path.join(logs, 'allraces_link.csv'))
    const sent: string[] = []
    site.others.set('/api/companion/import', (response, body) => {
      sent.push(body)
      reply(422, { error: 'It is not a day log.', code: 'unknown_header', requestId: 'r' })(
        response,
      )
    })
    await companion.submit('import', { logs })
    await expect.poll(() => companion.pageText()).toContain('day logs with')
    const page = await companion.pageText()
    expect(page).toContain('<bdi>allraces_&lt;img src=x onerror=alert(1)&gt;.csv</bdi>')
    expect(page).toContain(`<bdi>allraces_${RIGHT_TO_LEFT}vsc.exe.csv</bdi>`)
    expect(page).toContain('<bdi>allraces_&#39;;--&quot;&amp;amp;.csv</bdi>')
    expect(page).not.toContain('<img')
    expect(page).toMatch(/allraces_link\.csv<\/bdi><p class="problem">It cannot be read/)
    expect(sent.length).toBeGreaterThanOrEqual(5)
    // Each upload contains the key once: as its proof.
    expect(sent.filter((body) => body.split(KEY).length !== 2)).toEqual([])
    const log = await readFile(path.join(data, 'companion.log'), 'utf8')
    expect(log.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})
