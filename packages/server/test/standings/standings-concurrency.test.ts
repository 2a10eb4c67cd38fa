/** Uploads with the same racers do not block each other. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRacers } from '../../src/domain/standings/racers.ts'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import { eventually } from '../helpers/eventually.ts'
import { shareOf } from '../helpers/random-cases.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const RACERS = 850
const UPLOADS = shareOf(1_000)

let server: TestServer
let admin: Session

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  admin = await server.signIn('boss')
})
afterAll(() => server.stop())

async function upload(channel: string, names: readonly string[]) {
  const racers = names.map((name) => ({ name }))
  const response = await server.call(
    seasonUpload(makeSeason({ channel, racers }), { headers: admin }),
  )
  return response.statusCode
}

it('an upload does not wait for another upload that has written the same new racers', async () => {
  const { db } = server.context
  const names = Array.from({ length: RACERS }, (_, index) => `shared_${index}`)
  // The first upload stops at its receipt: everything else is written, but nothing is committed.
  await sql`
    create function wait_for_the_other() returns trigger language plpgsql as $$
    begin
      if new.channel_claim = 'slow' then perform pg_advisory_xact_lock(23); end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger wait before insert on uploads
    for each row execute function wait_for_the_other()`.execute(db)
  const holder = await server.context.pool.connect()
  await holder.query('select pg_advisory_lock(23)')
  let isStored = false
  const slow = upload('slow', names).finally(() => {
    isStored = true
  })
  await eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_locks
      where locktype = 'advisory' and not granted`.execute(db)
    expect(rows).toEqual([{ waiting: 1 }])
  })
  expect(await upload('quick', names.toReversed())).toBe(200)
  expect(isStored).toBe(false)
  await holder.query('select pg_advisory_unlock(23)')
  holder.release()
  expect(await slow).toBe(200)
})

it(`${UPLOADS} simultaneous uploads with shared new racers are all stored without a deadlock`, async () => {
  const deadlocks = await countDeadlocks()
  const statuses = await Promise.all(
    Array.from({ length: UPLOADS }, async (_, number) => {
      // Each upload has 20 of 200 new racers, in a different order.
      const names = Array.from(
        { length: 20 },
        (__, index) => `new_${(number * 37 + index * 171) % 200}`,
      )
      // If no connection was free in time, the upload is sent again, as the companion does.
      for (;;) {
        const status = await upload(`channel_${number}`, names)
        if (status !== 503) return status
      }
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { db, config } = server.context
  const { rows } = await sql<{ racers: number; totals: number }>`
    select (select count(*) from racers where login like 'new\\_%') as racers,
      (select count(*) from racer_totals as total join racers on racers.id = racer_id
        where login like 'new\\_%') as totals`.execute(db)
  expect(rows).toEqual([{ racers: 200, totals: UPLOADS * 20 }])
  expect((await findDifferences(db, config)).differences).toEqual([])
  expect(await countDeadlocks()).toBe(deadlocks)
})

it('many connections that insert racers at once, in any order, cause no deadlock', async () => {
  const deadlocks = await countDeadlocks()
  const pool = new pg.Pool({ connectionString: server.database.database.url, max: 20 })
  // The pool's end does not wait for its connections, and dropping the database may cut them off.
  pool.on('error', () => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  await Promise.all(
    Array.from({ length: UPLOADS }, (_, number) =>
      insertRacers(
        db,
        Array.from({ length: 50 }, (__, index) => {
          const login = `other_${(number * 61 + index * 97) % 500}`
          return {
            platform: 'twitch',
            login,
            displayName: number % 2 ? login : login.toUpperCase(),
          }
        }),
      ),
    ),
  )
  await db.destroy()
  expect(await countDeadlocks()).toBe(deadlocks)
})

async function countDeadlocks(): Promise<number> {
  const { db } = server.context
  // The counters of a connection are visible after its next statement at the latest.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.deadlocks ?? 0
}
