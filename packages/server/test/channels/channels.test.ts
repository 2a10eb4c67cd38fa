/** Channels' pages: boards of a day, the season and all of them, games, maps, champions, events, and whose address it is. */
import type { ChannelGames, ChannelPage, pageOfChannelBoard } from '@rollcall/contract/channels'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { monthOf, periodName, weekOf } from '@rollcall/contract/periods'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { FollowedStream } from '../helpers/followed-stream.ts'
import { gameUpload, type RacerInFile, raceFiles, sampleGame } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { checkBadges, closeDays } from '../helpers/settle-work.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let twitch: FakeTwitch
let server: TestServer
let caster: Session

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'caster', UPLOAD_PAIRING: 'key', SEASON: '74' },
    startsAt: new Date('2026-09-01T18:00:00Z'),
    makeWebDir,
  })
  caster = await signIn('caster')
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string, id = login) => server.signInWith(twitch.issue(login, { id }))
const get = (url: string, headers: Session = caster) => server.ask({ method: 'GET', url, headers })
const pageOf = (login: string): Promise<ChannelPage> => get(`/api/channels/${login}`)
const gamesOf = (login: string): Promise<ChannelGames> => get(`/api/channels/${login}/games`)

/** Five minutes after everything before; the winner gets as many points as there are racers, the last one 1. */
async function race(
  names: readonly RacerInFile[],
  headers: Session,
  options?: Parameters<typeof raceFiles>[2],
): Promise<number> {
  server.clock.advance({ minutes: 5 })
  const files = raceFiles(names, server.clock.now(), options)
  return (await server.ask(gameUpload(files, { headers }))).gameId
}

async function nextDay(days = 1): Promise<void> {
  server.clock.advance({ days })
  await closeDays(server.context)
  caster = await signIn('caster')
}

async function boardOf(
  login: string,
  query: Record<string, string> = {},
): Promise<ResponseOf<typeof pageOfChannelBoard>> {
  return get(`/api/channels/${login}/board?${new URLSearchParams(query)}`)
}

/** Rank, name and score of each row. */
async function ranksOn(login: string, query?: Record<string, string>) {
  const { rows } = await boardOf(login, query)
  return rows.map(({ rank, racer_name, score }) => [rank, racer_name, score])
}

describe('an address', () => {
  it('of nobody is answered 404 in plain words', async () => {
    const response = await server.call({ method: 'GET', url: '/api/channels/nobody' })
    expect([response.statusCode, response.json().error]).toEqual([
      404,
      'There is no such channel, or nothing on it is public yet.',
    ])
  })

  it('is found in any letter case, and by platform elsewhere than on Twitch', async () => {
    await race(['ada'], caster)
    expect(await pageOf('CASTER')).toMatchObject({ channel: { login: 'caster' }, season: 74 })
    expect(await pageOf('twitch:caster')).toMatchObject({ channel: { login: 'caster' } })
    const url = '/api/channels/kick:caster'
    expect((await server.call({ method: 'GET', url })).statusCode).toBe(404)
  })

  it('leads to the present one after a rename, unless somebody else has the login now', async () => {
    const before = await signIn('first_name', 'the same')
    await race(['ada'], before)
    server.clock.advance({ minutes: 1 })
    await signIn('second_name', 'the same')
    const { id } = await pageOf('second_name')
    expect(await pageOf('first_name')).toMatchObject({ id, channel: { login: 'second_name' } })
    server.clock.advance({ minutes: 1 })
    const others = await signIn('first_name', 'somebody else')
    await race(['bea'], others)
    expect((await pageOf('first_name')).id).not.toBe(id)
    expect((await pageOf('second_name')).id).toBe(id)
  })
})

describe('a board', () => {
  it('of today, a day, the season and all seasons equals the uploaded files', async () => {
    const one = await signIn('one')
    await race(['ada', 'bea', 'cai'], one)
    await race(['bea', 'ada'], one)
    const today = [
      [1, 'ada', 4],
      [1, 'bea', 4],
      [3, 'cai', 1],
    ]
    for (const of of ['today', '2026-09-01', 'season', 'lifetime']) {
      expect(await ranksOn('one', { of }), of).toEqual(today)
    }
    await nextDay()
    await race(['cai', 'ada'], await signIn('one'))
    expect(await ranksOn('one', { of: 'today' })).toEqual([
      [1, 'cai', 2],
      [2, 'ada', 1],
    ])
    expect(await ranksOn('one', { of: '2026-09-01' })).toEqual(today)
    expect(await ranksOn('one')).toEqual([
      [1, 'ada', 5],
      [2, 'bea', 4],
      [3, 'cai', 3],
    ])
    expect(await ranksOn('one', { of: '2026-08-31' })).toEqual([])
    expect(await pageOf('one')).toMatchObject({
      ...{ numbers: { points: 12, games: 3 }, firstDay: '2026-09-01', today: '2026-09-02' },
      endsAt: '2026-09-03T16:00:00.000Z',
    })
  })

  it('of a past day has what came late at once, and the same once the day is written', async () => {
    const late = await signIn('late')
    await race(['ada'], late)
    const finishedAt = server.clock.now()
    await nextDay()
    const day = (await pageOf('late')).firstDay ?? ''
    expect(await ranksOn('late', { of: day })).toEqual([[1, 'ada', 1]])
    const files = raceFiles(['bea', 'ada'], new Date(finishedAt.getTime() + 60_000))
    await server.ask(gameUpload(files, { headers: await signIn('late') }))
    const both = [
      [1, 'ada', 2],
      [1, 'bea', 2],
    ]
    expect(await ranksOn('late', { of: day })).toEqual(both)
    await nextDay(0)
    expect(await ranksOn('late', { of: day })).toEqual(both)
  })

  it('of snapshots says between which days points were made', async () => {
    const headers = await signIn('snapper')
    const snapshot = (marbleDay: string, racePoints: number, royalePoints: number) =>
      server.ask(
        seasonUpload(
          makeSeason({
            ...{ channel: 'snapper', season: 74, marbleDay },
            racers: [{ name: 'ada', racePoints, royalePoints }],
          }),
          { headers },
        ),
      )
    await snapshot('2026-09-01', 100, 0)
    await snapshot('2026-09-03', 100, 30)
    expect((await boardOf('snapper', { of: '2026-09-01' })).rows).toEqual([
      { racer_name: 'ada', rank: 1, score: 30, lastDay: '2026-09-02' },
    ])
    expect(await ranksOn('snapper', { of: '2026-09-01', mode: 'race' })).toEqual([])
    expect(await ranksOn('snapper', { mode: 'royale' })).toEqual([[1, 'ada', 30]])
    await snapshot('2026-09-03', 120, 30)
    expect(await ranksOn('snapper', { of: 'lifetime', mode: 'race' })).toEqual([[1, 'ada', 120]])
  })

  it('keeps modes apart, and counts who survived tilt levels', async () => {
    // Later than the sample files.
    await nextDay(20)
    const headers = await signIn('modes')
    await race(['gravelgran', 'tumbleteo', 'cai'], headers)
    await server.ask(gameUpload(sampleGame('royale/v4/01-normal'), { headers }))
    await server.ask(gameUpload(sampleGame('tilt/v4/01-level-passed'), { headers }))
    expect(await ranksOn('modes', { of: 'lifetime', mode: 'race' })).toEqual([
      [1, 'gravelgran', 3],
      [2, 'tumbleteo', 2],
      [3, 'cai', 1],
    ])
    expect(await ranksOn('modes', { mode: 'royale' })).toEqual([[1, 'gravelgran', 252]])
    expect((await ranksOn('modes')).slice(0, 2)).toEqual([
      [1, 'gravelgran', 255],
      [2, 'tumbleteo', 2],
    ])
    const levels = await boardOf('modes', { mode: 'tilt' })
    expect(levels.total).toBe(6)
    expect(levels.rows.map(({ score, levels: of }) => [score, of])).toEqual([
      ...[
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
        [0, 1],
        [0, 1],
      ],
    ])
    expect((await boardOf('modes', { of: '2026-09-16', mode: 'tilt' })).total).toBe(6)
    expect((await boardOf('modes', { of: '2026-09-15', mode: 'tilt' })).total).toBe(0)
  })

  it('of a week or a month adds up its days, in one season', async () => {
    // To a Sunday.
    await nextDay((7 - server.clock.now().getUTCDay()) % 7)
    const first = server.clock.now().toISOString().slice(0, 10)
    await race(['ada', 'bea'], await signIn('weekly'))
    await nextDay()
    await race(['bea', 'ada', 'cai'], await signIn('weekly'))
    const { of: _, ...monday } = weekOf((await pageOf('weekly')).today)
    expect(await ranksOn('weekly', { of: periodName(weekOf(first)) })).toEqual([
      [1, 'ada', 2],
      [2, 'bea', 1],
    ])
    expect(await ranksOn('weekly', { of: 'week' })).toEqual([
      [1, 'bea', 3],
      [2, 'ada', 2],
      [3, 'cai', 1],
    ])
    expect(await boardOf('weekly', { of: 'week' })).toMatchObject({
      period: { ...monday, season: 74, seasons: [74], hasUndated: false, stretches: [] },
    })
    const month = { of: periodName(monthOf(first)) }
    const isSameMonth = monthOf(first).last >= monday.first
    expect((await ranksOn('weekly', month))[0]).toEqual(isSameMonth ? [1, 'ada', 4] : [1, 'ada', 2])
    expect(await ranksOn('weekly', { of: `${periodName(weekOf(first))}-S73` })).toEqual([])
    const csv = await server.call({
      method: 'GET',
      url: '/api/channels/weekly/board/export?of=week&format=csv',
    })
    expect(csv.payload).toContain('bea')
    const { row } = (await get('/api/channels/weekly/board/own?of=week', await signIn('cai'))).own
    expect(row).toMatchObject({ rank: 3, score: 1 })
  })

  it('of a week says which points it cannot show, because only snapshots came', async () => {
    const headers = await signIn('gappy')
    const sendOn = (marbleDay: string, racePoints: number) =>
      server.ask(
        seasonUpload(
          makeSeason({
            ...{ channel: 'gappy', season: 74, marbleDay },
            racers: [{ name: 'ada', racePoints }],
          }),
          { headers },
        ),
      )
    await sendOn('2026-08-17', 500)
    await sendOn('2026-08-18', 520)
    await sendOn('2026-09-02', 600)
    await sendOn('2026-09-03', 607)
    const weekOfDay = (day: string) => boardOf('gappy', { of: periodName(weekOf(day)) })
    const stretches = [{ first: '2026-08-18', last: '2026-09-01' }]
    expect(await weekOfDay('2026-08-18')).toMatchObject({
      rows: [{ racer_name: 'ada', score: 100, lastDay: '2026-09-01' }],
      period: { hasUndated: true, stretches },
    })
    expect(await weekOfDay('2026-08-25')).toMatchObject({
      rows: [],
      period: { hasUndated: true, stretches },
    })
    expect(await weekOfDay('2026-09-01')).toMatchObject({
      rows: [{ score: 7 }],
      period: { stretches },
    })
    expect((await boardOf('gappy', { of: '2026-08' })).rows).toMatchObject([
      { score: 100, lastDay: '2026-09-01' },
    ])
  })

  it('is searched by the name that the channel shows, and keeps its ranks', async () => {
    const headers = await signIn('searched')
    await race(['ada', { login: 'bea', name: 'The Second' }, 'cai'], headers)
    const { rows, total } = await boardOf('searched', { search: 'SECOND' })
    expect(total).toBe(1)
    expect(rows).toMatchObject([{ rank: 2, racer_name: 'bea', display_name: 'The Second' }])
    expect(await ranksOn('searched', { search: 'cai' })).toEqual([[3, 'cai', 1]])
    expect(await ranksOn('searched', { search: '%' })).toEqual([])
  })

  it('says where the racer is whom a search names: by login, by name, or as the only one', async () => {
    const headers = await signIn('named')
    await race(['ada', { login: 'rayne', name: 'Bea' }, 'ray', 'raymond', 'dee'], headers)
    const placeOf = async (search: string) => {
      const { found } = await boardOf('named', { search })
      return found && [found.page, ...[found.above, found.row, found.below].map(nameOf)]
    }
    const nameOf = (row: { racer_name: string } | null) => row?.racer_name ?? null
    expect(await placeOf('RAY')).toEqual([1, 'rayne', 'ray', 'raymond'])
    expect(await placeOf('bea')).toEqual([1, 'ada', 'rayne', 'ray'])
    expect(await placeOf('ad')).toEqual([1, null, 'ada', 'rayne'])
    expect(await placeOf('dee')).toEqual([1, 'raymond', 'dee', null])
    expect(await placeOf('a')).toBeNull()
    expect(await placeOf('nobody')).toBeNull()
    expect(await placeOf('')).toBeNull()
    expect(await boardOf('named')).toMatchObject({ best: 5 })
  })

  it('of seasons says games and wins of its mode, from games or from snapshots', async () => {
    const countsOn = async (login: string, query = {}) =>
      (await boardOf(login, query)).rows.map(({ games, wins }) => [games, wins])
    const headers = await signIn('counter')
    await race(['ada', 'bea'], headers)
    await race(['ada', 'bea'], headers)
    for (const query of [{}, { of: 'lifetime' }, { mode: 'race' }]) {
      expect(await countsOn('counter', query)).toEqual([
        [2, 2],
        [2, 0],
      ])
    }
    expect(await countsOn('counter', { of: 'today' })).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    const snapped = makeSeason({ channel: 'snap_counter', season: 74 })
    await server.ask(seasonUpload(snapped, { headers: await signIn('snap_counter') }))
    expect(await countsOn('snap_counter')).toEqual([[7, 1]])
    expect(await countsOn('snap_counter', { mode: 'race' })).toEqual([[5, 1]])
  })

  it('is listed in pages of a hundred', async () => {
    const headers = await signIn('crowded')
    const names = Array.from({ length: 150 }, (_, index) => `crowd_${index}`)
    await race(names, headers)
    expect(await boardOf('crowded', { page: '2' })).toMatchObject({ total: 150, totalPages: 2 })
    const second = await ranksOn('crowded', { page: '2' })
    expect([second.length, second[0]]).toEqual([50, [101, 'crowd_100', 50]])
    const own = await get('/api/channels/crowded/board/own', await signIn('crowd_120'))
    expect(own).toMatchObject({ own: { page: 2, row: { rank: 121 } } })
  })

  it('refuses what is no day, week or month', async () => {
    for (const of of [
      '2026-02-30',
      '0000-01-01',
      'yesterday',
      '-infinity',
      '2026-W54',
      '2026-13',
    ]) {
      const url = `/api/channels/caster/board?of=${of}`
      expect((await server.call({ method: 'GET', url })).statusCode, of).toBe(400)
    }
  })
})

describe('the head of a page', () => {
  it('has the last game, the rank among channels, and who has most points this week', async () => {
    const headers = await signIn('headed')
    await race(['ada', 'bea', 'cai'], headers)
    const gameId = await race(['bea', 'ada'], headers)
    const { rank, lastGame, hot } = await pageOf('headed')
    expect(lastGame).toMatchObject({ id: gameId, winner: { racer_name: 'bea' }, racerCount: 2 })
    expect(hot.rows.map(({ racer_name, score }) => [racer_name, score])).toEqual([
      ['ada', 4],
      ['bea', 4],
      ['cai', 1],
    ])
    const { data } = await server.ask({
      method: 'POST',
      url: '/api/leaderboard/',
      headers,
      payload: { channel: 'headed', season: 74, page: 1, limit: 10 },
    })
    expect(data).toMatchObject([{ rank: rank?.rank }])
    expect(rank?.of).toBeGreaterThan(rank?.rank ?? 0)
    await nextDay(7)
    expect((await pageOf('headed')).hot).toEqual({ rows: [] })
  })
})

describe('the own row', () => {
  it('has the next better and the next lower one beside it', async () => {
    const headers = await signIn('ladder')
    await race(['ada', 'bea', 'cai', 'dee'], headers)
    await race(['ada', 'bea'], headers)
    const ownOf = async (login: string) =>
      (await get('/api/channels/ladder/board/own?of=today', await signIn(login))).own
    expect(await ownOf('bea')).toMatchObject({
      page: 1,
      row: { racer_name: 'bea', rank: 2, score: 4 },
      above: { racer_name: 'ada', rank: 1, score: 6 },
      below: { racer_name: 'cai', rank: 3, score: 2 },
    })
    expect(await ownOf('ada')).toMatchObject({ above: null, below: { racer_name: 'bea' } })
    expect(await ownOf('dee')).toMatchObject({ above: { racer_name: 'cai' }, below: null })
    expect(await ownOf('nobody_here')).toBeNull()
    const url = '/api/channels/ladder/board/own'
    expect((await server.call({ method: 'GET', url })).statusCode).toBe(401)
  })

  it('is that of the login for both people who had it in the season', async () => {
    await race(['giver', 'ada'], await signIn('ladder_2'))
    await signIn('giver', 'giver')
    server.clock.advance({ minutes: 1 })
    const before = await signIn('renamed', 'giver')
    const url = '/api/channels/ladder_2/board/own'
    expect(await get(url, before)).toMatchObject({ own: { row: { racer_name: 'giver' } } })
    expect((await get(url, before)).own.isShared).toBeUndefined()
    server.clock.advance({ minutes: 1 })
    const taker = await signIn('giver', 'taker')
    for (const reader of [await signIn('renamed', 'giver'), taker]) {
      expect(await get(url, reader)).toMatchObject({
        own: { isShared: true, row: { racer_name: 'giver', leads_nowhere: true } },
      })
    }
  })
})

describe('games', () => {
  it('are listed with the maps most played and the records set on the channel', async () => {
    const [here, elsewhere] = [await signIn('here'), await signIn('elsewhere')]
    const at = (map: string, first: number) => ({ map, seconds: (place: number) => first + place })
    await race(['ada', 'bea'], here, at('Known', 50))
    const record = await race(['bea', 'ada'], here, at('Known', 40))
    const beaten = await race(['ada', 'cai'], here, at('Beaten', 40))
    const last = await race(['cai', { login: 'ada', name: 'Chief' }], elsewhere, at('Beaten', 30))
    const games = await gamesOf('here')
    expect(games.latest.map(({ id }) => id).slice(0, 2)).toEqual([beaten, record])
    expect(games.maps).toMatchObject([
      { name: 'Known', plays: 2, fastest: { seconds: 40, gameId: record } },
      { name: 'Beaten', plays: 1, fastest: { seconds: 40, gameId: beaten } },
    ])
    expect(games.records).toMatchObject([
      { name: 'Known', fastest: { racer: { racer_name: 'bea' }, gameId: record } },
    ])
    expect((await gamesOf('elsewhere')).records).toMatchObject([
      { name: 'Beaten', fastest: { gameId: last } },
    ])
    expect(JSON.stringify(games)).not.toContain('Chief')
  })

  it('are followed by everybody', async () => {
    const headers = await signIn('followed')
    await race(['ada'], headers)
    const { id } = await pageOf('followed')
    const stream = await FollowedStream.open(server, `everyone/channel:${id}`)
    try {
      await race(['bea'], headers)
      await expect.poll(() => stream.changed).toContain(`everyone/channel:${id}`)
    } finally {
      stream.close()
    }
  })
})

describe('champions', () => {
  it('are those of seasons that are over, under the name that they have now', async () => {
    const headers = await signIn('throne')
    const names = Array.from({ length: 10 }, (_, index) => `throne_${index}`)
    await race(names, headers)
    expect((await pageOf('throne')).champions).toEqual([])
    const url = '/api/admin/updateSettings?isConfirmed=true'
    await server.ask({ method: 'PUT', url, headers: caster, body: { season: '75' } })
    await checkBadges(server.context)
    await signIn('throne_0')
    await expect
      .poll(async () => (await pageOf('throne')).champions)
      .toEqual([
        { season: 74, points: 10, racer: expect.objectContaining({ racer_name: 'throne_0' }) },
      ])
  })

  it('are shown with the finished season until the new one has results on the channel', async () => {
    expect(await pageOf('throne')).toMatchObject({
      ...{ season: 74, isRunning: false, numbers: { points: 55, games: 1 } },
    })
    expect((await ranksOn('throne'))[0]).toEqual([1, 'throne_0', 10])
    await race(['throne_1'], await signIn('throne'))
    expect(await pageOf('throne')).toMatchObject({
      ...{ season: 75, isRunning: true, numbers: { points: 1, games: 1 } },
    })
    expect(await ranksOn('throne')).toEqual([[1, 'throne_1', 1]])
    expect((await boardOf('throne', { of: 'lifetime' })).total).toBe(10)
  })

  it('are those of one season, also where a week is in two', async () => {
    expect(await boardOf('throne', { of: 'week' })).toMatchObject({
      total: 1,
      period: { season: 75, seasons: [74, 75] },
    })
    const name = periodName(weekOf((await pageOf('throne')).today))
    const before = await boardOf('throne', { of: `${name}-S74` })
    expect(before).toMatchObject({ total: 10, period: { season: 74 } })
  })
})

describe('events', () => {
  it('are listed once their organiser has listed them', async () => {
    const practice = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
    try {
      const event = await ShowEvent.create(practice)
      const eventsOf = async () =>
        (await practice.ask({ method: 'GET', url: '/api/channels/alpha' })).events
      await event.settings({ isPublic: true })
      const token = await event.token('public')
      expect(await eventsOf()).toEqual([])
      await event.settings({ isListed: true })
      expect(await eventsOf()).toMatchObject([{ name: 'Autumn Cup', token }])
    } finally {
      await practice.stop()
    }
  })
})

describe('the picture of a board', () => {
  it('has an address in the page’s head, with the board that the page shows', async () => {
    const headers = await signIn('pictured')
    await race(['ada', 'bea'], headers)
    const picture = await server.call({
      method: 'GET',
      url: '/c/pictured/card.png?of=today&mode=race',
    })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
    const page = await server.call({ method: 'GET', url: '/c/pictured?of=today&mode=race' })
    expect(page.body).toContain('/c/pictured/card.png?of=today&amp;mode=race&amp;v=')
    const own = await server.call({ method: 'GET', url: '/c/pictured?racer=BEA' })
    expect(own.body).toContain('/c/pictured/card.png?of=season&amp;mode=all&amp;racer=bea&amp;v=')
    expect((await server.call({ method: 'GET', url: '/c/nobody' })).body).not.toContain('og:title')
    const unknown = await server.call({ method: 'GET', url: '/c/nobody_at_all/card.png' })
    expect(unknown.statusCode).toBe(404)
  })
})
