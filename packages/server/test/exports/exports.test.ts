/** Every open board as a file: all of its rows, as the view shows them, in CSV and in JSON. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { pointsAt, RACERS, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, UPLOAD_PAIRING: 'key', SEASON: '75' },
    startsAt: new Date('2026-09-14T18:00:00Z'),
  })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string) => server.signInWith(twitch.issue(login))

async function download(url: string, headers: Partial<Session> = {}) {
  const response = await server.call({ method: 'GET', url, headers })
  expect(response.statusCode, response.body).toBe(200)
  return response
}

async function csvOf(url: string, headers?: Partial<Session>): Promise<Record<string, string>[]> {
  const { body } = await download(url, headers)
  return parse(body, { columns: true, bom: true })
}

const jsonOf = async (url: string, headers?: Partial<Session>) =>
  (await download(url, headers)).json()

/** What a parser finds in a cell: as text, and nothing for a missing value. */
const asCells = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]))

const withoutEmpty = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))

describe("a channel's board", () => {
  const NAMES = ['=cmd|calc!A1', '+1+1', '-2+3', '@SUM(A1)', 'quo"ted, name', 'אבג מנצח', 'plain']

  beforeAll(async () => {
    const headers = await signIn('caster')
    const racers = NAMES.map((name, index) => ({
      login: `racer_${index}`,
      name: `"${name.replaceAll('"', '""')}"`,
    }))
    await server.ask(gameUpload(raceFiles(racers, server.clock.now()), { headers }))
  })

  it('has the rows of its pages in both formats, with names that no spreadsheet runs', async () => {
    const board = '/api/channels/caster/board'
    const { rows } = await jsonOf(board)
    expect(rows).toHaveLength(NAMES.length)
    expect(await jsonOf(`${board}/export`)).toEqual(rows)
    const cells = await csvOf(`${board}/export?format=csv`)
    expect(cells.map(({ display_name }) => display_name)).toEqual([
      ...NAMES.slice(0, 4).map((name) => `'${name}`),
      ...NAMES.slice(4),
    ])
    expect(cells.slice(4).map(withoutEmpty)).toEqual(rows.slice(4).map(asCells))
  })

  it('is a file with a name, a type and a mark of its encoding', async () => {
    const { headers, body } = await download(
      '/api/channels/caster/board/export?of=today&mode=race&format=csv',
    )
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="caster-today-race.csv"',
    })
    expect(
      body.startsWith(
        '\uFEFFracer_name,display_name,color,rank,score,levels,lastDay,games,wins\r\n',
      ),
    ).toBe(true)
  })

  it('has only what is searched for, with its ranks on the whole board', async () => {
    expect(await csvOf('/api/channels/caster/board/export?search=plain&format=csv')).toMatchObject([
      { racer_name: 'racer_6', rank: '7' },
    ])
  })

  it('that is empty has the names of its columns and no rows', async () => {
    const empty = '/api/channels/caster/board/export?of=2026-08-01'
    expect(await jsonOf(empty)).toEqual([])
    expect((await download(`${empty}&format=csv`)).body).toMatch(/^\uFEFFracer_name,[\w,]+\r\n$/)
  })

  it('with more racers than a portion has each of them once', async () => {
    const headers = await signIn('crowded')
    const racers = Array.from({ length: 1_100 }, (_, index) => `r${String(index).padStart(4, '0')}`)
    await server.ask(gameUpload(raceFiles(racers, server.clock.now()), { headers }))
    for (const rows of [
      await jsonOf('/api/channels/crowded/board/export'),
      await csvOf('/api/channels/crowded/board/export?format=csv'),
    ]) {
      expect(rows.map(({ racer_name }: { racer_name: string }) => racer_name)).toEqual(racers)
    }
  })
})

describe("a season's board", () => {
  it('has all channels in the order and with the filter of the view', async () => {
    for (const channel of ['first', 'second', 'other']) {
      await server.ask(seasonUpload(makeSeason({ channel }), { headers: await signIn(channel) }))
    }
    const body = { season: 75, channel: 's', sortBy: 'PPR', sortOrder: 'ASC', limit: 100 }
    const { data } = await server.ask({ method: 'POST', url: '/api/leaderboard/', body })
    expect(data.length).toBeGreaterThan(1)
    const url = '/api/leaderboard/export?season=75&channel=s&sortBy=PPR&sortOrder=ASC'
    expect(await jsonOf(url)).toEqual(data)
    expect((await csvOf(`${url}&format=csv`)).map(withoutEmpty)).toEqual(
      data.map((row: object) => withoutEmpty(asCells(row))),
    )
    expect(await jsonOf('/api/leaderboard/export?season=76')).toEqual([])
  })
})

describe("a map's records", () => {
  it('are those of its page, a line each', async () => {
    const headers = await signIn('mapper')
    const files = raceFiles(['ada', 'bea'], server.clock.now(), { map: 'Slope', creator: 'Ann' })
    const { gameId } = await server.ask(gameUpload(files, { headers }))
    const { map } = await jsonOf(`/api/games/${gameId}`)
    expect(await jsonOf(`/api/maps/${map.id}/export`)).toMatchObject([
      { rank: 1, racer_name: 'ada', seconds: 60, gameId, channel_login: 'mapper' },
      { rank: 2, racer_name: 'bea', seconds: 61 },
    ])
    expect(await csvOf(`/api/maps/${map.id}/export?by=channel&format=csv`)).toMatchObject([
      { rank: '1', racer_name: 'ada', channel_name: 'mapper' },
    ])
  })
})

describe('an event', () => {
  let practice: TestServer
  let event: ShowEvent

  beforeAll(async () => {
    practice = await startTestServer({ startsAt: new Date('2026-11-04T20:00:00Z') })
    event = await ShowEvent.create(practice)
  })
  afterAll(() => practice.stop())

  const ask = (url: string, headers: Partial<Session> = {}) =>
    practice.call({ method: 'GET', url, headers })

  it('has the rows of its pages, and the points of each racer explained', async () => {
    const url = `/api/events/export/${event.id}`
    const page = await ask(
      `/api/events/get-leaderboard/${event.id}?page=1&streamer=all`,
      event.host,
    )
    const rows = page.json().rows.map(({ id: _, ...row }: { id: string }) => row)
    expect((await ask(url, event.casters[0])).json()).toEqual(rows)
    const explained = (await ask(`${url}?content=explanations`, event.host)).json()
    expect(explained).toHaveLength(RACERS)
    for (const { racer_name, event_points, terms } of explained) {
      const told = await ask(`/api/events/explain-row/${event.id}?racer=${racer_name}`, event.host)
      expect(terms).toEqual(told.json().terms)
      expect(event_points).toBe(
        terms.reduce((sum: number, { points }: { points: number }) => sum + points, 0),
      )
    }
    const lines = parse<Record<string, string>>(
      (await ask(`${url}?content=explanations&format=csv`, event.host)).body,
      { columns: true, bom: true },
    )
    expect(lines).toHaveLength(explained.flatMap(({ terms }: { terms: [] }) => terms).length)
    expect(lines[0]).toMatchObject({
      rank: '1',
      racer_name: racerAt(1),
      points: String(pointsAt(1)),
    })
  })

  it("is nobody's but the organiser's and the participants'", async () => {
    const stranger = await practice.signIn('stranger')
    const refused = await ask(`/api/events/export/${event.id}`, stranger)
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      "Only the event's organiser and participants can download its board.",
    ])
  })

  it('that is sealed has no file but of what its show has uncovered', async () => {
    await event.settings({ isSealed: true, isPublic: true })
    const token = await event.token('public')
    const publicFile = (query = '') => ask(`/api/show/public/${token}/export${query}`)
    const refused = await ask(`/api/events/export/${event.id}`, event.casters[0])
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'event_board_sealed'])
    expect((await ask(`/api/events/export/${event.id}`, event.host)).json()).toHaveLength(RACERS)
    expect((await publicFile()).json()).toEqual([])

    await event.move({ kind: 'start', phase: 'live' })
    const uncovered = Array.from({ length: RACERS - 10 }, (_, index) => racerAt(index + 11))
    const namesIn = (rows: { racer_name: string }[]) => rows.map(({ racer_name }) => racer_name)
    expect(namesIn((await publicFile()).json())).toEqual(uncovered)
    const explained = (await publicFile('?content=explanations&search=racer_11')).json()
    expect(explained).toMatchObject([{ rank: 11, terms: [{ kind: 'uploaded' }] }])

    await event.move({ kind: 'finish' })
    expect(namesIn((await publicFile()).json())).toHaveLength(RACERS)
    expect((await ask(`/api/events/export/${event.id}`, event.casters[0])).statusCode).toBe(200)
  })

  it('has names that no spreadsheet runs', async () => {
    const row = '"=HYPERLINK(""x"")",alpha,10,0,1,0,0,0,0,0,0,0,9000'
    const eventData = Buffer.from([EVENT_HEADINGS, row, ''].join('\r\n'))
    const next = await ShowEvent.create(practice, { name: 'Next' })
    const upload = eventUpload({ eventId: next.id, eventData }, { headers: next.casters[0] })
    const response = await practice.call(upload)
    expect(response.statusCode, response.body).toBe(200)
    const file = await ask(`/api/events/export/${next.id}?format=csv`, next.host)
    const [first] = parse<Record<string, string>>(file.body, { columns: true, bom: true })
    expect(first?.racer_name).toBe(`'=hyperlink("x")`)
  })
})
