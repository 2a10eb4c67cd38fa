import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Companion } from './companion.ts'
import { openLog } from './log.ts'
import { pageActions } from './page/page-actions.ts'
import { PlayedGames } from './play/played-games.ts'
import { writeGame } from './play/write-game.ts'
import { openSettings, type StoredSettings } from './settings.ts'
import { type FakeSite, receipt, refusal, reply, startFakeSite } from './testing/fake-site.ts'

const KEY = 'rck_test_0123456789'

// These tests use real files and a real site. The time limits only stop hanging tests.
describe('the companion', () => {
  let directory: string
  let folder: string
  let dataDir: string
  let site: FakeSite
  let settings: StoredSettings
  let companion: Companion
  const played = new PlayedGames('companion')
  const random = new SeededRandom('writing')

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'rollcall-companion-'))
    folder = path.join(directory, 'game')
    dataDir = path.join(directory, 'data')
    await mkdir(folder)
    site = await startFakeSite()
    settings = await openSettings(path.join(directory, 'settings.json'), {})
    await settings.change({ folder, connection: { site: site.origin, key: KEY } })
    companion = await start()
  })
  afterEach(async () => {
    await companion.close()
    await site.close()
    // A line of the log may still be being written.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  })

  const start = () =>
    Companion.start({
      dataDir,
      version: '1.0.0',
      settings,
      environment: { platform: 'linux', home: directory, localAppData: undefined },
      startInstaller: null,
      autostart: null,
      log: openLog(path.join(dataDir, 'companion.log'), () => [KEY]),
      onChange: () => {},
    })
  const play = async (finishedAt = new Date()) => {
    const game = played.next(finishedAt)
    await writeGame(folder, game, { random, spreadMs: 30 })
    return game
  }
  const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

  it('sends each game once, even after a restart with its files still there', async () => {
    const game = await play()
    await eventually(() => expect(site.uploads).toHaveLength(1))
    await eventually(async () =>
      expect(await companion.state()).toMatchObject({ waiting: 0, channel: 'ada' }),
    )
    expect(site.uploads[0]).toContain(KEY)
    expect((await companion.state()).lastGame).toMatchObject({ racers: game.racers })
    await companion.close()
    companion = await start()
    await eventually(async () => expect((await companion.state()).folder?.isThere).toBe(true))
    await play()
    await eventually(() => expect(site.uploads).toHaveLength(2))
    expect(await readFile(path.join(dataDir, 'companion.log'), 'utf8')).not.toContain(KEY)
  })

  it('reports to the site at once that nothing is waiting any more', async () => {
    const reported: number[] = []
    site.others.set('/api/companion/heartbeat', (response, body) => {
      reported.push(JSON.parse(body).outboxCount)
      reply(503, refusal('Later.', 'database_unavailable'))(response)
    })
    for (const games of [1, 2]) {
      reported.length = 0
      await play()
      await eventually(() => expect(site.uploads).toHaveLength(games))
      await eventually(() => expect(reported.at(-1)).toBe(0))
    }
  })

  it('says to the site that a round has been run, or why that failed', async () => {
    const said = { eventId: 7, hasRun: true }
    site.others.set('/api/companion/runs', (response, body) => {
      expect(JSON.parse(body)).toEqual({ uploadKey: KEY, ...said })
      reply(200, { status: 'success' })(response)
    })
    await companion.sayRun(said)
    const sentence = 'This round has not begun, or it is already over.'
    site.others.set('/api/companion/runs', reply(409, refusal(sentence, 'round_not_running')))
    await expect(companion.sayRun(said)).rejects.toThrow(sentence)
  })

  it('keeps games on disk while the site cannot accept them, and sends them in order', async () => {
    site.answer = reply(503, refusal('The database does not answer.', 'database_unavailable'))
    await play()
    await eventually(() => expect(companion.outbox.count('waiting')).toBe(1))
    await eventually(async () =>
      expect((await companion.state()).sender).toMatchObject({
        kind: 'waiting',
        problem: 'The database does not answer.',
      }),
    )
    await companion.close()
    await play()
    companion = await start()
    await eventually(() => expect(companion.outbox.count('waiting')).toBe(2))
    const kept = await readdir(path.join(dataDir, 'outbox', 'waiting'))
    const before = site.uploads.length
    const taken: string[] = []
    site.answer = (response, body) => {
      taken.push(body)
      reply(200, receipt)(response)
    }
    companion.sender.tryNow()
    await eventually(() => expect(companion.outbox.count('waiting')).toBe(0))
    expect(kept).toHaveLength(2)
    expect(site.uploads.length).toBeGreaterThan(before)
    expect(taken[0]).not.toBe(taken[1])
  })

  it('keeps a game that the site refuses, with its sentence', async () => {
    site.answer = reply(422, refusal('raceData, line 3: There is no such season.'))
    await play()
    await eventually(async () => {
      const { waiting, refused } = await companion.state()
      expect(waiting).toBe(0)
      expect(refused[0]?.game.refusal?.sentence).toBe('raceData, line 3: There is no such season.')
    })
  })

  it('keeps everything when disconnected, and says so', async () => {
    site.answer = reply(401, refusal('This upload key is not valid any more.', 'not_authorised'))
    await play()
    await eventually(async () =>
      expect(await companion.state()).toMatchObject({
        waiting: 1,
        sender: { kind: 'disconnected', problem: 'This upload key is not valid any more.' },
      }),
    )
  })

  it('offers an old game instead of sending it', async () => {
    await companion.close()
    const game = await play(new Date(Date.now() - 80 * 3_600_000))
    for (const name of game.files.keys()) {
      const old = new Date(Date.now() - 80 * 3_600_000)
      await utimes(path.join(folder, name), old, old)
    }
    companion = await start()
    await eventually(async () => expect((await companion.state()).offered).toHaveLength(1))
    expect(site.uploads).toHaveLength(0)
  })

  it('offers games played for one channel once another is connected', async () => {
    await play()
    await eventually(async () =>
      expect(await companion.state()).toMatchObject({ waiting: 0, channel: 'ada' }),
    )
    const later = refusal('The database does not answer.', 'database_unavailable')
    site.answer = reply(503, later)
    await play()
    await eventually(() => expect(companion.outbox.count('waiting')).toBe(1))
    const key = `${KEY}_other`
    await settings.change({ connection: { site: site.origin, key } })
    site.answer = (response, body) =>
      (body.includes(key) ? reply(200, receipt) : reply(503, later))(response)
    const sent = () => site.uploads.filter((body) => body.includes(key))
    companion.reconnect()
    // It is not known yet whose key it is.
    await eventually(async () =>
      expect((await companion.state()).sender).toMatchObject({
        problem: expect.stringContaining('which channel'),
      }),
    )
    companion.reconnect('bob')
    await eventually(async () =>
      expect(await companion.state()).toMatchObject({
        ...{ waiting: 0, channel: 'bob' },
        offered: [{ game: { channel: 'ada' } }],
      }),
    )
    const [offered] = (await companion.state()).offered
    expect(sent()).toEqual([])
    const actions = pageActions(companion, { settings, openAddress: () => {} })
    await actions.act('send-offered', new URLSearchParams({ name: offered?.name ?? '' }))
    await eventually(() => expect(sent()).toHaveLength(1))
  })

  it('sends games from memory if the disk is full, says so, and saves them when it can', async () => {
    site.answer = reply(503, refusal('The database does not answer.', 'database_unavailable'))
    const waiting = path.join(dataDir, 'outbox', 'waiting')
    await rm(waiting, { recursive: true })
    await play()
    await eventually(async () =>
      expect(await companion.state()).toMatchObject({ waiting: 1, unsaved: 1 }),
    )
    await mkdir(waiting)
    await eventually(async () => expect((await companion.state()).unsaved).toBe(0))
    expect(await readdir(waiting)).toHaveLength(1)
    await rm(waiting, { recursive: true })
    await play()
    await eventually(async () => expect((await companion.state()).unsaved).toBe(1))
  })
})
