/** The control address: each version and each requestId moves a show once, and nothing hidden can be read. */
import type { ControlState } from '@rollcall/contract/show-control'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    startsAt: new Date('2026-11-02T20:00:00Z'),
    env: { RATE_LIMIT_SHOW: 'off', RATE_LIMIT_CHAT: 'off' },
  })
})
afterAll(() => server.stop())

interface Sent {
  version?: number
  requestId?: string
}

async function begin(startRank = 11) {
  const event = await ShowEvent.create(server)
  const token = await event.token('control')
  const send = async (action: string, body?: Sent) => {
    const url = `/api/show-control/${token}/${action}`
    const answer = await server.call({ method: 'POST', url, ...(body && { body }) })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<ControlState & { moved: boolean }>()
  }
  const state = async () =>
    (await server.call({ method: 'GET', url: `/api/show-control/${token}` })).json<ControlState>()
  expect(await send('next')).toMatchObject({ moved: false, step: 'waiting', canNext: false })
  await event.move({ kind: 'start', phase: 'live', startRank })
  return { event, token, send, state }
}

const CHOICES = ['next', 'back', 'podium', 'next'] as const

/** Always the same numbers from 0 to below 1. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe('the control address', () => {
  it('says where the show is, in words for a key, and takes each step', async () => {
    const { event, send, state } = await begin(4)
    expect(await state()).toEqual({
      ...{ step: 'row', label: 'Next', canNext: true, canBack: false, onAir: true },
      version: (await event.control()).version,
    })
    expect(await send('hold')).toMatchObject({ moved: true })
    expect(await send('hold')).toMatchObject({ moved: false })
    const seen: string[] = []
    for (let press = 0; press < 7; press += 1) {
      await event.settle()
      const { moved, step, label, canNext } = await send('next')
      seen.push(`${step}, ${label}`)
      // Its step is running.
      expect([moved, canNext]).toEqual([true, false])
      if (step !== 'final') {
        expect(await send('next')).toMatchObject({ moved: false, step })
      }
    }
    expect(seen).toEqual([
      ...['points, Name', 'row, Next', 'gap, Next', 'totals, Name', 'names, Podium'],
      ...['podium, Finish', 'final, Next'],
    ])
    expect(await send('next')).toMatchObject({ moved: false, canNext: false, onAir: false })
  })

  it('moves once for each version and each requestId, however requests are repeated and reordered', async () => {
    const { event, send, state } = await begin()
    const random = seeded(7)
    const pick = <Item>(items: readonly Item[]) =>
      items[Math.floor(random() * items.length)] as Item
    const sent: (Sent & { action: string })[] = []
    const movedVersions: number[] = []
    const movedRequests: string[] = []
    for (let round = 0; round < 200; round += 1) {
      const { version } = await state()
      // Five at once: new ones, for this version, an older one or none, and repeats of earlier ones.
      const batch = Array.from({ length: 5 }, (_, index) => {
        if (sent.length > 0 && random() < 0.4) return pick(sent)
        const request = {
          action: pick(CHOICES),
          ...(random() < 0.7 && { version: random() < 0.7 ? version : Math.max(0, version - 1) }),
          ...(random() < 0.7 && { requestId: `request ${round} ${index}` }),
        }
        sent.push(request)
        return request
      })
      const answers = await Promise.all(
        batch.map(async ({ action, ...body }) => ({ body, ...(await send(action, body)) })),
      )
      for (const { body, moved, version: after } of answers) {
        if (!moved) continue
        movedVersions.push(after)
        if (body.version !== undefined) expect(after).toBe(body.version + 1)
        if (body.requestId !== undefined) movedRequests.push(body.requestId)
      }
      if (random() < 0.6) await event.settle()
      if ((await state()).step === 'final') {
        await event.move({ kind: 'reset' })
        await event.move({ kind: 'start', phase: 'live' })
      }
    }
    expect(movedVersions.length).toBeGreaterThan(50)
    expect(new Set(movedVersions).size).toBe(movedVersions.length)
    expect(new Set(movedRequests).size).toBe(movedRequests.length)
  }, 120_000)

  it('moves a show that is free for a request with its version, and only once', async () => {
    const { event, send } = await begin()
    for (const requestId of ['one', 'two', 'three']) {
      await event.settle()
      const { version } = await event.control()
      expect(await send('next', { version, requestId })).toMatchObject({
        ...{ moved: true, version: version + 1 },
      })
      expect(await send('next', { version: version + 1 })).toMatchObject({ moved: false })
      await event.settle()
      expect(await send('next', { version })).toMatchObject({ moved: false })
      expect(await send('next', { requestId })).toMatchObject({ moved: false })
    }
  })

  it('takes what Companion, a Stream Deck and curl send, and moves nothing when it is only read', async () => {
    const { event, token } = await begin()
    const url = `/api/show-control/${token}/next`
    const json = { 'content-type': 'application/json' }
    for (const request of [
      // Companion's generic-http with its defaults, and with an empty body; API Request; curl.
      { headers: json, payload: '{}' },
      { headers: { ...json, 'user-agent': 'got' }, payload: '{}' },
      { headers: json, payload: '' },
      {},
    ]) {
      await event.settle()
      const answer = await server.app.inject({ method: 'POST', url, ...request })
      expect(answer.json()).toMatchObject({ moved: true })
    }
    await event.settle()
    const { version } = await event.control()
    const read = await server.call({ method: 'GET', url })
    expect([404, 405]).toContain(read.statusCode)
    expect((await event.control()).version).toBe(version)
  })

  it('ends when it is replaced, and only those who set a show up see it', async () => {
    const { event, token } = await begin()
    const next = await event.token('control')
    const status = async (of: string) =>
      (await server.call({ method: 'POST', url: `/api/show-control/${of}/next` })).statusCode
    expect([await status(token), await status(next)]).toEqual([404, 200])
    expect((await event.control()).controlToken).toBe(next)
    for (const kind of ['public', 'overlay']) {
      const url = `/api/show/${kind}/${next}`
      expect((await server.call({ method: 'GET', url })).statusCode).toBe(404)
    }
  })
})
