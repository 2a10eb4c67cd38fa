import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connecting } from './connecting.ts'
import { openSettings, type StoredSettings } from './settings.ts'
import { type FakeSite, refusal, reply, startFakeSite } from './testing/fake-site.ts'

const CODES = '/api/companion/codes'
const STATE = '/api/companion/codes/state'

describe('connecting by a code', () => {
  let directory: string
  let site: FakeSite
  let settings: StoredSettings
  let connecting: Connecting
  let connectedAs: string | null
  let asked: { keyHash: string; computerName: string }

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'rollcall-companion-'))
    site = await startFakeSite()
    connectedAs = null
    site.others.set(CODES, (response, body) => {
      asked = JSON.parse(body)
      reply(200, {
        userCode: 'BCDFGHJK',
        deviceCode: 'device',
        connectUrl: `${site.origin}/connect?code=BCDFGHJK`,
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
        pollSeconds: 1,
      })(response)
    })
    site.others.set(STATE, reply(200, { state: 'pending' }))
    await open()
  })
  afterEach(async () => {
    connecting.close()
    await site.close()
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  })

  const open = async () => {
    settings = await openSettings(path.join(directory, 'settings.json'), {})
    connecting = new Connecting({
      settings,
      version: '1.0.0',
      log: () => {},
      onConnected: (channel) => {
        connectedAs = channel
      },
      onChange: () => {},
    })
  }
  const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

  it('sends only the hash of its key, and uses the key once it is confirmed', async () => {
    expect(await connecting.begin(site.origin)).toBe(`${site.origin}/connect?code=BCDFGHJK`)
    expect(connecting.state.pending).toMatchObject({ userCode: 'BCDF-GHJK' })
    // Confirmed while the computer was off.
    connecting.close()
    await open()
    site.others.set(STATE, reply(200, { state: 'confirmed', username: 'Ada', channel: 'ada' }))
    await eventually(() => expect(connectedAs).toBe('ada'))
    const { connection, pending } = settings.current()
    expect(pending).toBeNull()
    expect(connection?.key).toMatch(/^rck_[a-z2-7]{32}$/)
    const keyHash = createHash('sha256')
      .update(connection?.key ?? '')
      .digest('hex')
    expect(asked.keyHash).toBe(keyHash)
    if (process.platform !== 'win32') {
      const { mode } = await stat(path.join(directory, 'settings.json'))
      expect(mode & 0o777).toBe(0o600)
    }
  })

  it('says that a code was denied or has expired, and keeps asking while the site is away', async () => {
    await connecting.begin(site.origin)
    site.others.set(STATE, reply(503, refusal('Later.', 'database_unavailable')))
    await eventually(() => expect(connecting.state.pending).not.toBeNull())
    site.others.set(STATE, reply(200, { state: 'denied' }))
    await eventually(() => expect(connecting.state).toMatchObject({ pending: null }))
    expect(connecting.state.problem).toBe('The request was denied on the site.')
    site.others.set(STATE, reply(200, { state: 'pending' }))
    await connecting.begin(site.origin)
    expect(connecting.state.problem).toBeNull()
  })

  it('says why there is no code', async () => {
    site.others.set(CODES, reply(429, refusal('Too many codes. Wait a minute.', 'rate_limited')))
    await expect(connecting.begin(site.origin)).rejects.toThrow('Too many codes. Wait a minute.')
    site.others.set(CODES, (response) => response.end('<html>'))
    await expect(connecting.begin(site.origin)).rejects.toThrow('There is no Rollcall at')
    // Nothing listens there.
    await expect(connecting.begin('http://127.0.0.1:1')).rejects.toThrow(
      /^127\.0\.0\.1:1 is not answering\. Check the address/,
    )
    expect(connecting.state.pending).toBeNull()
  })
})
