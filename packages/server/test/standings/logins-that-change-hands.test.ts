/** A login that changes hands: boards rank the login, and people's pages sum per person. docs/scoring.md, Racers. */
import type { ChannelBoardRow } from '@rollcall/contract/channels'
import type { ChannelPosition } from '@rollcall/contract/dashboard'
import type { GameDetails } from '@rollcall/contract/games'
import type { RacerPage } from '@rollcall/contract/racers'
import { DAY_MS, HOUR_MS } from '@rollcall/formats/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, importUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { dayLog, type PlayedGame } from './files.ts'

const SHARED = 'shared with an earlier owner of this name'

let twitch: FakeTwitch
let server: TestServer
let tests = 0
/** Each test has its own streamer, in a season of its own. */
let caster: string
let headers: Session

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key', SEASON: '10' },
    startsAt: new Date('2026-09-01T18:00:00Z'),
  })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})
beforeEach(async () => {
  tests += 1
  server.clock.advance({ days: 10 })
  await startSeason(10 * tests)
  caster = `caster_${tests}`
  headers = await server.signInWith(twitch.issue(caster))
})

const name = (word: string) => `${word}_${tests}`

/** A minute passes, then the person signs in under the login, with the display name in capitals. */
function signIn(person: string, login: string): Promise<Session> {
  server.clock.advance({ minutes: 1 })
  const token = twitch.issue(name(login), {
    id: name(person),
    displayName: name(login).toUpperCase(),
  })
  return server.signInWith(token)
}

async function startSeason(season: number): Promise<void> {
  const url = '/api/admin/updateSettings?isConfirmed=true'
  const boss = await server.signInWith(twitch.issue('boss'))
  await server.ask({ method: 'PUT', url, headers: boss, body: { season: String(season) } })
}

/** A race a minute later, or at that instant. The winner gets one point per racer, the last racer gets 1. */
async function race(words: readonly string[], finishedAt?: Date): Promise<number> {
  server.clock.advance({ minutes: 1 })
  const files = raceFiles(words.map(name), finishedAt ?? server.clock.now())
  return (await server.ask(gameUpload(files, { headers }))).gameId
}

async function snapshot(points: Record<string, number>): Promise<void> {
  server.clock.advance({ minutes: 1 })
  const racers = Object.entries(points).map(([word, racePoints]) => ({
    name: name(word),
    racePoints,
  }))
  const files = makeSeason({
    ...{ channel: caster, season: await currentSeason(), racers, marbleDay: await marbleDay() },
  })
  await server.ask(seasonUpload(files, { headers }))
}

async function currentSeason(): Promise<number> {
  return Number((await server.ask({ method: 'GET', url: '/api/app/settings' })).season)
}

async function nextDay(): Promise<void> {
  server.clock.advance({ days: 1 })
  await closeDays(server.context)
}

const get = (path: string, reader?: Session) =>
  server.ask({ method: 'GET', url: `/api/${path}`, ...(reader && { headers: reader }) })

const pageOf = (login: string): Promise<RacerPage> => get(`racers/twitch/${name(login)}`)

async function positionOf(person: Session, query = ''): Promise<ChannelPosition | undefined> {
  return (await get(`dashboard/positions${query}`, person)).channels[0]
}

async function boardOf(of = 'season'): Promise<ChannelBoardRow[]> {
  return (await get(`channels/${caster}/board?of=${of}`)).rows
}

describe('a position', () => {
  it('is not behind the login that was theirs in an earlier season', async () => {
    await signIn('bo', 'oldname')
    await race(['oldname', 'ada'])
    const before = await signIn('bo', 'newname')
    await signIn('cy', 'oldname')
    const season = 10 * tests + 1
    await startSeason(season)
    const others = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`other${i}`, 10 + i]))
    await snapshot({ oldname: 500, newname: 300, ...others })
    const position = {
      points: 300,
      rank: 2,
      of: 12,
      next: { rank: 1, gap: 200 },
    }
    expect(await positionOf(before)).toMatchObject(position)
    expect(await positionOf(before)).not.toHaveProperty('isShared')
    expect((await get('dashboard/lifetime-stats', before)).place).toMatchObject({ rank: 2, of: 12 })
    expect((await get(`racers/twitch/${name('newname')}/channels`)).channels).toMatchObject([
      { points: 300, rank: 2, of: 12 },
    ])
  })

  it('has no earlier rank that was somebody else’s', async () => {
    const ada = await signIn('ada', 'ada')
    const bo = await signIn('bo', 'oldname')
    await race(['oldname', 'ada', 'low'])
    await nextDay()
    expect(await positionOf(bo)).toMatchObject({ before: { rank: 1 } })
    const again = await signIn('bo', 'newname')
    const cy = await signIn('cy', 'oldname')
    await race(['oldname', 'newname', 'ada', 'low'])
    await nextDay()
    // Cy's first day is over, and the rank at its close is that of a row with Bo's points.
    expect(await positionOf(cy)).toMatchObject({ isShared: true, before: { rank: 1 } })
    // Bo's row of that day is the new login's; the old one's was Cy's by then.
    expect(await positionOf(again)).toMatchObject({ isShared: true, rank: 1 })
    expect((await pageOf('oldname')).bestRank).toBeNull()
    expect((await pageOf('newname')).bestRank).toMatchObject({ rank: 1 })
    expect(await positionOf(ada)).toMatchObject({ before: { rank: 2 } })
    expect(await positionOf(ada)).not.toHaveProperty('isShared')
  })

  it('in the season of the handover is that of the shared row, and says so', async () => {
    const bo = await signIn('bo', 'ray')
    await race(['ray', 'ada', 'bea', 'cai'])
    const renamed = await signIn('bo', 'renamed')
    const cy = await signIn('cy', 'ray')
    await race(['ada', 'bea', 'ray'])
    // ada 6, ray 4 + 1, bea 5, cai 1
    for (const reader of [renamed, cy, bo]) {
      const shared = { points: 5, rank: 2, of: 4, next: { rank: 1, gap: 1 }, isShared: true }
      if (reader !== bo) {
        expect(await positionOf(reader)).toMatchObject(shared)
        expect((await get('dashboard/lifetime-stats', reader)).place).toMatchObject({
          ...{ rank: 2, of: 4, isShared: true },
        })
      }
    }
    expect((await pageOf('renamed')).points.season).toBe(4)
    expect((await pageOf('ray')).points.season).toBe(1)
  })
})

describe('the day of a handover', () => {
  it('is split at the instant, so that each person’s days add up to their total', async () => {
    await signIn('bo', 'ray')
    await race(['ray', 'ada', 'bea'])
    await race(['ada', 'ray'])
    await signIn('bo', 'renamed')
    await signIn('cy', 'ray')
    await race(['ray', 'ada', 'bea', 'dan'])
    const daysOf = async (login: string) => {
      const { year, progress, points } = await pageOf(login)
      const sum = progress.flatMap(({ days }) => days).reduce((all, day) => all + day.points, 0)
      return { games: year.days.map(({ games }) => games), sum, total: points.season }
    }
    const expected = [
      { games: [2], sum: 4, total: 4 },
      { games: [1], sum: 4, total: 4 },
    ]
    // While the day is open, and after it has closed.
    expect([await daysOf('renamed'), await daysOf('ray')]).toEqual(expected)
    await nextDay()
    expect([await daysOf('renamed'), await daysOf('ray')]).toEqual(expected)
  })
})

describe('a shared row', () => {
  beforeEach(async () => {
    await signIn('bo', 'ray')
    await race(['ray', 'ada', 'bea'])
    await signIn('bo', 'renamed')
    await signIn('cy', 'ray')
    await race(['ada', 'ray'])
  })

  it('is one, under the login, with nobody’s name and without a link, on every board', async () => {
    const row = { racer_name: name('ray'), rank: 1, score: 4, leads_nowhere: true }
    const numbers = { games: 2, wins: 1 }
    for (const of of ['season', 'lifetime', 'today']) {
      expect(await boardOf(of), of).toEqual([
        expect.objectContaining({ racer_name: name('ada') }),
        of === 'today' ? row : { ...row, ...numbers },
        expect.anything(),
      ])
    }
    const { token } = await server.ask({ method: 'POST', url: '/api/show/own-channel', headers })
    const shown = { racer_name: name('ray'), rank: 1, points: 4, leads_nowhere: true }
    for (const of of ['season', 'today']) {
      const { rows } = await get(`show/channel/${token}?of=${of}`)
      expect(rows, of).toContainEqual(shown)
    }
    const { racers } = await get(`seasons/${10 * tests}/racers`)
    expect(racers.map(({ racer }: { racer: object }) => racer)).toContainEqual({
      ...{ racer_name: name('ray'), leads_nowhere: true },
    })
    const named = await get(`channels/${caster}/board?search=${name('RAY')}`)
    expect(named.rows).toEqual([{ ...row, ...numbers }])
  })

  it('is the own row of both, and says that it is shared, in chat too', async () => {
    for (const [person, login] of [
      ['bo', 'renamed'],
      ['cy', 'ray'],
    ] as const) {
      const { own } = await get(`channels/${caster}/board/own`, await signIn(person, login))
      expect(own, person).toMatchObject({
        ...{ isShared: true, row: { racer_name: name('ray'), score: 4 } },
      })
    }
    const chat = await server.call({
      method: 'GET',
      url: `/api/chat/${caster}/rank?user=${name('ray')}`,
    })
    expect(chat.body).toContain(`${name('ray')} is 1st of 3`)
    expect(chat.body).toContain(SHARED)
  })

  it('is no longer shared on the board of a later day, and in the next season', async () => {
    await nextDay()
    await race(['ray', 'ada'])
    const own = { racer_name: name('ray'), display_name: name('ray').toUpperCase() }
    expect(await boardOf('today')).toContainEqual(expect.objectContaining(own))
    await startSeason(10 * tests + 1)
    await race(['ray', 'ada'])
    expect(await boardOf()).toContainEqual(expect.objectContaining(own))
    expect((await boardOf('lifetime'))[0]).toMatchObject({ leads_nowhere: true })
  })
})

describe('a season in which nobody known has the login', () => {
  it('has a snapshot’s row without the name of its last owner', async () => {
    await signIn('bo', 'ray')
    await race(['ray', 'ada'])
    await signIn('bo', 'renamed')
    const season = 10 * tests + 2
    await startSeason(season)
    const snapshot = makeSeason({
      ...{ channel: caster, season },
      racers: [{ name: name('ray'), racePoints: 7 }],
    })
    await server.ask(seasonUpload(snapshot, { headers }))
    expect(await boardOf()).toMatchObject([
      { racer_name: name('ray'), score: 7, leads_nowhere: true },
    ])
  })
})

describe('what was played before somebody took the login', () => {
  it('is not under their name: games, records and boards of past days', async () => {
    await signIn('bo', 'ray')
    const first = await race(['ray', 'ada'])
    const day = (await get(`channels/${caster}`)).today
    await signIn('bo', 'renamed')
    await nextDay()
    await signIn('cy', 'ray')
    const second = await race(['ray', 'ada'])
    const nobodys = { racer_name: name('ray'), leads_nowhere: true }
    const cys = { racer_name: name('ray'), display_name: name('ray').toUpperCase() }
    const winnerOf = async (id: number) => (await get(`games/${id}`)).podium[0]
    expect(await winnerOf(first)).toMatchObject(nobodys)
    expect((await winnerOf(first)).display_name).toBeUndefined()
    expect(await winnerOf(second)).toMatchObject(cys)
    const { latest } = await get(`channels/${caster}/games`)
    expect(latest.map(({ winner }: { winner: object }) => winner)).toEqual([cys, nobodys])
    expect((await boardOf(day))[0]).toMatchObject(nobodys)
    expect((await boardOf(day))[0]?.display_name).toBeUndefined()
  })
})

describe('what a game changed', () => {
  const changesOf = async (id: number): Promise<GameDetails['changes']> =>
    (await get(`games/${id}`)).changes

  it('is nothing if a snapshot counts and not the game', async () => {
    await snapshot({ ada: 30, bea: 20 })
    await race(['ada', 'bea', 'cai'])
    expect(await changesOf(await race(['cai', 'bea']))).toBeNull()
  })

  it('is on the same board as the day’s after a handover, with what snapshots added to the day', async () => {
    await snapshot({ ada: 30, bea: 20, cai: 10 })
    await snapshot({ ada: 33, bea: 22, cai: 11 })
    await server.ask({
      ...{ method: 'PUT', url: '/api/uploads/handover', headers, body: { isOn: true } },
    })
    const id = await race(['cai', 'bea'])
    // The day's points: ada 3, bea 2 + 1, cai 1 + 2.
    expect((await boardOf('today')).map(({ racer_name, score }) => [racer_name, score])).toEqual([
      [name('ada'), 3],
      [name('bea'), 3],
      [name('cai'), 3],
    ])
    expect(
      (await changesOf(id))?.map(({ racer_name, from, to }) => [racer_name, from, to]),
    ).toEqual([
      [name('bea'), 2, 1],
      [name('cai'), 3, 1],
    ])
  })
})

async function marbleDay(): Promise<string> {
  return (await get('dashboard/positions', headers)).today
}

/** A race of two, as a day log has it. */
function raceInLog(other: string, finishedAt: number): PlayedGame {
  const results = ['me', other].map((word, index) => ({
    ...{ platform: 'twitch', login: name(word), position: index + 1, points: 2 - index },
    ...{ eliminated: false, kills: null, damage: null, seconds: null },
  }))
  return {
    ...{ by: { person: 0 }, mode: 'race', snapshotId: '', map: '', results },
    ...{ finishedAt: new Date(finishedAt), files: 'legacy', isPractice: false },
  }
}

describe('rivals', () => {
  it('are those met in the games played last, not in those stored last', async () => {
    const imported = async (
      other: string,
      { games, daysAgo }: { games: number; daysAgo: number },
    ) => {
      const last = server.clock.now().getTime() - daysAgo * DAY_MS
      const log = Array.from({ length: games }, (_, game) =>
        raceInLog(other, last - game * HOUR_MS),
      )
      await server.ask(importUpload(dayLog(log), { headers }))
    }
    await imported('recent', { games: 100, daysAgo: 0 })
    await imported('old', { games: 100, daysAgo: 8 })
    const { rivals } = await get(`racers/twitch/${name('me')}/rivals`)
    expect(rivals.map(({ racer }: { racer: { racer_name: string } }) => racer.racer_name)).toEqual([
      name('recent'),
    ])
  })
})
