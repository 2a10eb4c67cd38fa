/** A season gets its own partitions when an admin sets it, even if it has results already. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss', SEASON: '75' } })
  boss = await server.signIn('boss')
})
afterAll(() => server.stop())

async function set(settings: Record<string, string>) {
  const url = '/api/admin/updateSettings?isConfirmed=true'
  await server.ask({ method: 'PUT', url, headers: boss, body: settings })
}

async function race(season: number) {
  const files = raceFiles(['ada', 'bo'], new Date('2026-09-01T12:00:00Z'))
  const upload = gameUpload(files, { headers: boss, fields: { season: String(season) } })
  const response = await server.call(upload)
  expect(response.statusCode, response.body).toBe(200)
}

/** The number of results in each partition. */
async function partitions() {
  const { rows } = await sql<{ name: string; results: number }>`
    select tableoid::regclass::text as name, count(*) as results
    from game_results group by tableoid order by 1`.execute(server.context.db)
  return Object.fromEntries(rows.map(({ name, results }) => [name, results]))
}

it('an upload makes no partition; setting a season makes one and moves existing results into it', async () => {
  await race(75)
  await race(3)
  expect(await partitions()).toEqual({ game_results_default: 2, game_results_s75: 2 })
  await set({ season: '3' })
  expect(await partitions()).toEqual({ game_results_s3: 2, game_results_s75: 2 })
  await set({ dev_season: '90' })
  await race(90)
  expect(await partitions()).toEqual({
    game_results_s3: 2,
    game_results_s75: 2,
    game_results_s90: 2,
  })
  const { db, config } = server.context
  expect((await findDifferences(db, config)).differences).toEqual([])
})

it('a season whose first result is being stored waits for it', async () => {
  const { db } = server.context
  await race(2)
  await sql`create table kept as select * from game_results where season = 2`.execute(db)
  await sql`delete from game_results where season = 2`.execute(db)
  const stored = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const storing = db.transaction().execute(async (trx) => {
    await sql`insert into game_results select * from kept`.execute(trx)
    stored.resolve()
    await finish.promise
  })
  await stored.promise
  const setting = set({ season: '2' })
  const waits = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%partition of%'`.execute(db)
    return rows.length
  }
  await expect.poll(waits).toBe(1)
  finish.resolve()
  await storing
  await setting
  expect(await partitions()).toMatchObject({ game_results_s2: 2 })
})

it('a season whose results are being read gives way to the reader', async () => {
  const { db } = server.context
  await race(1)
  const { setting } = await db.transaction().execute(async (trx) => {
    await sql`select from game_results limit 1`.execute(trx)
    const setting = set({ season: '1' })
    const isWaiting = async () => {
      const { rows } = await sql`
        select from pg_locks where relation = 'game_results'::regclass and not granted`.execute(db)
      return rows.length
    }
    await expect.poll(isWaiting).toBe(1)
    // Both would wait for each other.
    await sql`select from games limit 1`.execute(trx)
    return { setting }
  })
  await setting
  expect(await partitions()).toMatchObject({ game_results_s1: 2 })
})
