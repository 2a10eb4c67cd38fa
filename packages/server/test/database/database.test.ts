/** What callers may rely on, with the embedded database and with a real server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freeSpaceBytes } from '../../src/platform/database/file-system.ts'
import { migrateDatabase, migrateDatabaseTo } from '../../src/platform/database/migrate.ts'
import type { Database } from '../../src/platform/database/open-database.ts'
import { readWithin } from '../../src/platform/database/time-limit.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let created: TestDatabase
let database: Database

beforeAll(async () => {
  created = await createTestDatabase({ isPatient: false })
  database = created.database
})
beforeEach(async () => {
  await database.pool.query('truncate seasons, settings cascade')
})
afterAll(() => created.drop())

test('a test database is migrated, empty and separate', async () => {
  await database.kysely.insertInto('seasons').values({ number: 75 }).execute()
  const other = await createTestDatabase()
  expect(await seasonsOf(other.database)).toEqual([])
  await other.drop()
})

test('numbers, dates and instants keep their types', async () => {
  const { rows } = await database.pool.query(
    `select 5000000000::int8 as int8, 2.50::numeric as numeric, date '2024-02-29' as date,
       timestamptz '2024-02-29 12:00:00+02' as instant, count(*) as count,
       array[1::int8, null] as numbers, '{"a": 1}'::jsonb as json, '\\x00ff'::bytea as bytes`,
  )
  expect(rows).toEqual([
    {
      int8: 5_000_000_000,
      numeric: 2.5,
      date: '2024-02-29',
      instant: new Date('2024-02-29T10:00:00Z'),
      count: 1,
      numbers: [1, null],
      json: { a: 1 },
      bytes: Buffer.from([0, 255]),
    },
  ])
  expect(pg.types.getTypeParser(pg.types.builtins.INT8)('1'), 'other pools keep theirs').toBe('1')
})

test('an error carries its code and constraint, and the next statement works', async () => {
  const insert = () => database.kysely.insertInto('seasons').values({ number: 1 }).execute()
  await insert()
  const error = await insert().catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(pg.DatabaseError)
  expect(error).toMatchObject({ code: '23505', constraint: 'seasons_pkey', table: 'seasons' })
  expect(await seasonsOf(database)).toEqual([{ number: 1 }])
})

test('a failed transaction leaves nothing behind', async () => {
  const transaction = database.kysely.transaction().execute(async (db) => {
    await db.insertInto('seasons').values({ number: 1 }).execute()
    throw new Error('changed my mind')
  })
  await expect(transaction).rejects.toThrow('changed my mind')
  expect(await seasonsOf(database)).toEqual([])
})

test('fifty simultaneous transactions each see the changes of the others', async () => {
  await database.kysely.insertInto('settings').values({ key: 'count', value: '0' }).execute()
  const increment = () =>
    database.kysely.transaction().execute(async (db) => {
      const row = await db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'count')
        .forUpdate()
        .executeTakeFirstOrThrow()
      await db
        .updateTable('settings')
        .set({ value: String(Number(row.value) + 1) })
        .where('key', '=', 'count')
        .execute()
    })
  await Promise.all(Array.from({ length: 50 }, increment))
  const settings = await database.kysely.selectFrom('settings').selectAll().execute()
  expect(settings).toEqual([{ key: 'count', value: '50' }])
})

test('a dropped connection leaves no open transaction and no settings behind', async () => {
  const client = await database.pool.connect()
  await client.query(`set application_name = 'left behind'`)
  await client.query('begin')
  await client.query('insert into seasons (number) values (1)')
  client.release(new Error('dropped'))
  expect(await seasonsOf(database)).toEqual([])
  const { rows } = await database.pool.query('show application_name')
  expect(rows).toEqual([{ application_name: '' }])
})

test('one statement inserts 5,000 rows, and all can be read again', async () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index + 1)
  await database.pool.query('insert into seasons select unnest($1::int[])', [numbers])
  const rows = await database.kysely
    .selectFrom('seasons')
    .select('number')
    .orderBy('number')
    .execute()
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

test('several servers may migrate a new database at once', async () => {
  const { database, drop } = await createUnmigratedDatabase()
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database)))
  expect(await seasonsOf(database)).toEqual([])
  await drop()
})

test('a migration keeps existing shows visible, and rehearsals hidden', async () => {
  const { database, drop } = await createUnmigratedDatabase()
  const { pool } = database
  await migrateDatabaseTo(database, '0020-held-back-games')
  await pool.query(`
    insert into users (platform, platform_user_id, login, username, created_at)
      values ('twitch', '1', 'host', 'Host', now());
    insert into leaderboard_configurations (is_default, name, version) values (true, 'Standard', 1);
    insert into leaderboard_configuration_versions (configuration_id, version, config, created_at)
      select id, 1, '{}', now() from leaderboard_configurations;
    insert into events (name, created_by, configuration_id, configuration_version, first_day,
        last_day, starts_at, ends_at)
      select phase, users.id, config.id, 1, '2026-11-01', '2026-11-02', now(), now()
      from users, leaderboard_configurations as config,
        unnest(array['waiting', 'live', 'final', 'rehearsal']) as phase;
    insert into shows (event_id, phase, version, seen_version, reached, results)
      select id, name, 7, case name when 'waiting' then 0 when 'rehearsal' then 3 else 7 end,
        case name when 'live' then 4 end, '{"rules": "old"}'
      from events;
    insert into show_rows (event_id, position, rank, racer_name, event_points, terms)
      select event_id, 1, 1, 'ada', 10, '[]' from shows where phase <> 'waiting'`)
  await migrateDatabase(database)
  const { rows } = await pool.query(`
    select name, show.board as own, step.version, step.phase, step.board, step.reached,
      step.due_at <= clock_timestamp() and announced_at is not null as is_seen, results
    from shows as show
    join events on events.id = show.event_id
    left join show_steps as step on step.event_id = show.event_id
    order by events.id`)
  const seen = { is_seen: true, results: {}, own: 0 }
  expect(rows).toEqual([
    {
      ...{ name: 'waiting', own: null, results: {} },
      ...{ version: null, phase: null, board: null, reached: null, is_seen: false },
    },
    { ...seen, name: 'live', version: 7, phase: 'live', board: 0, reached: 4 },
    { ...seen, name: 'final', version: 7, phase: 'final', board: 0, reached: null },
    { ...seen, name: 'rehearsal', version: 3, phase: 'waiting', board: null, reached: null },
  ])
  await drop()
})

test('a failing migration is named, and leaves the schema unchanged', async () => {
  const { database, drop } = await createUnmigratedDatabase()
  const directory = await mkdtemp(path.join(tmpdir(), 'rollcall-migrations-'))
  const migration = (statement: string) =>
    `export const up = (db) => db.schema.${statement}.addColumn('id', 'integer').execute()`
  await writeFile(path.join(directory, '0001-good.ts'), migration(`createTable('good')`))
  await writeFile(path.join(directory, '0002-bad.ts'), migration(`alterTable('missing')`))
  await writeFile(path.join(directory, 'not-a-migration.ts'), 'nonsense(')

  const migrating = migrateDatabase(database, { directory: pathToFileURL(`${directory}/`) })
  await expect(migrating).rejects.toThrow(
    'Migration 0002-bad failed: relation "missing" does not exist',
  )
  const { rows } = await database.pool.query(`select to_regclass('good') as good`)
  expect(rows).toEqual([{ good: null }])
  await rm(directory, { recursive: true })
  await drop()
})

test('the free space of the data directory is known', async () => {
  expect(await freeSpaceBytes(created.dataDir)).toBeGreaterThan(2 ** 20)
})

async function createUnmigratedDatabase(): Promise<TestDatabase> {
  const unmigrated = await createTestDatabase()
  await unmigrated.database.pool.query('drop schema public cascade')
  await unmigrated.database.pool.query('create schema public')
  return unmigrated
}

function seasonsOf({ kysely }: Database) {
  return kysely.selectFrom('seasons').select('number').execute()
}

test('a reading that takes too long ends, and its connection goes on as before', async () => {
  const { pool } = database
  const isInTime = (seconds: number) =>
    readWithin(pool, 1_000, async (client) => {
      await client.query('set local work_mem = 1024')
      await client.query('select pg_sleep($1)', [seconds])
    })
  expect(await isInTime(0)).toBe(true)
  expect(await isInTime(60)).toBe(false)
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as limit, current_setting('work_mem') as memory`,
  )
  expect(rows).toEqual([{ limit: '6s', memory: expect.not.stringMatching(/^1MB$/) }])
  await expect(
    readWithin(pool, 1_000, (client) => client.query('select nothing')),
  ).rejects.toThrow()
})
