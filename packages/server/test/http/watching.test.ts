/** What /health, /ready and /metrics answer, and to which callers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const TOKEN = 'Zq3vN8xW2pLk7Ty5Rb9McH4d'
const withToken = { authorization: `Bearer ${TOKEN}` }

let server: TestServer
afterEach(() => server.stop())

const get = (url: string, headers = {}) => server.call({ method: 'GET', url, headers })
const upload = async (name: string, channel = name) =>
  server.call(seasonUpload(makeSeason({ channel }), { headers: await server.signIn(name) }))

describe('a healthy server', () => {
  it('is healthy and ready, and accepts uploads', async () => {
    server = await startTestServer()
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
    expect((await get('/ready')).json()).toEqual({ status: 'ready', uploads: 'open' })
  })

  it('has no metrics without a token in its configuration', async () => {
    server = await startTestServer()
    expect((await get('/metrics')).statusCode).toBe(404)
    expect((await get('/metrics', withToken)).statusCode).toBe(404)
  })

  it('shows its metrics only to callers with the token', async () => {
    server = await startTestServer({ env: { METRICS_TOKEN: TOKEN, ADMIN_LOGINS: 'boss' } })
    for (const headers of [
      {},
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: TOKEN },
      await server.signIn('boss'),
    ]) {
      const refused = await get('/metrics', headers)
      expect(refused.statusCode).toBe(401)
      expect(refused.body).not.toContain('rollcall_')
    }
    const answer = await get('/metrics', withToken)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toMatch(/^process_resident_memory_bytes \d+/m)
    expect(answer.body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  it('counts uploads by kind and outcome, and requests by route and status', async () => {
    server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } })
    await upload('ada')
    await upload('ada')
    await upload('ada', 'grace')
    await get('/api/nothing/here')
    const { body } = await get('/metrics', withToken)
    for (const line of [
      'rollcall_uploads_total{kind="season",outcome="stored"} 1',
      'rollcall_uploads_total{kind="season",outcome="duplicate"} 1',
      'rollcall_uploads_total{kind="season",outcome="not_authorised"} 1',
      'rollcall_request_duration_seconds_count{method="POST",route="/api/app/upload-data",status="200"} 2',
      'rollcall_request_duration_seconds_count{method="POST",route="/api/app/upload-data",status="403"} 1',
    ]) {
      expect(body).toContain(`${line}\n`)
    }
    expect(body).not.toContain('nothing/here')
  })
})

describe('a data directory that does not exist yet', () => {
  it('is created, even if the server has another database', async () => {
    const parent = await mkdtemp(path.join(tmpdir(), 'rollcall-parent-'))
    server = await startTestServer({ env: { DATA_DIR: path.join(parent, 'data') } })
    expect((await upload('ada')).statusCode).toBe(200)
    await rm(parent, { recursive: true })
  })
})

describe('a server that is about to stop', () => {
  it('says so to proxies, and still answers calls', async () => {
    server = await startTestServer()
    server.announceStop()
    const ready = await get('/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({
      code: 'stopping',
      error: 'This server is about to stop. Please try again.',
    })
    expect((await get('/health')).statusCode).toBe(200)
    expect((await upload('ada')).statusCode).toBe(200)
  })
})

describe('a server in trouble', () => {
  it('reports that it has no space, and still serves reads', async () => {
    server = await startTestServer({
      env: { METRICS_TOKEN: TOKEN, FREE_SPACE_RESERVE_MIB: '1000000' },
    })
    const refused = await upload('ada')
    expect(refused.statusCode).toBe(507)
    expect(refused.json()).toMatchObject({ code: 'no_space' })
    expect((await get('/ready')).json()).toEqual({ status: 'ready', uploads: 'no_space' })
    expect((await get('/api/leaderboard/seasons')).statusCode).toBe(200)
    const { body } = await get('/metrics', withToken)
    expect(body).toContain('rollcall_uploads_open 0\n')
    expect(body).toContain('rollcall_uploads_total{kind="season",outcome="no_space"} 1\n')
    expect(body).toMatch(/^rollcall_free_bytes [1-9]\d+/m)
  })

  it('reports that its database is unavailable for as long as it is', async () => {
    server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } })
    // With all connections taken, the server gets no answer from its database.
    const { pool } = server.database.database
    const held = await Promise.all(
      Array.from({ length: pool.options.max ?? 1 }, () => pool.connect()),
    )
    const [ready, metrics] = await Promise.all([get('/ready'), get('/metrics', withToken)])
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ code: 'database_unavailable' })
    expect(metrics.body).toContain('rollcall_database_up 0\n')
    expect((await get('/health')).statusCode).toBe(200)
    for (const client of held) client.release()
    expect((await get('/ready')).statusCode).toBe(200)
    expect((await get('/metrics', withToken)).body).toContain('rollcall_database_up 1\n')
  })
})
