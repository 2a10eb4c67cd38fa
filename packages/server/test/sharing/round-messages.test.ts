/** One message in Discord for each round of a league, which is edited and says nothing sealed. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DiscordPanel } from '@rollcall/contract/sharing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { eventually } from '../helpers/eventually.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { settleShow } from '../helpers/show-event.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

interface Said {
  method: string
  /** After the webhook's address. */
  path: string
  at: string
  title: string
  lines: string[]
}

/** Each webhook of the stand-in for Discord, and what was sent to it. */
const sent = new Map<string, Said[]>()
const discord = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const [, json = ''] =
    /name="payload_json"\r\n\r\n(.*)\r\n/.exec(Buffer.concat(chunks).toString()) ?? []
  const { embeds } = JSON.parse(json)
  const [, hook = '', path = ''] =
    /^\/api\/webhooks\/1\/(\w+)(\/[^?]*)?\?wait=true$/.exec(request.url ?? '') ?? []
  const before = sent.get(hook) ?? []
  const { title, description } = embeds[0]
  const at = server.clock.now().toISOString()
  const lines = description.replaceAll(/[\u2068\u2069\\]/g, '').split('\n')
  sent.set(hook, [
    ...before,
    {
      method: request.method ?? '',
      path,
      at,
      title: title.replaceAll(/[\u2068\u2069]/g, ''),
      lines,
    },
  ])
  const id = path === '' ? String(100 + before.length) : path.split('/').at(-1)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id }))
})

const RULES = { points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [], multipliers: [] }
const DAYS = ['2026-09-15', '2026-09-16', '2026-10-14']
const HOOKS = ['one', 'other'] as const
type Hook = (typeof HOOKS)[number]

let server: TestServer
let host: Session
/** Two leagues that differ in the results of their sealed second round. */
const leagues = {} as Record<Hook, { seriesId: number; rounds: number[] }>

beforeAll(async () => {
  await new Promise<void>((done) => discord.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(discord.address() as AddressInfo).port}`
  const started = await startEventServer(['host'], '2026-09-14T12:00:00Z', {
    WEBHOOK_ORIGINS: origin,
  })
  ;({ server } = started)
  ;({ host } = started.people)
  for (const hook of HOOKS) {
    await server.context.db.deleteFrom('presses').execute()
    const league = await createRounds(server, host, {
      ...{ name: `League ${hook}`, days: DAYS, leaderboard: started.leaderboard },
      participants: [started.ids.host],
    })
    leagues[hook] = league
    await put(`/api/events/series/${league.seriesId}/league`, { rules: RULES })
    await put(`/api/show/control/${league.rounds[1]}/settings`, { isSealed: true, isPublic: true })
    await put(`/api/discord/${league.rounds[0]}`, {
      address: `${origin}/api/webhooks/1/${hook}`,
    })
  }
})
afterAll(async () => {
  await server.stop()
  discord.closeAllConnections()
  discord.close()
})

const put = (url: string, body: object) => server.ask({ method: 'PUT', url, headers: host, body })
const panel = (hook: Hook): Promise<DiscordPanel> =>
  server.ask({ method: 'GET', url: `/api/discord/${leagues[hook].rounds[0]}`, headers: host })
const turn = (hook: Hook, isOn: boolean): Promise<DiscordPanel> =>
  put(`/api/discord/${leagues[hook].rounds[0]}/rounds`, { isOn }) as Promise<DiscordPanel>

/** Time passes, and both leagues' messages are looked at. */
async function pass(minutes: number) {
  server.clock.advance({ minutes })
  await looked()
}
async function looked() {
  await eventually(async () => {
    const due = await server.context.db
      .selectFrom('round_messages as message')
      .innerJoin('events as event', 'event.id', 'message.event_id')
      .innerJoin('discord_webhooks as webhook', 'webhook.series_id', 'event.series_id')
      .select('message.id')
      .where('webhook.posts_rounds', '=', true)
      .where('state', 'in', ['waiting', 'sending'])
      .where('due_at', '<=', server.clock.now())
      .execute()
    expect(due).toEqual([])
  })
}

const saidBy = (hook: Hook) => sent.get(hook) ?? []
/** Without the league's name and the message's number, in the order of time: rounds are looked at side by side. */
const history = (hook: Hook) =>
  saidBy(hook)
    .map(({ path: _, title, ...said }) => ({ ...said, title: title.replace(hook, '') }))
    .toSorted((a, b) => (a.at + a.title < b.at + b.title ? -1 : 1))

function upload(hook: Hook, round: number, points: Readonly<Record<string, number>>) {
  const rows = Object.entries(points).map(
    ([name, own]) => `${name},host,10,0,1,0,0,0,0,0,0,0,${own.toFixed(2)}`,
  )
  const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
  const eventId = leagues[hook].rounds[round] ?? 0
  return server.ask(eventUpload({ eventId, eventData }, { headers: host }))
}

it('announces rounds a week before, once, with what they prescribe and who runs them when', async () => {
  for (const hook of HOOKS) {
    const { seriesId, rounds } = leagues[hook]
    const round = `/api/events/series/${seriesId}/league/rounds/${rounds[0]}`
    await put(`${round}/prescription`, {
      prescription: {
        ...{ mode: 'race', map: { name: 'Spire', creator: null }, sessionType: null, hours: null },
        games: { which: 'named', count: 2 },
      },
    })
    await put(`${round}/announcement`, { announcement: 'Five laps.' })
    await put(`/api/events/own-rounds/${rounds[0]}/slot`, { slot: '2026-09-15T18:00:00Z' })
    expect((await panel(hook)).rounds).toEqual({ isOn: false, problem: null })
    await Promise.all([turn(hook, true), turn(hook, true)])
    await looked()
    expect(
      saidBy(hook)
        .map(({ method, title }) => [method, title])
        .toSorted(),
    ).toEqual([
      ['POST', `League ${hook}: Round 1`],
      ['POST', `League ${hook}: Round 2`],
    ])
    expect(saidBy(hook).find(({ title }) => title.endsWith('Round 1'))?.lines).toEqual([
      '**Announced** · 15 September 2026',
      'Counts: races on Spire, the 2 that each streamer names before they start.',
      'Five laps.',
      `host runs it <t:${Date.parse('2026-09-15T18:00:00Z') / 1_000}:f>`,
    ])
    await put(`${round}/prescription`, { prescription: null })
  }
  await pass(1)
  await pass(1)
  // Nothing else has changed.
  expect(saidBy('one').map(({ method }) => method)).toEqual(['POST', 'POST', 'PATCH'])
})

it('says that a round runs, and its results, in the same message', async () => {
  sent.clear()
  server.clock.advance({ minutes: 18 * 60 })
  for (const hook of HOOKS) await upload(hook, 0, { ada: 3, bea: 2, cai: 1, dee: 1 })
  await pass(0)
  await pass(1)
  const [running] = saidBy('one')
  expect(running).toMatchObject({
    method: 'PATCH',
    path: expect.stringMatching(/^\/messages\/10\d$/),
  })
  expect(running?.lines).toEqual([
    '**Running** · 15 September 2026',
    'Five laps.',
    expect.stringMatching(/^host runs it/),
  ])
  await pass(24 * 60)
  const results = saidBy('one').findLast(({ path }) => path === running?.path)
  expect(results?.lines).toEqual([
    '**Results, not final yet** · 15 September 2026',
    'Five laps.',
    '🥇 **ada** – 3 points',
    '🥈 **bea** – 2 points',
    '🥉 **cai** – 1 point',
    '🥉 **dee** – 1 point',
  ])
})

it('says nothing of a sealed round before its results are open, not even by when it is edited', async () => {
  sent.clear()
  await upload('one', 1, { ada: 9, bea: 8 })
  await upload('other', 1, { cai: 4, dee: 20, eve: 1 })
  for (let hour = 0; hour < 26; hour += 2) await pass(2 * 60)
  expect(history('one')).toEqual(history('other'))
  expect(history('one').length).toBeGreaterThan(0)
  expect(JSON.stringify([...sent])).not.toMatch(/ada|dee|point/)
  sent.clear()
  for (const hook of HOOKS) await endShow(leagues[hook].rounds[1] ?? 0)
  await pass(1)
  expect(saidBy('other').flatMap(({ lines }) => lines)).toContain('🥇 **dee** – 20 points')
  expect(saidBy('one').flatMap(({ lines }) => lines)).toContain('🥇 **ada** – 9 points')
})

async function endShow(eventId: number) {
  const url = `/api/show/control/${eventId}`
  for (const move of [{ kind: 'start', phase: 'live' }, { kind: 'finish' }]) {
    server.clock.advance({ minutes: 1 })
    await settleShow(server, eventId)
    const { version } = await server.ask({ method: 'GET', url, headers: host })
    await server.ask({ method: 'POST', url: `${url}/move`, headers: host, body: { version, move } })
    await settleShow(server, eventId)
  }
}

it('is never posted twice after a process was killed, and an edit that was interrupted is made again', async () => {
  const { db } = server.context
  const eventId = leagues.one.rounds[0] ?? 0
  const killed = (change: object) =>
    db
      .updateTable('round_messages')
      .set({ state: 'sending', said_hash: null, due_at: server.clock.now(), ...change })
      .where('event_id', '=', eventId)
      .execute()
  await looked()
  sent.clear()
  await killed({})
  await pass(1)
  expect(saidBy('one').map(({ method }) => method)).toEqual(['PATCH'])
  sent.clear()
  await killed({ message_id: null })
  await pass(1)
  expect(saidBy('one')).toEqual([])
  expect((await panel('one')).rounds?.problem).toMatchObject({ code: 'post_interrupted' })
  // The organiser has looked into Discord: it is not there.
  await turn('one', true)
  await looked()
  expect(saidBy('one').map(({ method }) => method)).toEqual(['POST'])
  await turn('one', false)
  sent.clear()
  await pass(5 * 24 * 60)
  expect(saidBy('one')).toEqual([])
})
