/** Racers' pages: totals, days, ranks, games, luck and head to head, and their addresses. */
import type { RacerGames, RacerPage, Versus } from '@rollcall/contract/racers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsDuring } from '../helpers/asked-statements.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles, sampleGame } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let twitch: FakeTwitch
let server: TestServer
let caster: Session
let other: Session

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'caster', UPLOAD_PAIRING: 'key', SEASON: '74' },
    startsAt: new Date('2026-09-01T18:00:00Z'),
    makeWebDir,
  })
  caster = await signIn('caster')
  other = await signIn('other')
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string, id = login) => server.signInWith(twitch.issue(login, { id }))
const get = (url: string, headers?: Session) =>
  server.call({ method: 'GET', url, ...(headers && { headers }) })
const ask = (url: string) => server.ask({ method: 'GET', url })
const pageOf = (login: string): Promise<RacerPage> => ask(`/api/racers/twitch/${login}`)

/** Uploads a race five minutes after the previous call. The winner gets one point per racer, the last racer gets 1. */
async function race(names: readonly string[], headers = caster): Promise<number> {
  server.clock.advance({ minutes: 5 })
  const files = raceFiles(names, server.clock.now())
  return (await server.ask(gameUpload(files, { headers }))).gameId
}

async function nextDay(days = 1): Promise<void> {
  server.clock.advance({ days })
  await closeDays(server.context)
  caster = await signIn('caster')
  other = await signIn('other')
}

async function startSeason(season: number): Promise<void> {
  const url = '/api/admin/updateSettings?isConfirmed=true'
  const body = { season: String(season) }
  await server.ask({ method: 'PUT', url, headers: caster, body })
}

describe('an address', () => {
  it('of nobody gets 404 with a plain sentence', async () => {
    const response = await get('/api/racers/twitch/nobody')
    expect(response.statusCode).toBe(404)
    expect(response.json().error).toBe('Nobody with that name has public results.')
  })

  it('finds racers in any letter case, and keeps platforms apart', async () => {
    await race(['ada', 'bo', 'cy'])
    expect(await pageOf('ADA')).toMatchObject({
      racer_name: 'ada',
      address: { platform: 'twitch', login: 'ada' },
      isOwn: false,
      points: { lifetime: 3, season: 3 },
    })
    expect((await get('/api/racers/kick/ada')).statusCode).toBe(404)
  })

  it('of somebody who has signed in but never raced has a page', async () => {
    expect(await pageOf('caster')).toMatchObject({
      points: { lifetime: null, season: null },
      badges: [],
    })
    expect((await get('/api/racers/twitch/caster', caster)).json().isOwn).toBe(true)
  })

  it('leads to the current address after a rename, unless somebody else has the login now', async () => {
    await race(['first_name', 'bo'])
    server.clock.advance({ minutes: 1 })
    await signIn('first_name', 'the same')
    await signIn('second_name', 'the same')
    expect(await pageOf('first_name')).toMatchObject({
      address: { login: 'second_name' },
      points: { lifetime: 2 },
    })
    server.clock.advance({ minutes: 1 })
    await signIn('first_name', 'somebody else')
    await race(['first_name', 'bo', 'cy'])
    expect(await pageOf('first_name')).toMatchObject({
      address: { login: 'first_name' },
      points: { lifetime: 3 },
    })
    expect(await pageOf('second_name')).toMatchObject({ points: { lifetime: 2 } })
  })
})

describe('the page', () => {
  it('has totals, days, best rank and streak, including today’s games', async () => {
    await race(['dee', 'bo', 'cy'])
    await nextDay()
    await race(['bo', 'dee', 'cy'])
    await nextDay()
    await race(['cy', 'dee'], other)
    await nextDay(2)
    await race(['dee', 'bo', 'cy', 'eve'])
    const page = await pageOf('dee')
    expect(page).toMatchObject({
      points: { lifetime: 10, season: 10 },
      races: { games: 4, wins: 2 },
      royales: { games: 0, wins: 0 },
      streak: { from: '2026-09-01', to: '2026-09-03', days: 3 },
      bestRank: { rank: 2, day: '2026-09-02', channel: { login: 'caster' } },
      ranks: { channel: { login: 'caster' } },
      seasons: [{ season: 74, points: 10 }],
      events: { total: 0, latest: [] },
      year: { from: '2025-09-06', to: '2026-09-05', endsAt: '2026-09-06T16:00:00.000Z' },
    })
    expect(page.ranks?.days.map(({ day }) => day)).toEqual(['2026-09-01', '2026-09-02'])
    expect(page.ranks?.days.at(-1)?.rank).toBe(page.bestRank?.rank)
    expect(page.year.days).toEqual([
      { day: '2026-09-01', lastDay: null, points: 3, games: 1 },
      { day: '2026-09-02', lastDay: null, points: 2, games: 1 },
      { day: '2026-09-03', lastDay: null, points: 1, games: 1 },
      { day: '2026-09-05', lastDay: null, points: 4, games: 1 },
    ])
    expect(page.progress).toEqual([
      expect.objectContaining({ season: 74, firstDay: null, isCurrent: true, undated: 0 }),
    ])
  })

  it('compares a season with the one before, with undated points and points made between two days', async () => {
    await startSeason(75)
    const snapshot = async (marbleDay: string, points: number) => {
      const racers = [{ name: 'fay', racePoints: points }]
      const files = makeSeason({ channel: 'other', season: 75, racers, marbleDay })
      await server.ask(seasonUpload(files, { headers: other }))
      // What a snapshot says of days that are over is due at once.
      await closeDays(server.context)
    }
    await race(['dee', 'fay'])
    await snapshot('2026-09-05', 100)
    await snapshot('2026-09-06', 130)
    await nextDay(3)
    await snapshot('2026-09-09', 190)
    const [current] = (await pageOf('fay')).progress
    expect(current).toEqual({
      season: 75,
      firstDay: '2026-09-05',
      isCurrent: true,
      undated: 100,
      days: [
        { day: '2026-09-05', lastDay: null, points: 31 },
        { day: '2026-09-06', lastDay: '2026-09-08', points: 60 },
      ],
    })
    expect((await pageOf('dee')).progress).toMatchObject([
      { season: 74, isCurrent: false, days: [{ points: 3 }, {}, {}, {}] },
      { season: 75, isCurrent: true, days: [{ day: '2026-09-05', points: 2 }] },
    ])
  })
})

describe('ranks on channels', () => {
  const ranksOf = (login: string) => ask(`/api/racers/twitch/${login}/channels`)

  it('are of the current season, with the rank of the last day played before today', async () => {
    expect(await ranksOf('fay')).toMatchObject({
      season: 75,
      more: 0,
      channels: [
        {
          ...{ channel: { login: 'other' }, points: 190, rank: 1, of: 1 },
          before: { rank: 1, day: '2026-09-06' },
        },
        {
          ...{ channel: { login: 'caster' }, points: 1, rank: 2, of: 2 },
          before: { rank: 2, day: '2026-09-05' },
        },
      ],
    })
    await nextDay(7)
    await race(['fay', 'gil', 'dee'])
    await race(['fay', 'gil', 'dee'])
    expect((await ranksOf('fay')).channels).toMatchObject([
      { channel: { login: 'other' }, before: { rank: 1, day: '2026-09-06' } },
      {
        ...{ channel: { login: 'caster' }, points: 7, rank: 1, of: 3 },
        before: { rank: 2, day: '2026-09-05' },
      },
    ])
  })

  it('count a person’s logins as one racer', async () => {
    server.clock.advance({ minutes: 1 })
    await signIn('gil', 'gil')
    await signIn('gil_two', 'gil')
    await race(['gil_two', 'fay', 'dee'])
    expect((await ranksOf('gil_two')).channels).toMatchObject([{ points: 7, rank: 2, of: 3 }])
  })

  it('are compared with the same day as on the dashboard', async () => {
    const fay = await signIn('fay')
    const url = '/api/dashboard/positions'
    const { channels } = await server.ask({ method: 'GET', url, headers: fay })
    const before = channels.map((each: { before: unknown }) => each.before)
    expect(before).not.toContain(null)
    expect((await ranksOf('fay')).channels).toMatchObject(
      before.map((each: unknown) => ({ before: each })),
    )
  })
})

describe('games', () => {
  const gamesOf = (login: string): Promise<RacerGames> => ask(`/api/racers/twitch/${login}/games`)

  it('are listed newest first, with the best game, and with luck from 20 games', async () => {
    const ids: number[] = []
    for (let played = 0; played < 20; played += 1) {
      ids.push(await race(played === 4 ? ['hal', 'ivy', 'jo'] : ['ivy', 'hal', 'jo']))
    }
    const { race: races, royale, latest } = await gamesOf('hal')
    expect(races).toMatchObject({
      games: 20,
      best: { id: ids[4], position: 1, points: 3, racerCount: 3, channel: { login: 'caster' } },
      luck: { games: 20, meanField: 3, firstPlaces: 1, behind: 0.525 },
    })
    expect(royale).toEqual({ games: 0, best: null, luck: null })
    expect(latest.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
    expect((await gamesOf('dee')).race.luck).toBeNull()
  })

  it('of tilt are levels: how many were survived, the highest of them, and how often as the best', async () => {
    const levels = ['tilt/v4/01-level-passed', 'tilt/v4/02-level-failed-run-ends']
    for (const level of levels) {
      server.clock.advance({ minutes: 5 })
      const { summaryData, ...files } = sampleGame(level)
      const now = server.clock.now().toISOString()
      const summary = Buffer.from(String(summaryData).replace(/2026-09-16T[^,]+/, now))
      await server.ask(gameUpload({ ...files, summaryData: summary }, { headers: caster }))
    }
    const { tilt, latest } = await gamesOf('pebblewick')
    expect(tilt).toEqual({ levels: 2, survived: 1, highest: 7, topTiltee: 1 })
    expect(latest).toMatchObject([
      { mode: 'tilt', level: 13, isEliminated: true, isTopTiltee: false },
      { mode: 'tilt', level: 7, isEliminated: false, isTopTiltee: true },
    ])
    expect((await gamesOf('tumbleteo')).tilt).toMatchObject({ survived: 0, highest: null })
  })
})

describe('two racers', () => {
  const versus = (one: string, another: string): Promise<Versus> =>
    ask(`/api/racers/twitch/${one}/versus/twitch/${another}`)

  it('are compared by position in the games that both played', async () => {
    const answer = await versus('hal', 'ivy')
    expect(answer).toMatchObject({
      racer: { racer_name: 'hal' },
      other: { address: { login: 'ivy' } },
      meetings: [
        { mode: 'race', season: 75, channel: { login: 'caster' }, games: 20, ahead: 1, behind: 19 },
      ],
      points: [{ season: 75, channel: { login: 'caster' }, racer: 41, other: 59 }],
    })
    expect(answer.latest).toHaveLength(10)
    expect(answer.latest[0]).toMatchObject({ position: 2, otherPosition: 1 })
    const turned = await versus('ivy', 'hal')
    expect(turned.meetings).toMatchObject([{ ahead: 19, behind: 1 }])
  })

  it('who never met have an empty comparison, and nobody is compared with themselves', async () => {
    expect(await versus('hal', 'ada')).toMatchObject({ meetings: [], points: [], latest: [] })
    const response = await get('/api/racers/twitch/gil/versus/twitch/gil_two')
    expect(response.statusCode).toBe(422)
  })

  it('are rivals if they met often, with the closest in points first', async () => {
    const { rivals } = await ask('/api/racers/twitch/hal/rivals')
    expect(rivals).toMatchObject([
      { racer: { racer_name: 'ivy' }, games: 20, ahead: 1, points: 41, otherPoints: 59 },
      { racer: { racer_name: 'jo' }, games: 20, ahead: 20, points: 41, otherPoints: 20 },
    ])
  })

  it('are rivals in the order of their names if they met as often and are as close', async () => {
    await race(['zed', 'yan', 'mid', 'abe', 'ari'])
    await signIn('yan', 'yan')
    const { rivals } = await ask('/api/racers/twitch/mid/rivals')
    const names = rivals.map(({ racer }: { racer: { racer_name: string } }) => racer.racer_name)
    expect(names).toEqual(['abe', 'yan', 'ari', 'zed'])
  })

  it('are compared again after a game, and otherwise not read again', async () => {
    const readings = async (url: string) => {
      const statements = await statementsDuring(() => ask(url))
      return statements.filter(({ text, isOfWork }) => isOfWork && text.includes('as materialized'))
    }
    for (const url of [
      '/api/racers/twitch/hal/versus/twitch/ivy',
      '/api/racers/twitch/hal/rivals',
    ]) {
      await ask(url)
      expect(await readings(url), url).toEqual([])
    }
    await race(['hal', 'ivy'])
    expect((await versus('hal', 'ivy')).meetings).toMatchObject([{ games: 21, ahead: 2 }])
    const { rivals } = await ask('/api/racers/twitch/hal/rivals')
    expect(rivals[0]).toMatchObject({ racer: { racer_name: 'ivy' }, games: 21, ahead: 2 })
  })
})

describe('a link to a racer', () => {
  const headOf = async (url: string) => {
    const { headers, body } = await get(url)
    const tag = (name: string) => new RegExp(`og:${name}" content="([^"]*)"`).exec(body)?.[1]
    return {
      robots: headers['x-robots-tag'],
      title: tag('title'),
      image: tag('image'),
      url: tag('url'),
    }
  }

  it('shows their rank where they have most points, at their present address', async () => {
    const head = await headOf('/r/twitch/HAL')
    expect(head).toMatchObject({ robots: 'noindex', title: 'hal: #2 in Season 75 on caster' })
    expect(head.url).toMatch(/\/r\/twitch\/hal$/)
    const picture = await get(head.image?.replace(/^.*(?=\/r\/)/, '') ?? '')
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'x-robots-tag': 'noindex',
    })
    expect((await headOf('/r/twitch/first_name?from=chat')).url).toMatch(/\/r\/twitch\/first_name$/)
  })

  it('has only the name without points in the season, and nothing for nobody', async () => {
    expect((await headOf('/r/twitch/ada')).title).toBe('ada')
    for (const address of [
      'twitch/nobody',
      'kick/hal',
      'twitch',
      'twitch/%',
      'twitch/hal/vs/x/y',
    ]) {
      expect((await headOf(`/r/${address}`)).title, address).toBeUndefined()
    }
    expect((await get('/r/twitch/nobody/card.png')).statusCode).toBe(404)
  })
})
