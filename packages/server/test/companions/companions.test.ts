/** A connected companion: what it sends and receives, what its streamer sees, and how it is disconnected. */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeRequest, heartbeat, makeCompanionKey } from '../helpers/fake-companion.ts'
import { gameUpload, NO_HITS } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let streamer: Session
beforeAll(async () => {
  server = await startTestServer({
    startsAt: new Date('2026-11-14T12:00:00Z'),
    env: { UPLOAD_PAIRING: 'key' },
  })
  streamer = await server.signIn('Streamer')
})
afterAll(() => server.stop())

const post = (url: string, body: object, headers: object = {}) =>
  server.call({ method: 'POST', url, body, headers } as InjectOptions)
const list = async (headers: Session) =>
  (await server.call({ method: 'GET', url: '/api/companions', headers })).json()
const disconnect = (id: number, headers: Session) =>
  server.call({ method: 'DELETE', url: `/api/companions/${id}`, headers })

async function connect(headers: Session, computerName = 'STUDIO-PC') {
  const key = makeCompanionKey()
  const { userCode } = (
    await post('/api/companion/codes', codeRequest(key, { computerName }))
  ).json()
  const confirmed = await post(`/api/companion/codes/${userCode}`, { answer: 'confirm' }, headers)
  expect(confirmed.statusCode).toBe(200)
  const [{ id }] = (await list(headers)).companions
  return { key, id: id as number }
}

const race = (key: string, points: number) =>
  gameUpload(
    {
      raceData: Buffer.from(
        `Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,racer,Racer,FFFFFF,${points},60.5,false\r\n`,
      ),
      checkpointData: NO_HITS,
    },
    { key },
  )

describe('a heartbeat', () => {
  it('is stored, and answered with what the companion shows on its page', async () => {
    const { key } = await connect(streamer)
    const [configuration] = (
      await server.call({ method: 'GET', url: '/api/events/leaderboards', headers: streamer })
    ).json()
    const { id: userId } = (
      await server.call({ method: 'GET', url: '/api/user', headers: streamer })
    ).json()
    for (const [name, day] of [
      ['Running', '2026-11-14'],
      ['Coming', '2026-11-20'],
    ]) {
      const made = await post(
        '/api/events/createEventSingle',
        {
          ...{ name, startDate: day, endDate: day, timeZone: 'UTC' },
          ...{ participants: [userId], leaderboard: configuration.id },
        },
        streamer,
      )
      expect(made.statusCode, made.body).toBe(200)
    }
    expect((await server.call(race(key, 30))).statusCode).toBe(200)
    server.clock.advance({ days: -1 })
    expect((await server.call(race(key, 500))).statusCode).toBe(200)
    server.clock.advance({ days: 1, minutes: 5 })

    const answer = await post('/api/companion/heartbeat', {
      ...heartbeat(key, { version: '1.1.0', outboxCount: 2 }),
      newestFileAt: '2026-11-14T12:01:00+01:00',
    })
    expect(answer.json()).toEqual({
      ...{ username: 'Streamer', channel: 'Streamer', season: 75 },
      runningEvents: [{ id: expect.any(Number), name: 'Running', endsAt: expect.any(String) }],
      unansweredSeals: 0,
      today: { games: 1, points: 30 },
    })
    expect(await list(streamer)).toEqual({
      companions: [
        {
          ...{ id: expect.any(Number), computerName: 'STUDIO-PC', version: '1.1.0' },
          ...{ isFolderFound: true, outboxCount: 2 },
          connectedAt: '2026-11-14T12:00:00.000Z',
          lastSeenAt: '2026-11-14T12:05:00.000Z',
          lastGameAt: '2026-11-13T12:00:00.000Z',
        },
      ],
      ...{ hasResults: true, hasSent: true },
    })
  })

  it('is answered for an upload key too, which is in no list of companions', async () => {
    const giver = await server.signIn('giver')
    const { key } = (await post('/api/uploads/key', {}, giver)).json()
    const tested = await post('/api/uploads/key/test', { uploadKey: key })
    expect(tested.json()).toEqual({ channel: 'giver' })
    const answer = await post('/api/companion/heartbeat', heartbeat(key))
    expect(answer.json()).toMatchObject({ username: 'giver', today: { games: 0, points: 0 } })
    expect(await list(giver)).toEqual({ companions: [], hasResults: false, hasSent: false })
  })

  it('knows results that were uploaded by hand, which no companion has sent', async () => {
    const headers = await server.signIn('by_hand')
    await server.ask(seasonUpload(makeSeason({ channel: 'by_hand', season: 75 }), { headers }))
    expect(await list(headers)).toEqual({ companions: [], hasResults: true, hasSent: false })
  })

  it('is refused without a valid key, even with a session', async () => {
    for (const headers of [{}, streamer]) {
      const answer = await post('/api/companion/heartbeat', heartbeat(makeCompanionKey()), headers)
      expect(answer.statusCode).toBe(401)
      expect(answer.json().code).toBe('not_authorised')
    }
  })
})

describe('a disconnected companion', () => {
  it('gets that answer to every call, and its key never works again', async () => {
    const { key, id } = await connect(streamer, 'LAPTOP')
    for (const _ of ['pressed', 'pressed again after a lost answer']) {
      expect((await disconnect(id, streamer)).json()).toEqual({ status: 'success' })
    }
    const { companions } = await list(streamer)
    expect(companions.map(({ id }: { id: number }) => id)).not.toContain(id)
    const answers = [
      await post('/api/companion/heartbeat', heartbeat(key)),
      await server.call(race(key, 10)),
      await server.call(seasonUpload(makeSeason({ channel: 'streamer' }), { key })),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({
        code: 'companion_disconnected',
        error: expect.stringMatching(/has been disconnected/),
      })
    }
    expect((await post('/api/companion/codes', codeRequest(key))).statusCode).toBe(409)
  })

  it('can be disconnected only by its own streamer, and the others stay connected', async () => {
    const { key, id } = await connect(streamer)
    const other = await server.signIn('other')
    expect((await disconnect(id, other)).statusCode).toBe(404)
    expect((await list(other)).companions).toEqual([])
    expect((await post('/api/companion/heartbeat', heartbeat(key))).statusCode).toBe(200)
    const second = await connect(streamer, 'SECOND')
    await disconnect(second.id, streamer)
    expect((await post('/api/companion/heartbeat', heartbeat(key))).statusCode).toBe(200)
  })
})
