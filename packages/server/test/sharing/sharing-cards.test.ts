/** Preview pictures and tags for the link of a public event: only what everybody may see, and only once they may. */
import { CARDS } from '@rollcall/contract/sharing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callOf } from '../helpers/endpoint-cases.ts'
import { CHANNEL, createWorld } from '../helpers/owners-world.ts'
import { racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let server: TestServer
let event: ShowEvent
let token: string

beforeAll(async () => {
  server = await startTestServer({
    startsAt: new Date('2026-11-02T20:00:00Z'),
    makeWebDir,
  })
  event = await ShowEvent.create(server, { name: 'كأس <b>"&\'琴音' })
  token = await event.token('public')
})
afterAll(() => server.stop())

const get = (url: string, headers = {}) => server.call({ method: 'GET', url, headers })

async function card(query = '') {
  const response = await get(`/e/${token}/card.png${query}`)
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200)
  expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'x-robots-tag': 'noindex' })
  const { rawPayload: png } = response
  // The first chunk has width and height.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  return { etag: String(response.headers.etag), png }
}

it('pictures show revealed rows only, and are the same for a hidden and an unknown racer', async () => {
  expect((await get(`/e/${token}/card.png`)).statusCode).toBe(404)
  expect((await get(`/e/${token}`)).body).not.toContain('og:')
  await event.settings({ isPublic: true })
  const before = await card()
  await event.move({ kind: 'start', phase: 'rehearsal' })
  expect((await card()).etag).toBe(before.etag)
  await event.move({ kind: 'finish' })
  await event.move({ kind: 'start', phase: 'live' })
  const begun = await card()
  expect(begun.etag).not.toBe(before.etag)
  expect((await card('?racer=racer_01')).png).toEqual(begun.png)
  expect((await card('?racer=racer_99')).png).toEqual(begun.png)
  expect((await card('?racer=RACER_40&v=1')).etag).not.toBe(begun.etag)
  const again = await get(`/e/${token}/card.png`, { 'if-none-match': begun.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const page = await get(`/e/${token}?racer=racer_01`)
  expect(page.body).not.toContain('racer_01')
})

it('tags are in the head of the page once the show is over, also those of a racer', async () => {
  await event.move({ kind: 'finish' })
  const page = await get(`/e/${token}`)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.body).toContain(
    '<meta property="og:title" content="كأس &lt;b&gt;&quot;&amp;&#39;琴音" />',
  )
  expect(page.body).toContain('<meta name="twitter:card" content="summary_large_image" />')
  const [, image = ''] = /og:image" content="[^"]*?(\/e\/[^"]*)"/.exec(page.body) ?? []
  const { etag } = await card()
  expect(image).toBe(`/e/${token}/card.png?v=${etag.replaceAll('"', '')}`)
  const own = await get(`/e/${token}?racer=Racer_07`)
  expect(own.body).toContain('content="racer_07: #7 in كأس')
  expect(own.body).toMatch(/card\.png\?racer=racer_07&amp;v=\w{40}"/)
  for (const racer of ['%00', 'x'.repeat(601), '%ED%A0%80', "'--"]) {
    expect((await get(`/e/${token}?racer=${racer}`)).statusCode).toBe(200)
  }
  const line = await get(`/api/chat/alpha/event/${token}`)
  expect(line.body).toMatch(
    /^\u2068كأس .*: 1\. racer_01 1,000, 2\. racer_02 975, 3\. racer_03 950 http/,
  )
})

it('pictures and chat say how many more racers share a place', async () => {
  const tied = await ShowEvent.create(server, { name: 'Tied' })
  await tied.settings({ isPublic: true })
  const link = await tied.token('public')
  const said = async () => (await get(`/api/chat/alpha/event/${link}`)).body
  const picture = async () => (await get(`/e/${link}/card.png`)).headers.etag
  await tied.upload('alpha', 0.4, ['a', 'b', 'c'])
  await tied.move({ kind: 'start', phase: 'live', startRank: 8 })
  // Racers 5 and 6 share rank 8, because three more racers are ahead.
  expect(await said()).toMatch(
    /^Tied is being revealed: 8\. racer_05 900 and 1 more are the latest\./,
  )
  await tied.move({ kind: 'finish' })
  expect(await said()).toMatch(/^Tied: 1\. a 5,000, 1\. b 5,000, 1\. c 5,000 http/)
  const three = await picture()
  await tied.upload('alpha', 0.4, ['a', 'b', 'c', 'd', 'e'])
  await tied.move({ kind: 'take-over' })
  expect(await said()).toMatch(/^Tied: 1\. a 5,000, 1\. b 5,000, 1\. c 5,000 and 2 more http/)
  expect(await picture()).not.toBe(three)
})

it('search engines may list the page only if its organiser lists it', async () => {
  const robots = async () => (await get(`/e/${token}`)).headers['x-robots-tag']
  expect(await robots()).toBe('noindex')
  await event.settings({ isListed: true })
  expect(await robots()).toBeUndefined()
  await event.settings({ isPublic: false })
  expect(await robots()).toBe('noindex')
  await event.settings({ isPublic: true, isListed: false })
})

it('tags never break a page, not even at other addresses or without the database', async () => {
  for (const url of ['//', '//[', '//[/e/', `//[/e/${token}`]) {
    expect((await get(url)).statusCode, url).toBe(200)
  }
  await sql`alter table shows rename to away`.execute(server.context.db)
  try {
    const page = await get(`/e/${'a'.repeat(22)}`)
    expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(page.body).toContain('<html>')
  } finally {
    await sql`alter table away rename to shows`.execute(server.context.db)
  }
})

it('tags of racers have a rate limit, after which the page comes without them', async () => {
  const limited = await startTestServer({
    beside: server,
    env: { RATE_LIMIT_PICTURES: '2', RATE_LIMIT_SEARCH: '1' },
    makeWebDir,
  })
  const read = (url: string) => limited.call({ method: 'GET', url })
  try {
    const pages: string[] = []
    for (const racer of ['racer_07', 'racer_08', 'racer_09']) {
      const page = await read(`/e/${token}?racer=${racer}`)
      expect(page.statusCode).toBe(200)
      pages.push(page.body)
    }
    expect(pages.map((page) => page.includes('og:title'))).toEqual([true, true, false])
    expect((await read(`/e/${token}`)).body).toContain('og:title')
    const rows = async (query: string) =>
      (await read(`/api/show/public/${token}/rows${query}`)).statusCode
    expect([await rows('?search=a'), await rows('?search=b'), await rows('')]).toEqual([
      200, 429, 200,
    ])
  } finally {
    await limited.stop()
  }
})

it('pictures of one event do not delay those of another', async () => {
  const other = await ShowEvent.create(server, { name: 'Other Cup' })
  await other.settings({ isPublic: true })
  const otherToken = await other.token('public')
  let drawn = 0
  const crowd = Array.from({ length: 40 }, async (_, index) => {
    const { statusCode, body } = await get(`/e/${token}/card.png?racer=${racerAt(index + 1)}`)
    drawn += statusCode === 200 ? 1 : 0
    return { statusCode, body }
  })
  // The crowd wants so many that the server refuses some.
  await Promise.any(
    crowd.map(async (answer) => {
      const { statusCode, body } = await answer
      expect(statusCode).toBe(503)
      expect(body).toContain('Too many people are asking for pictures of this event')
    }),
  )
  expect((await get(`/e/${otherToken}/card.png`)).statusCode).toBe(200)
  expect(drawn).toBeLessThan(10)
  const statuses = new Set((await Promise.all(crowd)).map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(new Set([200, 503]))
})

it('drawing pictures does not block the server', async () => {
  let longestMs = 0
  // Measures processor time, because other work on the machine must not count.
  let since = process.threadCpuUsage()
  const ticks = setInterval(() => {
    const { user, system } = process.threadCpuUsage(since)
    longestMs = Math.max(longestMs, (user + system) / 1_000)
    since = process.threadCpuUsage()
  }, 1)
  const drawn = await Promise.all(
    Array.from({ length: 8 }, (_, index) => card(`?racer=racer_${20 + index}`)),
  )
  clearInterval(ticks)
  expect(new Set(drawn.map(({ etag }) => etag)).size).toBe(8)
  // One picture takes 200 ms; collecting garbage may take 50.
  expect(longestMs).toBeLessThan(150)
})

it('every page with a picture names it in its head, under the address of the page', async () => {
  const world = await createWorld(server, await server.signIn(CHANNEL))
  for (const endpoint of Object.values(CARDS)) {
    const picture = String(callOf(endpoint, world).url).replace(/\?.*$/, '')
    expect(picture).toMatch(/\/card\.png$/)
    const { body } = await get(picture.replace(/\/card\.png$/, '') || '/')
    const [, image = ''] = /property="og:image" content="([^"]*)"/.exec(body) ?? []
    const { pathname, search } = new URL(image.replaceAll('&amp;', '&'), server.origin)
    expect(pathname, endpoint.path).toBe(picture)
    const { statusCode, headers } = await get(pathname + search)
    expect(statusCode, picture).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-robots-tag': 'noindex' })
    expect(headers.etag).toBe(`"${new URLSearchParams(search).get('v')}"`)
  }
})
