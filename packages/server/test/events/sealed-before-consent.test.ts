/** Events that were sealed before seals needed consent keep the games they hold, and ask about later games. */
import { expect, test } from 'vitest'
import { migrateDatabase, migrateDatabaseTo } from '../../src/platform/database/migrate.ts'
import { createTestDatabase } from '../helpers/test-database.ts'

test('a sealed event keeps the games it holds, and asks about later ones', async () => {
  const { database, drop } = await createTestDatabase()
  const { pool } = database
  await pool.query('drop schema public cascade; create schema public')
  await migrateDatabaseTo(database, '0020-held-back-games')
  await pool.query(`
    insert into users (platform, platform_user_id, login, username, created_at)
      select 'twitch', name, name, name, now()
      from unnest(array['organiser', 'streamer', 'unwilling', 'stranger']) as name;
    insert into leaderboard_configurations (is_default, name, version) values (true, 'Any', 1);
    insert into events (name, created_by, configuration_id, configuration_version, first_day,
        last_day, time_zone, starts_at, ends_at)
      select name, case when name = 'later' then 4 else 1 end, 1, 1, '2026-01-01', '2026-01-01',
        'UTC', now() - interval '1 day', now() + interval '1 day'
      from unnest(array['sealed', 'open', 'later']) as name;
    insert into shows (event_id, is_sealed, sealed_at)
      select id, name <> 'open',
        case name when 'sealed' then now() - interval '2 hours' when 'later' then now() end
      from events;
    insert into event_participants (event_id, user_id, allows_show, added_at)
      select event.id, streamer.id, streamer.login <> 'unwilling', now() - interval '1 day'
      from events as event cross join users as streamer
      where streamer.login <> 'stranger';
  `)
  await migrateDatabase(database)
  const { rows } = await pool.query(`
    select event.name as event, streamer.login, mine.seal_answer as answer,
      mine.held_times @> now() - interval '1 hour' as "holdsPlayed",
      mine.held_times @> now() + interval '1 hour' as "holdsComing"
    from event_participants as mine
    join events as event on event.id = mine.event_id
    join users as streamer on streamer.id = mine.user_id
    order by event.id, streamer.id`)
  const none = { event: 'open', answer: null, holdsPlayed: false, holdsComing: false }
  expect(rows).toEqual([
    { event: 'sealed', login: 'organiser', answer: 'agreed', holdsPlayed: true, holdsComing: true },
    { event: 'sealed', login: 'streamer', answer: null, holdsPlayed: true, holdsComing: false },
    {
      ...{ event: 'sealed', login: 'unwilling', answer: 'declined' },
      ...{ holdsPlayed: false, holdsComing: false },
    },
    ...['organiser', 'streamer', 'unwilling'].map((login) => ({ ...none, login })),
    // Before this migration the event that was sealed first kept the games.
    ...['organiser', 'streamer'].map((login) => ({ ...none, event: 'later', login })),
    { ...none, event: 'later', login: 'unwilling', answer: 'declined' },
  ])
  await drop()
})
