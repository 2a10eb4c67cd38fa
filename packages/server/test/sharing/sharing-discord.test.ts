/** Posts in Discord, with a stand-in for Discord: posted once, or shown as failed or unknown, never posted twice. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DiscordPanel } from '@rollcall/contract/sharing'
import { FROM_BEFORE } from '@rollcall/contract/words/from-before'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { RACERS, racerAt, ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const SECRET = 'the-secret-of-this-webhook'

type Answer = (response: ServerResponse, request: IncomingMessage) => void
const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end()

/** Gives scripted answers first, then answers as Discord does. */
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
/** An address where nothing listens. */
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

/** Waits for a problem, with the status of Discord's answer if the problem has one. */
const waitForProblem = (code: string, status?: number) =>
  eventually(async () =>
    expect((await panel()).post?.problem).toMatchObject({
      code,
      ...(status !== undefined && { params: { status } }),
    }),
  )

async function settled(state: string) {
  await eventually(async () => expect((await panel()).post?.state).toBe(state))
  return (await panel()).post
}

it('a post needs an address and the end of the show', async () => {
  expect(await panel()).toEqual({
    ...{ webhook: null, isFinal: false, rounds: null, hasLink: false, post: null },
  })
  expect((await call('POST', '/post', { after: null })).json().error).toMatch(/^Finish the show/)
  await event.move({ kind: 'finish' })
  expect((await call('POST', '/post', { after: null })).json().error).toMatch(/^Enter the address/)
  expect((await setAddress(address())).json()).toMatchObject({
    webhook: { ending: 'hook', isOfSeries: false },
    isFinal: true,
  })
})

it('podium, link and picture are posted once, despite repeated clicks and several processes', async () => {
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
  // The same button again, on a page that does not know about the post yet.
  await press()
  expect((await panel()).post?.state).toBe('posted')
  expect(discord.posts).toHaveLength(1)
})

it('a post goes out even while viewers want too many pictures of the event', async () => {
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
  await eventually(() => expect(discord.posts).toHaveLength(1))
  await Promise.all(crowd)
})

it('a post is tried again if Cloudflare had no connection to Discord', async () => {
  const codes = [521, 523, 525, 526]
  discord.script = codes.map((code) => status(code))
  await press()
  for (const code of codes) {
    await waitForProblem('discord_unavailable', code)
    server.clock.advance({ hours: 1 })
  }
  await settled('posted')
  expect(discord.posts).toHaveLength(5)
})

it('a post waits as long as Discord asks, and is tried again if it cannot have been posted', async () => {
  discord.script = [status(429, { 'retry-after': '90' }), status(500)]
  const asked = server.clock.now()
  await press()
  const first = await settled('waiting')
  await eventually(() => expect(discord.posts).toHaveLength(1))
  await waitForProblem('discord_asked_to_wait')
  const nextAt = new Date((await panel()).post?.nextAt ?? 0)
  expect(nextAt.getTime() - asked.getTime()).toBe(90_000)
  server.clock.advance({ minutes: 1 })
  await panel()
  expect(discord.posts).toHaveLength(1)
  server.clock.advance({ minutes: 1 })
  await waitForProblem('discord_unavailable', 500)
  server.clock.advance({ minutes: 1 })
  expect((await settled('posted'))?.id).toBe(first?.id)
  expect(discord.posts).toHaveLength(3)
})

it('a post fails after six attempts, and another click tries again', async () => {
  discord.script = Array.from({ length: 6 }, () => status(503))
  const { post } = await press()
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await eventually(() => expect(discord.posts).toHaveLength(attempt))
    await eventually(async () => expect((await panel()).post?.state).not.toBe('sending'))
    server.clock.advance({ hours: 1 })
    await panel()
  }
  expect(await settled('failed')).toMatchObject({
    attempts: 6,
    problem: { error: 'Discord could not accept it (status 503).', code: 'discord_unavailable' },
  })
  await press(post?.id)
  await settled('posted')
  expect(discord.posts).toHaveLength(7)
})

it('the problem of a post that an older version made has a fixed sentence', async () => {
  await press()
  await settled('posted')
  const { code, sentence: error } = FROM_BEFORE
  const stored = { state: 'failed', reason: JSON.stringify({ code, params: {} }) } as const
  await server.context.db.updateTable('discord_posts').set(stored).execute()
  expect((await panel()).post?.problem).toEqual({ error, code, params: {} })
})

describe('a post is not sent again automatically', () => {
  it.each<[string, Answer, 'unknown' | 'failed', string]>([
    ['a connection that ends', (response) => response.destroy(), 'unknown', 'post_answer_lost'],
    ['no answer within 5 s', () => {}, 'unknown', 'post_answer_lost'],
    ['a gateway timeout', status(504), 'unknown', 'post_answer_lost'],
    ['an answer that Cloudflare did not understand', status(520), 'unknown', 'post_answer_lost'],
    ['a timeout at Cloudflare', status(524), 'unknown', 'post_answer_lost'],
    ['a webhook that is gone', status(404), 'failed', 'webhook_unknown'],
    ['a redirect', status(302, { location: '/elsewhere' }), 'failed', 'webhook_redirects'],
    ['a refusal', status(400), 'failed', 'discord_refused'],
  ])('after %s', async (_, answer, state, code) => {
    discord.script = [answer]
    await press()
    expect((await settled(state))?.problem).toMatchObject({ code })
    server.clock.advance({ hours: 2 })
    await panel()
    expect((await panel()).post?.state).toBe(state)
    expect(discord.posts).toHaveLength(1)
  })

  it('after a process was killed while sending', async () => {
    await press()
    await settled('posted')
    // The row as such a process leaves it.
    const left = { state: 'sending', due_at: server.clock.now() } as const
    await server.context.db.updateTable('discord_posts').set(left).execute()
    await panel()
    expect((await panel()).post?.state).toBe('sending')
    server.clock.advance({ minutes: 1 })
    expect((await settled('unknown'))?.problem).toMatchObject({ code: 'post_interrupted' })
    expect(discord.posts).toHaveLength(1)
  })

  it('once the show has been reset', async () => {
    discord.script = [status(500)]
    await press()
    await waitForProblem('discord_unavailable', 500)
    // The reset comes before the clock moves on: otherwise the post would be sent again.
    const { version } = await event.control()
    expect((await event.tryMove({ kind: 'reset' }, version)).statusCode).toBe(200)
    server.clock.advance({ hours: 1 })
    expect((await settled('failed'))?.problem).toMatchObject({ code: 'show_no_longer_final' })
    expect(discord.posts).toHaveLength(1)
    await event.move({ kind: 'start', phase: 'live' })
    await event.move({ kind: 'finish' })
  })
})

it('a post waits if nothing listens at the address', async () => {
  await setAddress(`${CLOSED}/hook`)
  await press()
  await waitForProblem('discord_unreachable')
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
])('the address %s is refused', async (bad) => {
  const response = await setAddress(bad)
  expect(response.statusCode).toBe(422)
  expect(response.json().error).toMatch(/^That is not the address of a Discord webhook/)
})

it("Discord's addresses are accepted, and can be removed", async () => {
  for (const good of [
    'https://discord.com/api/webhooks/123/abc_DEF-1',
    ' https://canary.discord.com/api/v10/webhooks/123/abc?thread_id=5 ',
    'https://discordapp.com/api/webhooks/123/abc',
  ]) {
    expect((await setAddress(good)).statusCode, good).toBe(200)
  }
  expect((await setAddress(null)).json().webhook).toBeNull()
})

it('the address appears in no log, and is encrypted in the database', async () => {
  const told = JSON.stringify([...server.logged, ...second.logged])
  expect(told).not.toContain(SECRET)
  const rows = await server.context.db.selectFrom('discord_posts').selectAll().execute()
  expect(rows.map(({ address }) => address.toString('latin1')).join()).not.toContain(SECRET)
})

describe('a night', () => {
  const night = (method: 'GET' | 'PUT' | 'POST', path = '', body?: object, who = streamer) =>
    server.call({
      method,
      url: `/api/discord/nights/night_owl/${day}${path}`,
      headers: who,
      ...(body && { body }),
    })
  let streamer: Session
  let day: string

  beforeAll(async () => {
    streamer = await server.signIn('night_owl')
    const names = ['ada', '@everyone', 'cai']
    await server.ask(gameUpload(raceFiles(names, server.clock.now()), { headers: streamer }))
    day = (await server.ask({ method: 'GET', url: '/api/channels/night_owl' })).lastNight
  })

  it('is posted by its streamer alone, once a webhook is there', async () => {
    const stranger = await server.signIn('stranger')
    expect((await night('GET', '', undefined, stranger)).statusCode).toBe(403)
    expect((await night('GET')).json()).toEqual({ webhook: null, isPublic: true, post: null })
    expect((await night('POST', '/post', { after: null })).json().code).toBe('webhook_missing')
    expect((await night('PUT', '', { address: 'https://example.org' })).statusCode).toBe(422)
    const set = await night('PUT', '', { address: address() })
    expect(set.json()).toMatchObject({ webhook: { ending: 'hook' } })
    expect(set.body).not.toContain(SECRET)
  })

  it('is posted once, with the first three, link and picture', async () => {
    const presses = await Promise.all([1, 2].map(() => night('POST', '/post', { after: null })))
    expect(new Set(presses.map((response) => response.json().post?.id)).size).toBe(1)
    await eventually(async () => expect((await night('GET')).json().post?.state).toBe('posted'))
    expect(discord.posts).toHaveLength(1)
    const text = Buffer.from(discord.posts[0] ?? '', 'latin1').toString()
    const [, json = ''] = /name="payload_json"\r\n\r\n(.*)\r\n/.exec(text) ?? []
    const [embed] = JSON.parse(json).embeds
    expect(embed.url).toMatch(new RegExp(`/c/night_owl/${day}$`))
    expect(embed.description.split('\n')).toEqual([
      '🥇 **\u2068ada\u2069** – 3 points',
      '🥈 **\u2068\\@everyone\u2069** – 2 points',
      '🥉 **\u2068cai\u2069** – 1 point',
      '1 game · 3 racers',
      'Best race: **\u2068ada\u2069** – 3 points on \u2068Hill\u2069',
    ])
  })

  it('is posted no more once its webhook is removed', async () => {
    const { post } = (await night('GET')).json()
    expect((await night('PUT', '', { address: null })).json().webhook).toBeNull()
    expect((await night('POST', '/post', { after: post?.id ?? null })).statusCode).toBe(409)
  })
})
