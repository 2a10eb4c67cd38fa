/** A night of a channel: what its page, its picture and chat say of one marble day. */
import type { Night } from '@rollcall/contract/nights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, type RacerInFile, raceFiles, sampleGame } from '../helpers/game-files.ts'
import { SealedCups } from '../helpers/sealed-cups.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let twitch: FakeTwitch
let server: TestServer
beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key', SEASON: '74' },
    startsAt: new Date('2026-09-01T18:00:00Z'),
    makeWebDir,
  })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string) => server.signInWith(twitch.issue(login, { id: login }))

/** Five minutes after everything before; the winner gets as many points as there are racers, the last one 1. */
async function race(
  channel: string,
  names: readonly RacerInFile[],
  options?: Parameters<typeof raceFiles>[2],
): Promise<number> {
  server.clock.advance({ minutes: 5 })
  const files = raceFiles(names, server.clock.now(), options)
  return (await server.ask(gameUpload(files, { headers: await signIn(channel) }))).gameId
}

async function toDay(day: string, time = '18:00'): Promise<void> {
  const minutes = (Date.parse(`${day}T${time}:00Z`) - server.clock.now().getTime()) / 60_000
  server.clock.advance({ minutes })
  await closeDays(server.context)
}

const nightOf = (channel: string, day: string): Promise<Night> =>
  server.ask({ method: 'GET', url: `/api/channels/${channel}/nights/${day}` })

async function recapOf(channel: string, day: string) {
  const { recap } = await nightOf(channel, day)
  if (recap === null) {
    throw new Error('the night is held')
  }
  return recap
}

const recapInChat = async (channel: string) =>
  (await server.call({ method: 'GET', url: `/api/chat/${channel}/recap` })).payload

const at = (map: string, first: number) => ({ map, seconds: (place: number) => first + place })

describe('a night', () => {
  beforeAll(async () => {
    await race('nights', ['ada', 'bea', 'cai', 'dee'], at('Known', 50))
    await toDay('2026-09-02')
    await race('nights', ['dee', 'cai', 'eli'], at('Known', 40))
    await race('nights', ['dee', 'eli', 'cai', 'bea', 'ada'], at('New', 30))
    await toDay('2026-09-04')
    await race('nights', ['ada'])
  })

  it('says who was first, what was played, and which game was best', async () => {
    const recap = await recapOf('nights', '2026-09-02')
    expect(recap).toMatchObject({
      games: { race: 2, royale: 0, tilt: 0 },
      ...{ racers: 5, points: 21, more: 0 },
      podium: [
        { racer_name: 'dee', rank: 1, score: 8 },
        { racer_name: 'eli', rank: 2, score: 5 },
        { racer_name: 'cai', rank: 2, score: 5 },
      ].toSorted((a, b) => a.rank - b.rank || (a.racer_name < b.racer_name ? -1 : 1)),
      bestRace: { points: 5, racer: { racer_name: 'dee' }, map: { name: 'New' } },
      bestRoyale: null,
    })
    expect(recap.latest.map(({ map }) => map?.name)).toEqual(['New', 'Known'])
  })

  it('says who is new, who climbed, and who leads the season now', async () => {
    expect(await recapOf('nights', '2026-09-02')).toMatchObject({
      newFaces: { total: 1, racers: [{ racer_name: 'eli' }] },
      seasons: [
        {
          season: 74,
          leader: { racer: { racer_name: 'dee' }, points: 9, former: { racer_name: 'ada' } },
          climbers: [
            { racer: { racer_name: 'dee' }, from: 4, to: 1 },
            { racer: { racer_name: 'cai' }, from: 3, to: 2 },
          ],
        },
      ],
    })
    expect((await recapOf('nights', '2026-09-04')).seasons).toMatchObject([
      { leader: { racer: { racer_name: 'dee' }, former: null }, climbers: [] },
    ])
    const first = await recapOf('nights', '2026-09-01')
    expect(first.newFaces.total).toBe(4)
    expect(first.seasons).toMatchObject([{ leader: { former: null }, climbers: [] }])
  })

  it('has the records that were set, but not the first finish on a map', async () => {
    expect((await recapOf('nights', '2026-09-02')).records).toMatchObject([
      { map: { name: 'Known' }, racer: { racer_name: 'dee' }, seconds: 40, before: 50 },
    ])
    expect((await recapOf('nights', '2026-09-01')).records).toEqual([])
  })

  it('leads to the nights beside it, across days without any', async () => {
    const links = async (day: string) => {
      const { previous, next } = await nightOf('nights', day)
      return [previous, next]
    }
    expect(await links('2026-09-01')).toEqual([null, '2026-09-02'])
    expect(await links('2026-09-02')).toEqual(['2026-09-01', '2026-09-04'])
    expect(await links('2026-09-03')).toEqual(['2026-09-02', '2026-09-04'])
    expect(await links('2026-09-04')).toEqual(['2026-09-02', null])
    const { lastNight } = await server.ask({ method: 'GET', url: '/api/channels/nights' })
    expect(lastNight).toBe('2026-09-04')
  })

  it('is in the list of nights with its winner, the latest first', async () => {
    const list = (query = '') =>
      server.ask({ method: 'GET', url: `/api/channels/nights/nights${query}` })
    expect(await list()).toMatchObject({
      nights: [
        { day: '2026-09-04', isRunning: true, recap: { games: 1, racers: 1 } },
        {
          ...{ day: '2026-09-02', isRunning: false },
          recap: { games: 2, racers: 5, winner: { racer_name: 'dee', score: 8 }, more: 0 },
        },
        { day: '2026-09-01', recap: { winner: { racer_name: 'ada' } } },
      ],
      hasEarlier: false,
    })
    expect((await list('?before=2026-09-02')).nights).toMatchObject([{ day: '2026-09-01' }])
    expect(await list('?before=2026-09-01')).toEqual({ nights: [], hasEarlier: false })
  })

  it('on which nothing was played is empty', async () => {
    expect(await recapOf('nights', '2026-09-03')).toMatchObject({
      ...{ racers: 0, podium: [], latest: [], seasons: [], bestRace: null },
      newFaces: { total: 0, racers: [] },
    })
    const statusOf = async (path: string) =>
      (await server.call({ method: 'GET', url: `/api/channels/${path}` })).statusCode
    expect(await statusOf('nights/nights/2026-02-30')).toBe(400)
    expect(await statusOf('nobody_here/nights/2026-09-02')).toBe(404)
  })

  it('is one line in chat, with its address', async () => {
    await race('chatty', ['ada', { login: 'bea', name: 'evil.example' }], at('Hill', 20))
    const day = '2026-09-04'
    expect(await recapInChat('chatty')).toBe(
      `chatty on 4 Sept: 1 game, 2 racers. 1. ada 2, 2. evil. example 1. Best game: ada, 2 points on Hill. ${server.context.config.publicUrl}/c/chatty/${day}`,
    )
    expect(await recapInChat('nobody_here')).toMatch(/^There is no channel with that name/)
    const onlyFile = makeSeason({ channel: 'silent', season: 74, marbleDay: '2026-09-04' })
    await server.ask(seasonUpload(onlyFile, { headers: await signIn('silent') }))
    expect(await recapInChat('silent')).toBe('No night of silent is recorded yet.')
  })

  it('has a picture, and names it in its head', async () => {
    const picture = await server.call({ method: 'GET', url: '/c/nights/2026-09-02/card.png' })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
    const page = await server.call({ method: 'GET', url: '/c/nights/2026-09-02' })
    expect(page.body).toContain('/c/nights/2026-09-02/card.png?v=')
    expect(page.body).toContain('2 September 2026')
  })
})

describe('a stream across the change of day', () => {
  it('links both nights', async () => {
    await toDay('2026-09-10', '15:40')
    for (let game = 0; game < 6; game += 1) {
      await race('late_show', ['ada', 'bea'])
    }
    const goesOn = async (day: string) => (await recapOf('late_show', day)).goesOn
    expect(await goesOn('2026-09-09')).toEqual({ fromDayBefore: false, intoNextDay: true })
    expect(await goesOn('2026-09-10')).toEqual({ fromDayBefore: true, intoNextDay: false })
    expect((await recapOf('late_show', '2026-09-09')).games.race).toBe(3)
    expect((await recapOf('late_show', '2026-09-10')).games.race).toBe(3)
  })

  it('is at another hour in UTC after the clock has changed', async () => {
    await toDay('2026-11-01', '16:30')
    await race('winter', ['ada'])
    await toDay('2026-11-01', '17:30')
    await race('winter', ['bea'])
    expect((await recapOf('winter', '2026-10-31')).podium).toMatchObject([{ racer_name: 'ada' }])
    expect((await recapOf('winter', '2026-11-01')).podium).toMatchObject([{ racer_name: 'bea' }])
  })
})

describe('a night of snapshots and levels', () => {
  it('shows what they say', async () => {
    const headers = await signIn('files_only')
    for (const [marbleDay, racePoints] of [
      ['2026-11-02', 100],
      ['2026-11-03', 140],
    ] as const) {
      const season = makeSeason({
        ...{ channel: 'files_only', season: 74, marbleDay },
        racers: [
          { name: 'ada', racePoints },
          { name: 'bea', racePoints: 120 },
        ],
      })
      await server.ask(seasonUpload(season, { headers }))
    }
    expect(await recapOf('files_only', '2026-11-02')).toMatchObject({
      ...{ racers: 1, points: 40, latest: [], newFaces: { total: 0 } },
      seasons: [{ leader: { racer: { racer_name: 'ada' }, former: { racer_name: 'bea' } } }],
    })
    const tilted = await signIn('tilted')
    await server.ask(gameUpload(sampleGame('tilt/v4/01-level-passed'), { headers: tilted }))
    const [latest] = (await server.ask({ method: 'GET', url: '/api/channels/tilted/games' })).latest
    const { lastNight } = await server.ask({ method: 'GET', url: '/api/channels/tilted' })
    expect(await recapOf('tilted', lastNight)).toMatchObject({
      ...{ games: { tilt: 1 }, racers: 0, podium: [], latest: [{ id: latest.id }] },
    })
  })
})

describe('a change of season in a night', () => {
  it('is answered for each season', async () => {
    await toDay('2026-11-20')
    await race('crossing', ['ada', 'bea'])
    const settings = '/api/admin/updateSettings?isConfirmed=true'
    const headers = await signIn('boss')
    await server.ask({ method: 'PUT', url: settings, headers, body: { season: '75' } })
    await race('crossing', ['bea', 'ada', 'cai'])
    const { seasons, podium } = await recapOf('crossing', '2026-11-20')
    expect(podium[0]).toMatchObject({ racer_name: 'ada', score: 4 })
    expect(seasons.map(({ season, leader }) => [season, leader?.racer.racer_name])).toEqual([
      [75, 'bea'],
      [74, 'ada'],
    ])
  })
})

describe('a held night', () => {
  it('says nothing but its sentence, and later ones do not tell of it', async () => {
    const cups = await SealedCups.start()
    try {
      await cups.race('alpha')
      cups.server.clock.advance({ hours: 6 })
      await closeDays(cups.server.context)
      const sealed = await cups.createEvent('host')
      await cups.seal('host', sealed)
      await cups.answer('alpha', sealed)
      await cups.race('alpha')
      const night = (who: string, day = '2026-11-01'): Promise<Night> =>
        cups.ask(who, 'GET', `/api/channels/alpha/nights/${day}`)
      const held = { day: '2026-11-01', event: null }
      expect(await night('')).toMatchObject({ held, recap: null, previous: '2026-10-31' })
      expect(await night('alpha')).toMatchObject({ held: { day: held.day }, recap: { racers: 40 } })
      const list = async (who: string) =>
        (await cups.ask(who, 'GET', '/api/channels/alpha/nights')).nights[0]
      expect(await list('')).toEqual({ day: held.day, isRunning: true, held, recap: null })
      expect(await list('alpha')).toMatchObject({ day: held.day, recap: { racers: 40 } })
      const chat = await cups.server.call({ method: 'GET', url: '/api/chat/alpha/recap' })
      expect(chat.payload).toBe('Points of 1 Nov are shown after a show.')
      expect((await night('', '2026-10-31')).recap).toMatchObject({ racers: 40 })
      cups.server.clock.advance({ days: 4 })
      await closeDays(cups.server.context)
      await cups.signEverybodyIn()
      await cups.race('alpha')
      expect((await night('', '2026-11-05')).recap).toMatchObject({
        ...{ racers: 40, heldBefore: { day: '2026-11-01' }, seasons: [] },
        newFaces: { total: 0, racers: [] },
      })
      expect((await night('alpha', '2026-11-05')).recap?.seasons).toMatchObject([{ season: 75 }])
      cups.server.clock.advance({ minutes: 1 })
      await cups.openNow('alpha')
      expect((await night('')).recap).toMatchObject({ racers: 40, games: { race: 1 } })
    } finally {
      await cups.server.stop()
    }
  })
})
