/** Posts in Discord, against a stand-in: there once, or told as failed or unknown, and never twice by itself. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DiscordPanel } from '@rollcall/contract/sharing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RACERS, racerAt, ShowEvent } from './show-event.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const SECRET = 'the-secret-of-this-webhook'

type Answer = (response: ServerResponse, request: IncomingMessage) => void
const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end()

/** Answers as scripted, then as Discord does. */
class StandIn {
  posts: string[] = []
  script: Answer[] = []
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk)
    }
    this.posts.push(Buffer.concat(chunks).toString('latin1'))
    const answer = this.script.shift() ?? status(200)
    answer(response, request)
  })
  start = () => new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
  stop() {
    this.#server.closeAllConnections()
    this.#server.close()
  }
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
}

const discord = new StandIn()
let server: TestServer
let second: TestServer
let event: ShowEvent
/** Where nothing listens. */
const CLOSED = 'http://127.0.0.1:9'

beforeAll(async () => {
  await discord.start()
  const env = { WEBHOOK_ORIGINS: `${discord.origin}, ${CLOSED}` }
  server = await startTestServer({ env, startsAt: new Date('2026-11-02T20:00:00Z') })
  second = await startTestServer({ env, beside: server })
  event = await ShowEvent.create(server, { name: 'Autumn *Cup* @everyone' })
  await event.move({ kind: 'start', phase: 'live' })
})
afterAll(async () => {
  await second.stop()
  await server.stop()
  discord.stop()
})
beforeEach(async () => {
  discord.posts = []
  discord.script = []
  await server.context.db.deleteFrom('discord_posts').execute()
})

const call = (method: 'GET' | 'PUT' | 'POST', path = '', body?: object) =>
  server.call({
    method,
    url: `/api/discord/${event.id}${path}`,
    headers: event.host,
    ...(body && { body }),
  })

async function panel(): Promise<DiscordPanel> {
  const response = await call('GET')
  expect(response.body).not.toContain(SECRET)
  return response.json()
}

const setAddress = (address: string | null) => call('PUT', '', { address })
const address = () => `${discord.origin}/api/webhooks/1/${SECRET}`

async function press(after: number | null = null): Promise<DiscordPanel> {
  const response = await call('POST', '/post', { after })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

async function settled(state: string) {
  await vi.waitFor(async () => expect((await panel()).post?.state).toBe(state), 8_000)
  return (await panel()).post
}

it('waits for an address and for the end of the show', async () => {
  expect(await panel()).toEqual({ webhook: null, isFinal: false, hasLink: false, post: null })
  expect((await call('POST', '/post', { after: null })).json().error).toMatch(/^Finish the show/)
  await event.move({ kind: 'finish' })
  expect((await call('POST', '/post', { after: null })).json().error).toMatch(/^Give the address/)
  expect((await setAddress(address())).json()).toMatchObject({
    webhook: { ending: 'hook', isOfSeries: false },
    isFinal: true,
  })
})

it('posts podium, link and picture once, however often it is pressed and by whichever process', async () => {
  await event.settings({ isPublic: true })
  const token = await event.token('public')
  const presses = await Promise.all([press(), press(), press()])
  const ids = new Set(presses.map(({ post }) => post?.id))
  expect(ids.size).toBe(1)
  await second.call({ method: 'GET', url: `/api/discord/${event.id}`, headers: event.host })
  await settled('posted')
  const [post = '', ...more] = discord.posts
  expect(more).toEqual([])
  const text = Buffer.from(post, 'latin1').toString()
  const [, json = ''] = /name="payload_json"\r\n\r\n(.*)\r\n/.exec(text) ?? []
  const payload = JSON.parse(json)
  expect(payload.allowed_mentions).toEqual({ parse: [] })
  expect(payload.embeds[0]).toMatchObject({
    title: '\u2068Autumn \\*Cup\\* \\@everyone\u2069',
    url: expect.stringMatching(`/e/${token}$`),
    image: { url: 'attachment://card.png' },
  })
  expect(payload.embeds[0].description.split('\n')).toEqual([
    '🥇 **\u2068racer\\_01\u2069** – 1,000 points',
    '🥈 **\u2068racer\\_02\u2069** – 975 points',
    '🥉 **\u2068racer\\_03\u2069** – 950 points',
  ])
  expect(post).toContain('Content-Type: image/png\r\n\r\n\x89PNG')
  // The same button once more, on a page that has not heard of the post.
  await press()
  expect((await panel()).post?.state).toBe('posted')
  expect(discord.posts).toHaveLength(1)
})

it('goes out while viewers want more pictures of the event than can wait', async () => {
  const wanted = await ShowEvent.create(server, { name: 'Wanted Cup' })
  await wanted.settings({ isPublic: true })
  const token = await wanted.token('public')
  await wanted.move({ kind: 'start', phase: 'live' })
  await wanted.move({ kind: 'finish' })
  const ask = (method: 'PUT' | 'POST', path: string, body: object) =>
    server.ask({ method, url: `/api/discord/${wanted.id}${path}`, headers: wanted.host, body })
  await ask('PUT', '', { address: address() })
  const crowd = Array.from({ length: RACERS }, async (_, index) => {
    const url = `/e/${token}/card.png?racer=${racerAt(index + 1)}`
    return (await server.call({ method: 'GET', url })).statusCode
  })
  await Promise.any(crowd.map(async (status) => expect(await status).toBe(503)))
  await ask('POST', '/post', { after: null })
  await vi.waitFor(() => expect(discord.posts).toHaveLength(1), 8_000)
  await Promise.all(crowd)
})

it('tries again where Cloudflare had no connection to Discord', async () => {
  const codes = [521, 523, 525, 526]
  discord.script = codes.map((code) => status(code))
  await press()
  for (const code of codes) {
    const said = new RegExp(`status ${code}`)
    await vi.waitFor(async () => expect((await panel()).post?.reason).toMatch(said), 8_000)
    server.clock.advance({ hours: 1 })
  }
  await settled('posted')
  expect(discord.posts).toHaveLength(5)
})

it('waits as long as Discord asks, and tries again what cannot have been posted', async () => {
  discord.script = [status(429, { 'retry-after': '90' }), status(500)]
  const asked = server.clock.now()
  await press()
  const first = await settled('waiting')
  await vi.waitFor(() => expect(discord.posts).toHaveLength(1), 8_000)
  await vi.waitFor(async () => expect((await panel()).post?.reason).toMatch(/asked to wait/), 8_000)
  const nextAt = new Date((await panel()).post?.nextAt ?? 0)
  expect(nextAt.getTime() - asked.getTime()).toBe(90_000)
  server.clock.advance({ minutes: 1 })
  await panel()
  expect(discord.posts).toHaveLength(1)
  server.clock.advance({ minutes: 1 })
  await vi.waitFor(async () => expect((await panel()).post?.reason).toMatch(/status 500/), 8_000)
  server.clock.advance({ minutes: 1 })
  expect((await settled('posted'))?.id).toBe(first?.id)
  expect(discord.posts).toHaveLength(3)
})

it('gives up after six attempts, and one more press tries anew', async () => {
  discord.script = Array.from({ length: 6 }, () => status(503))
  const { post } = await press()
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await vi.waitFor(() => expect(discord.posts).toHaveLength(attempt), 8_000)
    await vi.waitFor(async () => expect((await panel()).post?.state).not.toBe('sending'), 8_000)
    server.clock.advance({ hours: 1 })
    await panel()
  }
  expect((await settled('failed'))?.reason).toMatch(/It was tried 6 times/)
  await press(post?.id)
  await settled('posted')
  expect(discord.posts).toHaveLength(7)
})

describe('is not sent again by itself', () => {
  it.each<[string, Answer, 'unknown' | 'failed', RegExp]>([
    ['a connection that ends', (response) => response.destroy(), 'unknown', /answer was lost/],
    ['no answer within 5 s', () => {}, 'unknown', /answer was lost/],
    ['a gateway that heard nothing', status(504), 'unknown', /answer was lost/],
    ['Cloudflare not understanding the answer', status(520), 'unknown', /answer was lost/],
    ['Cloudflare waiting in vain', status(524), 'unknown', /answer was lost/],
    ['a webhook that is gone', status(404), 'failed', /does not know this webhook/],
    ['a redirect', status(302, { location: '/elsewhere' }), 'failed', /somewhere else/],
    ['a refusal', status(400), 'failed', /refused it/],
  ])('after %s', async (_, answer, state, reason) => {
    discord.script = [answer]
    await press()
    expect((await settled(state))?.reason).toMatch(reason)
    server.clock.advance({ hours: 2 })
    await panel()
    expect((await panel()).post?.state).toBe(state)
    expect(discord.posts).toHaveLength(1)
  })

  it('after a process that was killed while it was sending', async () => {
    await press()
    await settled('posted')
    // As such a process leaves it.
    const left = { state: 'sending', due_at: server.clock.now() } as const
    await server.context.db.updateTable('discord_posts').set(left).execute()
    await panel()
    expect((await panel()).post?.state).toBe('sending')
    server.clock.advance({ minutes: 1 })
    expect((await settled('unknown'))?.reason).toMatch(/server stopped/)
    expect(discord.posts).toHaveLength(1)
  })

  it('once the show has been reset', async () => {
    discord.script = [status(500)]
    await press()
    await vi.waitFor(async () => expect((await panel()).post?.reason).toMatch(/status 500/), 8_000)
    // Before the clock moves on, by which it would be sent again.
    const { version } = await event.control()
    expect((await event.tryMove({ kind: 'reset' }, version)).statusCode).toBe(200)
    server.clock.advance({ hours: 1 })
    expect((await settled('failed'))?.reason).toMatch(/not final any more/)
    expect(discord.posts).toHaveLength(1)
    await event.move({ kind: 'start', phase: 'live' })
    await event.move({ kind: 'finish' })
  })
})

it('waits where nothing listens', async () => {
  await setAddress(`${CLOSED}/hook`)
  await press()
  await vi.waitFor(
    async () => expect((await panel()).post?.reason).toMatch(/not be reached/),
    8_000,
  )
  expect((await panel()).post?.state).toBe('waiting')
})

it.each([
  'http://discord.com/api/webhooks/1/x',
  'https://discord.com.evil.example/api/webhooks/1/x',
  'https://evil.example/discord.com/api/webhooks/1/x',
  'https://discord.com@127.0.0.1/api/webhooks/1/x',
  'https://user:word@discord.com/api/webhooks/1/x',
  'https://discord.com:8443/api/webhooks/1/x',
  'https://discord.com/api/../admin',
  'https://discord.com/api/webhooks/1/x/messages/2',
  'https://127.0.0.1/api/webhooks/1/x',
  'https://[::1]/api/webhooks/1/x',
  'https://169.254.169.254/api/webhooks/1/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'x',
])('does not take %s', async (bad) => {
  const response = await setAddress(bad)
  expect(response.statusCode).toBe(422)
  expect(response.json().error).toMatch(/^That is not the address of a Discord webhook/)
})

it('takes the addresses of Discord, and forgets one', async () => {
  for (const good of [
    'https://discord.com/api/webhooks/123/abc_DEF-1',
    ' https://canary.discord.com/api/v10/webhooks/123/abc?thread_id=5 ',
    'https://discordapp.com/api/webhooks/123/abc',
  ]) {
    expect((await setAddress(good)).statusCode, good).toBe(200)
  }
  expect((await setAddress(null)).json().webhook).toBeNull()
})

it('has told the address to nobody, in no log and in clear in no row', async () => {
  const told = JSON.stringify([...server.logged, ...second.logged])
  expect(told).not.toContain(SECRET)
  const rows = await server.context.db.selectFrom('discord_posts').selectAll().execute()
  expect(rows.map(({ address }) => address.toString('latin1')).join()).not.toContain(SECRET)
})
