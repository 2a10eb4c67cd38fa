/** The public page of a league: for anyone with its link, without anything that a round's own show has not shown. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementsDuring } from '../helpers/asked-statements.ts'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { FollowedStream } from '../helpers/followed-stream.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { type Session, type TestServer, userIds } from '../helpers/test-server.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'

leavePicturesUndrawn()

const RULES = {
  points: { kind: 'event' },
  drops: [0],
  minimumRounds: 0,
  ties: ['wins'],
  multipliers: [],
}
const DAYS = ['2026-09-14', '2026-09-15', '2026-09-16', '2026-09-17']
type Points = Readonly<Record<string, number>>
const OPEN_ROUNDS: readonly Points[] = [
  { ada: 10, bea: 8, cai: 10, dee: -1 },
  { ada: 6, bea: 9, cai: 5 },
]
const SOON = { interval: 20 }
const UNKNOWN = 'x'.repeat(22)

interface League {
  server: TestServer
  people: Record<'host' | 'judge' | 'guest' | 'ada' | 'boss', Session>
  seriesId: number
  rounds: number[]
}

/** Two rounds count, the third is over and sealed, and the fourth is to come. */
async function startLeague(sealed: Points): Promise<League> {
  const { server, people, ids, leaderboard } = await startEventServer(
    ['host', 'judge', 'guest', 'ada'],
    `${DAYS[0]}T12:00:00Z`,
  )
  const { seriesId, rounds } = await createRounds(server, people.host, {
    ...{ name: 'Autumn League', days: DAYS, leaderboard },
    participants: [ids.host],
  })
  await server.ask({
    method: 'PUT',
    url: `/api/show/control/${rounds[2]}/settings`,
    headers: people.host,
    body: { isSealed: true, isPublic: true },
  })
  for (const [index, points] of [...OPEN_ROUNDS, sealed].entries()) {
    await upload({ server, people, rounds }, index, points)
    server.clock.advance({ minutes: 24 * 60 })
  }
  return { server, people, seriesId, rounds }
}

function upload(
  { server, people, rounds }: Omit<League, 'seriesId'>,
  index: number,
  points: Points,
) {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  const eventId = rounds[index] ?? 0
  return server.ask(eventUpload({ eventId, eventData }, { headers: people.host }))
}

const setRules = ({ server, people, seriesId }: League, rules: object | null) =>
  server.ask({
    method: 'PUT',
    url: `/api/events/series/${seriesId}/league`,
    headers: people.host,
    body: { rules },
  })

type Asked = Partial<Pick<Parameters<TestServer['call']>[0], 'method' | 'headers' | 'body'>>

/**
 * What is answered, and what that takes: each statement with the number of its rows. Milliseconds would differ by
 * themselves.
 */
async function answerWithWork({ server }: League, url: string, asked: Asked = {}) {
  let answer: Awaited<ReturnType<TestServer['call']>> | undefined
  const statements = await statementsDuring(async () => {
    answer = await server.call({ method: 'GET', url, ...asked })
  })
  const work = statements
    .filter(({ isOfWork }) => isOfWork)
    .map(({ text, rows }) => `${rows}: ${text}`)
  return { status: answer?.statusCode, body: answer?.body ?? '', work }
}

/** The last round is sealed and prescribes a game; its streamer has announced a time, and plays one. */
async function playSealed({ server, people, seriesId, rounds }: League, map: string) {
  const headers = people.host
  const put = (url: string, body: object) => server.ask({ method: 'PUT', url, headers, body })
  await put(`/api/show/control/${rounds[3]}/settings`, { isSealed: true, isPublic: true })
  await put(`/api/events/series/${seriesId}/league/rounds/${rounds[3]}/prescription`, {
    prescription: {
      ...{ mode: 'race', map: { name: 'Spire', creator: null }, sessionType: null, hours: null },
      games: { which: 'first', count: 1 },
    },
  })
  await put(`/api/events/own-rounds/${rounds[3]}/slot`, { slot: `${DAYS[3]}T20:00:00Z` })
  const finishedAt = server.clock.now()
  const fields = { finishedAt: finishedAt.toISOString() }
  await server.ask(gameUpload(raceFiles(['ada', 'bea'], finishedAt, { map }), { headers, fields }))
  const url = `/api/events/series/${seriesId}/league/rounds/${rounds[3]}/streamers`
  const { streamers } = await server.ask({ method: 'GET', url, headers })
  expect(streamers).toMatchObject([{ state: map === 'Spire' ? 'has-run' : 'refused' }])
}

const setPrizes = ({ server, people, seriesId }: League) =>
  server.ask({
    method: 'PUT',
    url: `/api/events/series/${seriesId}/league/prizes`,
    headers: people.host,
    body: { prizes: ['Cup', 'Mug'] },
  })

/** Without "May see sealed results". */
const letJudgeModerate = async ({ server, people, seriesId }: League) => {
  const judge = (await userIds(server)).judge
  const url = `/api/events/series/${seriesId}/helpers/${judge}`
  const body = { role: 'moderator', seesSealed: false }
  return server.ask({ method: 'PUT', url, headers: people.host, body })
}

const link = (
  { server, people, seriesId }: League,
  method: 'POST' | 'DELETE',
  headers: Session = people.host,
) => server.call({ method, url: `/api/events/series/${seriesId}/link`, headers })

let league: League
let token: string

const call = (path = '', headers: Partial<Session> = {}, at = token) =>
  league.server.call({ method: 'GET', url: `/api/leagues/${at}${path}`, headers })
const read = async (path = '', headers: Partial<Session> = {}) => {
  const response = await call(path, headers)
  expect(response.statusCode).toBe(200)
  return response.json()
}
const nameOf = ({ racer_name }: { racer_name: string }) => racer_name

beforeAll(async () => {
  league = await startLeague({ ada: 100, bea: 1, eve: 3 })
})
afterAll(() => league.server.stop())

it('a league has a link once those who may edit it have made one', async () => {
  const { people } = league
  expect((await link(league, 'POST')).json()).toMatchObject({ code: 'league_without_rules' })
  await setRules(league, RULES)
  expect((await link(league, 'POST', people.guest)).json()).toEqual({ unauthorized: true })
  expect((await link(league, 'DELETE', people.guest)).json()).toEqual({ unauthorized: true })
  token = (await link(league, 'POST')).json().token
  const url = `/api/events/series/${league.seriesId}/league`
  const shown = (headers: Session) => league.server.ask({ method: 'GET', url, headers })
  expect(await shown(people.host)).toMatchObject({ publicToken: token })
  // For an admin, who may edit it.
  expect(await shown(people.boss)).toMatchObject({ publicToken: token })
})

it('a stranger reads who leads, who won each round, and when the next one is', async () => {
  const { rounds, ...rest } = await read()
  expect(rest).toMatchObject({
    name: 'Autumn League',
    organiser: { username: 'host', page: { platform: 'twitch', login: 'host' } },
    rules: RULES,
    lead: {
      racers: [{ racer_name: 'bea' }],
      count: 1,
      total: 17,
      next: { racer_name: 'ada', behind: 1 },
    },
    total: 4,
  })
  expect(rounds.map(({ state, startAt }: Record<string, string>) => [state, startAt])).toEqual([
    ['provisional', DAYS[0]],
    ['provisional', DAYS[1]],
    ['waiting', DAYS[2]],
    ['open', DAYS[3]],
  ])
  expect(rounds[0].winners).toMatchObject({ count: 2, points: 10 })
  expect(rounds[0].winners.racers.map(nameOf)).toEqual(['ada', 'cai'])
  expect(rounds[2]).toMatchObject({ winners: null, token: null })
})

it('a stranger reads the table, and finds one place by a name', async () => {
  const { rows, total, found } = await read('/rows')
  expect([total, found]).toEqual([4, null])
  expect(rows.map(nameOf)).toEqual(['bea', 'ada', 'cai', 'dee'])
  const named = await read('/rows?search=ADA')
  expect(named.rows.map(nameOf)).toEqual(['ada'])
  expect(named.found).toMatchObject({
    page: 1,
    row: { racer_name: 'ada', rank: 2, total: 16 },
    above: { racer_name: 'bea' },
    below: { racer_name: 'cai' },
  })
  // Several have it in their names.
  expect(await read('/rows?search=e')).toMatchObject({ total: 2, found: null })
})

it('somebody signed in reads their own place', async () => {
  const { people } = league
  expect(await read('/own', people.ada)).toMatchObject({ own: { row: { racer_name: 'ada' } } })
  expect(await read('/own', people.guest)).toEqual({ own: null, note: null })
  expect((await call('/own')).statusCode).toBe(401)
})

it('the table is a file, in CSV with two columns for each round', async () => {
  const { body, headers } = await call('/export?format=csv')
  expect(headers['content-disposition']).toContain('league-Autumn_League.csv')
  const [columns, first] = body.split('\r\n')
  expect(columns).toMatch(
    /^\uFEFF?racer_name,.*,rank,missing,disqualified,total,rounds,R1,R1_counts,R2,R2_counts$/,
  )
  expect(first).toMatch(/^bea,.*,1,0,,17,2,8,1,9,1$/)
  const rows = await read('/export?format=json&search=cai')
  expect(rows).toMatchObject([{ racer_name: 'cai', cells: [{ value: 10 }, { value: 5 }] }])
})

it("its picture shows the first three, and a racer's own their place", async () => {
  const picture = async (query = '') => {
    const url = `/s/${token}/card.png${query}`
    return (await league.server.call({ method: 'GET', url })).json()
  }
  const whole = await picture()
  expect(whole).toMatchObject({
    kind: 'podium',
    title: 'Autumn League',
    about: 'League · 2 of 4 rounds',
  })
  expect(whole.racers.map(({ key }: { key: string }) => key)).toEqual(['bea', 'ada', 'cai'])
  expect(await picture('?racer=cai')).toMatchObject({ kind: 'racer', racer: { rank: 3 }, of: 4 })
  expect(await picture('?racer=nobody')).toEqual(whole)
})

it('open pages hear of a round that changes, and that the link was replaced', async () => {
  const { server } = league
  const topic = `link/league:${token}`
  const page = await FollowedStream.open(server, topic)
  await upload(league, 1, { ...OPEN_ROUNDS[1], dee: 2 })
  await expect.poll(() => page.changed, SOON).toContain(topic)
  expect((await read('/rows?search=dee')).rows[0]).toMatchObject({ total: 1 })
  await upload(league, 1, OPEN_ROUNDS[1] ?? {})
  token = (await link(league, 'POST')).json().token
  await expect.poll(() => page.refused, SOON).toContain(topic)
  page.close()
})

it('a round leads to its own page if that is public, and that page to the league', async () => {
  const { server, people, rounds } = league
  const control = `/api/show/control/${rounds[3]}`
  const headers = people.host
  await server.ask({ method: 'PUT', url: `${control}/settings`, headers, body: { isPublic: true } })
  const { publicToken } = await server.ask({
    method: 'POST',
    url: `${control}/token`,
    headers,
    body: { of: 'public' },
  })
  expect((await read()).rounds[3]).toMatchObject({ token: publicToken })
  const page = () =>
    server.ask({ method: 'GET', url: `/api/show/public/${publicToken}/event`, headers: {} })
  expect(await page()).toMatchObject({ series: { round: 4, of: 4, league: token } })
  await setRules(league, null)
  expect(await page()).toMatchObject({ series: { league: null } })
  expect((await call()).statusCode).toBe(404)
  await setRules(league, RULES)
  expect((await call()).statusCode).toBe(200)
  await server.ask({
    method: 'PUT',
    url: `${control}/settings`,
    headers,
    body: { isPublic: false },
  })
  expect((await read()).rounds[3]).toMatchObject({ token: null })
})

it('calendars have the rounds, with nothing of those that have no public page but name and days', async () => {
  const { body } = await league.server.call({
    method: 'GET',
    url: `/api/calendar/leagues/${token}`,
  })
  expect(body.match(/SUMMARY:Round \d/g)).toHaveLength(4)
  expect(body).toContain(`/s/${token}`)
  expect(body).not.toContain('Streamers:')
})

it('a hidden racer keeps their place without a name, and sees which one it is', async () => {
  const { server, people } = league
  await server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers: people.ada })
  const all = JSON.stringify([await read(), await read('/rows'), await read('/rows?search=ada')])
  expect(all).not.toContain('"ada"')
  expect((await read()).rounds[0].winners.racers.map(nameOf)).toEqual(['cai', 'Hidden racer'])
  expect(await read('/rows?search=Hidden racer')).toMatchObject({ total: 1, found: null })
  expect(await read('/own', people.ada)).toMatchObject({
    own: { row: { racer_name: 'Hidden racer', rank: 2 } },
  })
})

it('a replaced or removed link is one that never was', async () => {
  const answer = async (at: string, path = '') => {
    const { requestId: _, ...said } = (await call(path, {}, at)).json()
    return said
  }
  const unknown = await answer(UNKNOWN)
  expect(unknown).toMatchObject({ code: 'no_such_link' })
  const old = token
  token = (await link(league, 'POST')).json().token
  expect(token).not.toBe(old)
  for (const path of ['', '/rows', '/export']) {
    expect(await answer(old, path)).toEqual(unknown)
  }
  expect((await read()).name).toBe('Autumn League')
  await link(league, 'DELETE', league.people.boss)
  const url = '/api/admin/audit-log'
  const { entries } = await league.server.ask({ method: 'GET', url, headers: league.people.boss })
  expect(entries.map(({ summary }: { summary: string }) => summary)).toContain(
    'Took the public page of the league Autumn League of somebody else away.',
  )
  expect(await answer(token)).toEqual(unknown)
  token = (await link(league, 'POST')).json().token
})

it('two leagues whose sealed round got other results give the same answers, to the byte, with the same work', async () => {
  const twins = await Promise.all([
    startLeague({ ada: 100, bea: 1, eve: 3 }),
    startLeague({ ada: 1, fay: 100, gus: 50 }),
  ])
  const [one, other] = twins
  try {
    const tokens: string[] = []
    for (const twin of twins) {
      await setRules(twin, RULES)
      await setPrizes(twin)
      await letJudgeModerate(twin)
      tokens.push((await link(twin, 'POST')).json().token)
      const headers = twin.people.ada
      await twin.server.ask({ method: 'PUT', url: '/api/account/hidden-name', headers })
    }
    // A game of each is as its sealed round prescribes, or is not.
    await playSealed(one, 'Spire')
    await playSealed(other, 'Hill')
    const [ownToken = '', otherToken = ''] = tokens
    const paths = [
      ...['', '/story', '/outlook', '/teams', '/rows', '/rows?search=fay', '/rows?search=bea'],
      '/export?format=csv',
    ]
    const urls = (at: string) => [
      ...paths.map((path) => `/api/leagues/${at}${path}`),
      ...[`/s/${at}/card.png`, `/api/calendar/leagues/${at}`],
    ]
    // Nobody has asked before, and then everything is kept.
    for (const time of ['first', 'second']) {
      for (const [index, url] of urls(ownToken).entries()) {
        const answer = await answerWithWork(one, url)
        const its = await answerWithWork(other, urls(otherToken)[index] ?? '')
        expect(answer.status).toBe(200)
        expect(its.body.replaceAll(otherToken, ownToken)).toBe(answer.body)
        expect(its.work, `${url}, asked for the ${time} time`).toEqual(answer.work)
      }
    }
    // What organisers try has nothing of the sealed round either, unless they say so.
    for (const by of ['host', 'judge'] as const) {
      for (const rules of [RULES, { ...RULES, drops: [0, 1] }, { ...RULES, isShowSealed: true }]) {
        const body = { rules, ...(by === 'judge' && { includeSealed: true }) }
        const tried = (twin: League) => {
          const url = `/api/events/series/${twin.seriesId}/league/try`
          return answerWithWork(twin, url, { method: 'POST', headers: twin.people[by], body })
        }
        const answer = await tried(one)
        expect(answer.status).toBe(200)
        expect(await tried(other)).toEqual(answer)
      }
    }
    const include = async (twin: League) => {
      const url = `/api/events/series/${twin.seriesId}/league/try`
      const body = { rules: RULES, includeSealed: true }
      const headers = twin.people.host
      return (await twin.server.ask({ method: 'POST', url, headers, body })).rows.map(nameOf)
    }
    expect(await include(one)).toContain('eve')
    expect(await include(other)).toContain('fay')
    await other.server.ask({
      method: 'PUT',
      url: `/api/show/control/${other.rounds[2]}/settings`,
      headers: other.people.host,
      body: { isSealed: false, isPublic: false },
    })
    const open = await other.server.ask({ method: 'GET', url: `/api/leagues/${otherToken}/rows` })
    expect(open.rows.map(nameOf)).toContain('fay')
  } finally {
    await Promise.all(twins.map(({ server }) => server.stop()))
  }
})

it('the page says when a show is planned, and its seal stays', async () => {
  const { server, people, rounds } = league
  const { participantUsers, ...event } = await server.ask({
    ...{ method: 'GET', url: `/api/events/getById/${rounds[2]}`, headers: people.host },
  })
  const participants = participantUsers.map(({ id }: { id: number }) => id)
  await server.ask({
    ...{ method: 'PUT', url: `/api/events/update/${rounds[2]}`, headers: people.host },
    body: { ...event, participants, showTime: '20:00' },
  })
  // A round without a page of its own gives only its name and days, as in the calendar.
  expect((await read()).rounds[2].showAt).toBeNull()
  await server.ask({
    ...{ method: 'POST', url: `/api/show/control/${rounds[2]}/token`, headers: people.host },
    body: { of: 'public' },
  })
  const { rounds: shown } = await read()
  expect(shown[2]).toMatchObject({ state: 'waiting', showAt: '2026-09-16T20:00:00.000Z' })
  expect(shown[3].showAt).toBeNull()
})
