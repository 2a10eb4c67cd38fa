/** Large uploads: who sends them is settled before their rows are read, and then they wait their turn. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formUpload, makeSeason, seasonUpload } from './season-files.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let session: { authorization: string }
beforeAll(async () => {
  server = await startTestServer({ env: { UPLOAD_PAIRING: 'key' } })
  session = await server.signIn('streamer')
  await server.signIn('other')
})
afterAll(() => server.stop())

const HEADINGS =
  'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'
const BAD_LINE = 40_000

function eventFile(channel: string): Buffer {
  const lines = Array.from({ length: 49_000 }, (_, index) => {
    const points = index + 2 === BAD_LINE ? 'many' : '10'
    return `racer_${index},${channel},${points},1,5,0,0,2,0,0,0,0,12.5`
  })
  return Buffer.from([HEADINGS, ...lines, ''].join('\r\n'))
}

const eventUpload = (channel: string, headers = {}) =>
  formUpload(
    '/api/app/upload-event-data',
    { eventData: eventFile(channel) },
    { headers, fields: { eventId: '1' } },
  )

it('are refused for want of a proof before their rows are read', async () => {
  const anonymous = await server.call(eventUpload('streamer'))
  expect(anonymous.statusCode, anonymous.body).toBe(401)
  const foreign = await server.call(eventUpload('other', session))
  expect(foreign.statusCode, foreign.body).toBe(403)
  const own = await server.call(eventUpload('streamer', session))
  expect(own.statusCode, own.body).toBe(404)
})

it('are read to the last row, wherever it is read', async () => {
  const name = (index: number) => ['back\\slash', 'quo"te', 'com,ma', '{b}', 'null', 'ünï'][index]
  const racers = Array.from({ length: 5_000 }, (_, index) => ({ name: name(index) ?? `r${index}` }))
  const files = makeSeason({ channel: 'streamer', racers })
  const taken = await server.call(seasonUpload(files, { headers: session }))
  expect(taken.json()).toMatchObject({ counts: { racers: 5_000, added: 5_000 } })
  const stored = await server.context.db
    .selectFrom('season_racers')
    .select('login')
    .where('race_points', '=', 100)
    .execute()
  expect(stored.map(({ login }) => login).toSorted()).toEqual(
    racers.map((racer) => racer.name).toSorted(),
  )
  const text = files.viewerData.toString().replace('r4998,75,streamer,100', 'r4998,75,streamer,x')
  const bad = { ...files, viewerData: Buffer.from(text) }
  const refused = await server.call(seasonUpload(bad, { headers: session }))
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    code: 'bad_value',
    part: 'viewerData',
    line: 5_000,
    column: 4,
  })
})
