/** kill -9 of the server while it posts in Discord, with a stand-in for Discord that counts the messages. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { type ApiClient, openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { type Fault, must, pause, readCount, until } from './fault.ts'
import { makeEvent } from './fault-load-files.ts'
import { endAllServers, startServer } from './server-process.ts'

/** Posted at once before each kill; the server sends four at a time, so the others wait. */
const EVENTS = 8
/** Counted from the post. By then all messages would have been sent. */
const MAX_KILL_DELAY_MS = 4_000
/** How long the stand-in may hold a message before it answers. */
const MAX_ANSWER_MS = 1_000
/** The server gives up on posts of a killed process after 30 s. */
const SETTLED_MS = 90_000
/** Any message still to come would come within this time. */
const QUIET_MS = 6_000

export const discord: Fault = {
  name: 'discord',
  promise:
    'kill -9 of the server while it posts: in Discord once, or shown as unknown; never there twice',
  async run({ directory, progress }) {
    const kills = readCount('FAULT_DISCORD_KILLS', 10)
    const standIn = await startStandIn()
    const settings = {
      dataDir: path.join(directory, 'data'),
      port: await findFreePort(),
      env: { WEBHOOK_ORIGINS: standIn.origin },
    }
    const total = { posted: 0, unknown: 0, unknownButPosted: 0 }
    try {
      let server = await startServer(settings)
      const client = openApiClient(server.origin)
      const host = await client.signIn('host')
      for (let kill = 1; kill <= kills; kill += 1) {
        const events = await finishEvents(client, host)
        for (const id of events) {
          const address = `${standIn.origin}/api/webhooks/${id}/secret`
          await client.call(`/api/discord/${id}`, host, { address }, 'PUT')
        }
        await Promise.all(
          events.map((id) => client.call(`/api/discord/${id}/post`, host, { after: null })),
        )
        await pause(randomInt(0, MAX_KILL_DELAY_MS))
        await server.kill()
        server = await startServer(settings)
        const states = await settledStates(client, { host, events })
        await pause(QUIET_MS)
        for (const [index, id] of events.entries()) {
          const state = states[index] ?? ''
          const messages = standIn.countMessages(id)
          must(messages <= 1, `Event ${id} was posted ${messages} times`)
          must(state === 'unknown' || messages === 1, `Event ${id} is ${state}, but was not posted`)
          total.posted += state === 'posted' ? 1 : 0
          total.unknown += state === 'unknown' ? 1 : 0
          total.unknownButPosted += state === 'unknown' ? messages : 0
        }
        progress(`${kill} of ${kills} kills`)
      }
      must((await server.stop()).code === 0, `It did not end cleanly: ${server.output()}`)
    } finally {
      endAllServers()
      standIn.stop()
    }
    must(total.unknown > 0, 'No kill struck while a post was being sent')
    return `${kills} kills, ${total.posted} posted, ${total.unknown} shown as unknown (${total.unknownButPosted} of them were posted), 0 posted twice`
  },
}

/** Accepts every message, and answers after a while. */
async function startStandIn() {
  const counts = new Map<number, number>()
  const server = createServer(async (request, response) => {
    const [, id = ''] = /^\/api\/webhooks\/(\d+)\//.exec(request.url ?? '') ?? []
    try {
      for await (const _ of request) {
        // Reads to the end: a message that came in part does not count.
      }
    } catch {
      return
    }
    counts.set(Number(id), (counts.get(Number(id)) ?? 0) + 1)
    setTimeout(() => response.writeHead(200).end(), randomInt(0, MAX_ANSWER_MS))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  must(address !== null && typeof address === 'object', 'no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    countMessages: (id: number) => counts.get(id) ?? 0,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** New events with finished shows, of one racer each, so that there is no blur to wait for. */
async function finishEvents(client: ApiClient, host: SessionHeader): Promise<number[]> {
  const [configuration] = await client.call<{ id: number }[]>('/api/events/leaderboards', host)
  const today = new Date().toISOString().slice(0, 10)
  const events: number[] = []
  for (let number = 1; number <= EVENTS; number += 1) {
    const { id } = await client.call<{ id: number }>('/api/events/createEventSingle', host, {
      name: `Cup ${number}`,
      startDate: today,
      endDate: today,
      timeZone: 'UTC',
      participants: [],
      leaderboard: configuration?.id,
    })
    const files = { eventData: makeEvent('host', 1) }
    const form = { fields: { eventId: String(id) }, files }
    await client.uploadForm('/api/app/upload-event-data', form, host)
    // From a rank that nobody has, so that nothing blurs.
    for (const move of [
      { kind: 'start', phase: 'live', startRank: 1_000_000 },
      { kind: 'finish' },
    ]) {
      const control = `/api/show/control/${id}`
      const { version } = await client.call<{ version: number }>(control, host)
      await client.call(`${control}/move`, host, { version, move })
    }
    events.push(id)
  }
  const areFinal = async () => {
    const panels = events.map((id) => client.call<{ isFinal: boolean }>(`/api/discord/${id}`, host))
    return (await Promise.all(panels)).every(({ isFinal }) => isFinal)
  }
  await until('viewers have seen the end of all shows', areFinal, { withinMs: SETTLED_MS })
  return events
}

async function settledStates(
  client: ApiClient,
  { host, events }: { host: SessionHeader; events: readonly number[] },
): Promise<string[]> {
  const states = () =>
    Promise.all(
      events.map(async (id) => {
        const panel = await client.call<{ post: { state: string } | null }>(
          `/api/discord/${id}`,
          host,
        )
        return panel.post?.state ?? 'none'
      }),
    )
  const areSettled = async () =>
    (await states()).every((state) => state !== 'waiting' && state !== 'sending')
  await until('all posts are settled', areSettled, { withinMs: SETTLED_MS })
  return states()
}
