/** Somebody who looks for hidden and deleted people, with uploads, ties, joined lists, hidden accounts and a clock. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsDuring } from '../helpers/asked-statements.ts'
import { startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { passDays } from '../helpers/pass-days.ts'
import { shareOf } from '../helpers/random-cases.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { settleShow } from '../helpers/show-event.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

interface Row {
  racer_name: string
  event_points: number
  rank: number
}

/** Every second of them hides: their logins are between those of the others. */
const RACERS = Array.from({ length: 12 }, (_, index) => `p_${String(index + 1).padStart(2, '0')}`)
const SECRET = RACERS.filter((_, index) => index % 2 === 1)
const NUMBERED = /^Hidden racer \d+$/
/** Nobody has ever had it. */
const ABSENT = 'p_99'

/** How often each name is asked for: 40 times with `npm test`, 800 with `npm run test:long`. */
const PAIRS = shareOf(800)
/** Standard deviations of a fair coin, which comes as far from the middle once in 500,000 times. */
const MOST_DEVIATIONS = 4.75

type Act = (server: TestServer, people: readonly Session[]) => Promise<void>

const hide: Act = async (server, people) => {
  for (const headers of people) {
    await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers })
  }
}

const remove: Act = async (server, people) => {
  for (const headers of people) {
    await server.ask({ method: 'PUT', url: '/api/account/deletion', headers })
  }
  await passDays(server, 14)
}

describe.each([
  ['have hidden their names', hide],
  ['have deleted their accounts', remove],
])('an attacker of people who %s', (_, act) => {
  let server: TestServer
  let attacker: Session
  let streamers: Record<'alice' | 'bob' | 'mallory', Session>
  /** Alice, who was not asked, and the attacker. Everybody has the same points on Alice's board. */
  let cup: number
  /** Alice and Bob. It was over when they hid. */
  let oldCup: number
  let gameId: number
  let mapId: number
  let oldRanks: { rank: number; points: number; name: string }[]
  /** On Alice's boards before anybody hid. */
  let frozen: string

  beforeAll(async () => {
    const started = await startEventServer(['alice', 'bob', 'mallory'], '2026-11-01T12:00:00Z')
    server = started.server
    streamers = started.people
    attacker = streamers.mallory
    const { ids, leaderboard } = started
    const secret = await Promise.all(SECRET.map((login) => server.signIn(login)))
    const createEvent = async (name: string, participants: readonly string[]) => {
      const created = await server.ask({
        method: 'POST',
        url: '/api/events/createEventSingle',
        headers: attacker,
        body: {
          name,
          startDate: '2026-10-20',
          endDate: '2026-11-10',
          participants: participants.map((login) => ids[login]),
          leaderboard,
        },
      })
      return Number(created.id)
    }
    cup = await createEvent('Cup', ['alice', 'mallory'])
    oldCup = await createEvent('Old Cup', ['alice', 'bob'])
    for (const channel of ['alice', 'bob'] as const) {
      await uploadEvent(oldCup, channel, (index) => 10 * (index + 1))
      const files = makeSeason({
        channel,
        racers: RACERS.map((name) => ({ name })),
        marbleDay: '2026-10-30',
      })
      await server.ask(seasonUpload(files, { headers: streamers[channel] }))
    }
    await uploadEvent(cup, 'alice', () => 100)
    server.clock.advance({ minutes: 1 })
    const race = raceFiles(
      [SECRET[0] ?? '', ...RACERS.filter((it) => it !== SECRET[0])],
      server.clock.now(),
    )
    const game = await server.ask(gameUpload(race, { headers: streamers.alice }))
    gameId = game.gameId
    const { map } = await server.ask({ method: 'GET', url: `/api/games/${gameId}` })
    mapId = map.id
    frozen = await startShow()
    oldRanks = (await boardOf(oldCup)).map(rankOf)
    await act(server, secret)
  })
  afterAll(() => server.stop())

  async function uploadEvent(
    eventId: number,
    channel: 'alice' | 'bob' | 'mallory',
    points: (index: number) => number,
    racers: readonly string[] = RACERS,
  ) {
    const rows = racers.map(
      (name, index) => `${name},${channel},10,0,1,0,0,0,0,0,0,0,${points(index)}`,
    )
    const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
    await server.ask(eventUpload({ eventId, eventData }, { headers: streamers[channel] }))
  }

  /** Freezes the board of the cup, and returns the token of its public page. */
  async function startShow(): Promise<string> {
    const url = `/api/show/control/${cup}`
    const headers = attacker
    await server.ask({
      method: 'PUT',
      url: `${url}/settings`,
      headers,
      body: { isPublic: true, isListed: true },
    })
    const { publicToken } = await server.ask({
      method: 'POST',
      url: `${url}/token`,
      headers,
      body: { of: 'public' },
    })
    for (const move of [{ kind: 'start', phase: 'live' }, { kind: 'finish' }]) {
      const { version } = await server.ask({ method: 'GET', url, headers })
      await server.ask({ method: 'POST', url: `${url}/move`, headers, body: { version, move } })
      await settleShow(server, cup)
    }
    return publicToken
  }

  const get = (url: string, headers: object = {}) =>
    server.ask({ method: 'GET', url, headers: headers as Session })

  const boardOf = async (eventId: number, of: string | number = 'all'): Promise<Row[]> =>
    (await get(`/api/events/get-leaderboard/${eventId}?page=1&streamer=${of}`, attacker)).rows

  const rankOf = ({ rank, event_points, racer_name }: Row) => ({
    rank,
    points: event_points,
    name: racer_name,
  })

  const hiddenOf = (rows: readonly Row[]) =>
    rows.flatMap(({ racer_name, event_points }) =>
      NUMBERED.test(racer_name) ? `${racer_name}: ${event_points}` : [],
    )

  it('sees the ranks of a board that was finished, with numbers in place of names', async () => {
    const shown = (await boardOf(oldCup)).map(rankOf)
    expect(shown.map(({ rank, points }) => ({ rank, points }))).toEqual(
      oldRanks.map(({ rank, points }) => ({ rank, points })),
    )
    expect(shown.filter(({ name }) => NUMBERED.test(name))).toHaveLength(SECRET.length)
  })

  it('learns nothing from a file that gives every login its own number of points', async () => {
    const before = hiddenOf(await boardOf(cup))
    expect(before).toHaveLength(SECRET.length)
    await uploadEvent(cup, 'mallory', (index) => 1_000 * (index + 1))
    const all = hiddenOf(await boardOf(cup))
    expect(all).toEqual(expect.arrayContaining(before))
    // What the attacker has uploaded is in rows of its own.
    expect(all).toHaveLength(2 * SECRET.length)
    expect(new Set(all.map((row) => row.replace(/:.*/, ''))).size).toBe(all.length)
    const boards: { leaderboard: Row[] }[] = await get(
      `/api/events/get-leaderboard/${cup}`,
      attacker,
    )
    expect(boards.flatMap(({ leaderboard }) => hiddenOf(leaderboard)).toSorted()).toEqual(
      all.toSorted(),
    )
  })

  it('cannot make a record of somebody hidden disappear with a faster one', async () => {
    const [first = '', second = ''] = SECRET
    const race = async (channel: 'alice' | 'mallory', seconds: number) => {
      server.clock.advance({ minutes: 1 })
      const files = raceFiles([first, 'p_01', second], server.clock.now(), {
        map: 'Bridge',
        seconds: (place) => seconds + place,
      })
      return server.ask(gameUpload(files, { headers: streamers[channel] }))
    }
    const { gameId: id } = await race('alice', 60)
    const { map } = await get(`/api/games/${id}`)
    await race('mallory', 30)
    const {
      fastestRacers,
    }: { fastestRacers: { racer: { racer_name: string }; seconds: number }[] } = await get(
      `/api/maps/${map.id}`,
    )
    expect(fastestRacers.map(({ racer, seconds }) => `${racer.racer_name} ${seconds}`)).toEqual([
      'Hidden racer 30',
      'p_01 31',
      'Hidden racer 32',
      'Hidden racer 60',
      'Hidden racer 62',
    ])
  })

  it('gets explanations of single rows that say the same', async () => {
    for (const { racer_name, event_points } of await boardOf(cup)) {
      const asked = `/api/events/explain-row/${cup}?racer=${encodeURIComponent(racer_name)}`
      const { terms }: { terms: { points: number }[] } = await get(asked, attacker)
      expect(
        terms.reduce((sum, { points }) => sum + points, 0),
        racer_name,
      ).toBe(event_points)
    }
  })

  it('reports a row that admins find under the same name', async () => {
    const boss = await server.signIn('boss')
    for (const { racer_name: racerName } of (await boardOf(cup)).filter(({ racer_name }) =>
      NUMBERED.test(racer_name),
    )) {
      await server.ask({
        method: 'POST',
        url: '/api/reports',
        headers: attacker,
        body: {
          subject: { kind: 'event', eventId: cup, racerName },
          reason: 'other',
          details: '-',
        },
      })
      const { data: reports } = await get('/api/admin/reports?state=open&page=1', boss)
      expect(reports.map((report: { subject: { name: string } }) => report.subject.name)).toContain(
        racerName,
      )
    }
  })

  it('finds hidden racers behind their equals, in the order of their numbers', async () => {
    const { alice = 0 } = Object.fromEntries(
      (await server.context.db.selectFrom('users').select(['id', 'login']).execute()).map(
        ({ id, login }) => [login, id],
      ),
    )
    const names = (rows: readonly { racer_name: string }[]) => rows.map((row) => row.racer_name)
    const channel = '/api/channels/alice/board?of=lifetime&mode=all&page=1&search='
    const lists = {
      'the event': names(await boardOf(cup, alice)),
      'the show': names((await get(`/api/show/public/${frozen}/rows?page=1&search=`)).rows),
      'the channel': names((await get(channel.replace('alice', 'bob'))).rows),
    }
    for (const [list, shown] of Object.entries(lists)) {
      const hidden = shown.slice(-SECRET.length)
      expect(shown.slice(0, -SECRET.length), list).toEqual(
        RACERS.filter((login) => !SECRET.includes(login)),
      )
      const numbers = hidden.map((name) => Number(NUMBERED.test(name) && name.split(' ').at(-1)))
      expect(numbers, list).toEqual(numbers.toSorted((a, b) => a - b))
      expect(new Set(numbers).size, list).toBe(SECRET.length)
    }
  })

  it('sees no number in lists of several channels', async () => {
    const lists = await Promise.all(
      [
        '/api/games',
        `/api/maps/${mapId}`,
        '/api/seasons/75/racers',
        '/api/events/public?page=1',
        '/api/racers/luckiest',
      ].map(async (url) => JSON.stringify(await get(url))),
    )
    expect(lists.filter((list) => list.includes('Hidden racer')).length).toBeGreaterThan(1)
    expect(lists.filter((list) => /Hidden racer \d/.test(list))).toEqual([])
  })

  it('who owns two hidden accounts cannot work out what the others are called', async () => {
    const board = await get('/api/channels/alice/board?of=season&mode=all&page=1&search=hidden')
    const shown: number[] = board.rows.map((row: Row) => Number(row.racer_name.split(' ').at(-1)))
    expect(shown).toHaveLength(SECRET.length)
    // By adding the step between the own two again and again, modulo the prime that numbers once had.
    const chains = shown.flatMap((first) =>
      shown.map((second) =>
        SECRET.map((_, step) => 1 + modulo(first - 1 + step * (second - first), 997)),
      ),
    )
    const right = chains.filter(
      (chain) => new Set(chain).size > 1 && chain.every((number) => shown.includes(number)),
    )
    expect(right).toEqual([])
  })

  it.each([
    (login: string) => `/api/racers/twitch/${login}`,
    (login: string) => `/api/racers/twitch/${login}/channels`,
    (login: string) => `/api/racers/twitch/${login}/games`,
    (login: string) => `/api/racers/twitch/${login}/rivals`,
    (login: string) => `/api/racers/twitch/${login}/versus/twitch/p_01`,
    (login: string) => `/api/racers/twitch/p_01/versus/twitch/${login}`,
    (login: string) => `/r/twitch/${login}/card.png`,
    (login: string) => `/api/chat/alice/rank?user=${login}`,
    (login: string) => `/api/search?q=${login}`,
    (login: string) => `/api/dropdowns/users?search=${login}`,
    (login: string) => `/api/channels/alice/board?of=season&mode=all&page=1&search=${login}`,
    (login: string) => `/api/games/${gameId}/rows?page=1&search=${login}`,
    (login: string) => `/api/events/explain-row/${cup}?racer=${login}`,
    (login: string) => `/api/events/get-leaderboard/${cup}?page=1&streamer=all&search=${login}`,
    (login: string) => `/api/show/public/${frozen}/rows?page=1&search=${login}`,
    (login: string) => `/e/${frozen}/card.png?racer=${login}`,
  ])('gets the same answer by the same statements as for a name that nobody has', async (urlOf) => {
    const [login = ''] = SECRET
    const found = await askedWith(urlOf(login), login)
    expect(found).toEqual(await askedWith(urlOf(ABSENT), ABSENT))
  })

  it.each([
    (login: string) => `/api/racers/twitch/${login}`,
    (login: string) => `/api/chat/alice/rank?user=${login}`,
    (login: string) => `/api/channels/alice/board?of=lifetime&search=${login}`,
  ])('waits as long as for a name that nobody has', async (urlOf) => {
    const [login = ''] = SECRET
    const timeOf = async (name: string) => {
      const began = performance.now()
      await server.call({ method: 'GET', url: urlOf(name), headers: attacker })
      return performance.now() - began
    }
    let slower = 0
    for (let pair = 0; pair < PAIRS; pair += 1) {
      // Whichever is asked for first has the older caches.
      const isFirst = pair % 2 === 0
      const one = await timeOf(isFirst ? login : ABSENT)
      const other = await timeOf(isFirst ? ABSENT : login)
      slower += one > other === isFirst ? 1 : 0
    }
    expect(Math.abs(slower - PAIRS / 2)).toBeLessThan(MOST_DEVIATIONS * (Math.sqrt(PAIRS) / 2))
  })

  it('gets no other answer to a report either', async () => {
    const [login = ''] = SECRET
    const report = (racerName: string) =>
      askedWith('/api/reports', racerName, {
        method: 'POST',
        body: {
          subject: { kind: 'event', eventId: cup, racerName },
          reason: 'other',
          details: '-',
        },
      })
    expect(await report(login)).toEqual(await report(ABSENT))
  })

  /** The answer without the name that was asked for, and the statements that it took. */
  async function askedWith(
    url: string,
    login: string,
    options: { method: 'GET' | 'POST'; body?: object } = { method: 'GET' },
  ) {
    const ask = () => server.call({ ...options, url, headers: attacker })
    // What is remembered is there before either is measured.
    await ask()
    let answer = { statusCode: 0, body: '' }
    const statements = await statementsDuring(async () => {
      const { statusCode, body } = await ask()
      answer = {
        statusCode,
        body: body.replaceAll(login, 'somebody').replace(/"requestId":"[^"]*"/, ''),
      }
    })
    return {
      answer,
      statements: statements.filter(({ isOfWork }) => isOfWork).map(({ text }) => text),
    }
  }
})

const modulo = (number: number, by: number) => ((number % by) + by) % by

describe('what is stored about hidden accounts', () => {
  it('says nothing about the numbers of others', async () => {
    const { server, people } = await startEventServer(['one', 'two'], '2026-11-01T12:00:00Z')
    await hide(server, [people.one, people.two])
    const { body } = await server.call({
      method: 'GET',
      url: '/api/account/data',
      headers: people.one,
    })
    expect(JSON.parse(body).hiddenLogins).toEqual([
      expect.objectContaining({ platform: 'twitch', login: 'one' }),
    ])
    expect(JSON.parse(body).hiddenLogins[0]).not.toHaveProperty('number')
    await server.stop()
  })
})

describe('a permutation', () => {
  it('has each number once, can be taken back, and is another one elsewhere', async () => {
    const { server } = await startEventServer([], '2026-11-01T12:00:00Z')
    const { rows } = await sql<{ item: number; here: number; back: number; there: number }>`
      select item, here, permuted('seed', 'here', here, 4, true) as back,
        permuted('seed', 'there', item, 4) as there
      from (
        select item, permuted('seed', 'here', item, 4) as here from generate_series(0, 767) as item
      ) as listed`.execute(server.context.db)
    expect(new Set(rows.map(({ here }) => here)).size).toBe(768)
    expect(rows.filter(({ item, back }) => back !== item)).toEqual([])
    expect(rows.filter(({ here, there }) => here === there).length).toBeLessThan(50)
    // Blocks of 256 stay where they are.
    expect(rows.filter(({ item, here }) => item >> 8 !== here >> 8)).toEqual([])
    await server.stop()
  })
})
