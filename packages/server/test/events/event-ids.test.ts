/** Ids of events have six digits. A migration changes shorter ids together with all references to them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase, migrateDatabaseTo } from '../../src/platform/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let created: TestDatabase

beforeAll(async () => {
  created = await createTestDatabase()
  const { database } = created
  await database.pool.query('drop schema public cascade')
  await database.pool.query('create schema public')
  await migrateDatabaseTo(database, '0008-changed-owners')
  await database.pool.query(`
    insert into users (platform, platform_user_id, login, username, created_at)
      values ('twitch', '1', 'ada', 'Ada', now());
    insert into channels (platform, login, name, user_id) values ('twitch', 'ada', 'Ada', 1);
    insert into leaderboard_configurations (is_default, name, version) values (true, 'Any', 1);
    insert into events (name, created_by, configuration_id, configuration_version, first_day,
        last_day, time_zone, starts_at, ends_at)
      select 'Event ' || number, 1, 1, 1, '2026-01-01', '2026-01-01', 'UTC', now(), now()
      from generate_series(1, 12) as number;
    insert into event_participants select id, 1 from events;
    insert into event_standings select id, 1, 'hash', 1, now() from events;
    insert into event_racers (event_id, channel_id, platform, login, event_points)
      select id, 1, 'twitch', 'racer', id from events;
    insert into event_snapshots (event_id, channel_id, received_at, snapshot_hash, event_data_gzip)
      select id, 1, now(), 'hash', '' from events;
    insert into user_reports (reporter_id, created_at, reason, details, subject_key, event_id, state)
      select 1, now(), 'other', '', 'event ' || id || ' racer ["twitch","event 1 x"]', id, 'open'
      from events;
  `)
  await migrateDatabase(database)
})
afterAll(() => created.drop())

test('the ids of earlier events change together with all references', async () => {
  const { rows } = await created.database.pool.query(`
    select event.id, event.name, racer.event_points as points, report.subject_key as subject,
      snapshot.event_id as snapshot, participant.event_id as participant
    from events as event
    join event_racers as racer on racer.event_id = event.id
    join event_snapshots as snapshot on snapshot.event_id = event.id
    join event_participants as participant on participant.event_id = event.id
    join user_reports as report on report.event_id = event.id
    order by event.id`)
  expect(rows).toHaveLength(12)
  expect(rows[9]).toEqual({
    id: 100_010,
    name: 'Event 10',
    points: 10,
    subject: 'event 100010 racer ["twitch","event 1 x"]',
    snapshot: 100_010,
    participant: 100_010,
  })
})

test('the next event has the next id, and references to events are checked again', async () => {
  const { pool } = created.database
  const { rows } = await pool.query(`
    insert into events (name, created_by, configuration_id, configuration_version, first_day,
        last_day, time_zone, starts_at, ends_at)
      values ('Next', 1, 1, 1, '2026-01-01', '2026-01-01', 'UTC', now(), now())
    returning id`)
  expect(rows).toEqual([{ id: 100_013 }])
  const dangling = pool.query('insert into event_participants values (1, 1)')
  await expect(dangling).rejects.toMatchObject({ code: '23503' })
})

test('the first event of a new installation has the id 100000', async () => {
  const fresh = await createTestDatabase()
  const { rows } = await fresh.database.pool.query(`select nextval('events_id_seq') as id`)
  expect(rows).toEqual([{ id: 100_000 }])
  await fresh.drop()
})
