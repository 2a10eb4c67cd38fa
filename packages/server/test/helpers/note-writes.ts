/** Triggers that note which topics a write must announce, in the table `written_topics`. */
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/schema.ts'

/** The topics to announce for a row of each table. `row` is the row that was written or deleted. */
const TOPICS_OF_ROWS: Record<string, string> = {
  settings: `select 'settings'`,
  channel_seasons: `select 'season:' || row.season || '/channel:' || row.channel_id`,
  racer_totals: `select 'season:' || row.season || '/channel:' || row.channel_id`,
  channels: `select 'channel:' || row.id`,
  channel_racers: `select 'games:' || row.channel_id`,
  // Names of racers are looked up when data leaves the server, so a new racer name is not announced.
  users: `select 'channel:' || id from channels where user_id = row.id
    and (old.username, old.display_name, old.profile_image_url)
      is distinct from (new.username, new.display_name, new.profile_image_url)`,
  games: `select 'games:' || row.channel_id`,
  off_boards: `select 'games:' || row.channel_id`,
  unshown_names: `select 'games:' || row.channel_id`,
  // A refused upload has no channel. An upload for a channel without an owner is on nobody's page.
  uploads: `select 'uploads:' || follower.id from (
      select row.user_id as id where row.channel_id is null
      union all select user_id from channels where id = row.channel_id
    ) as follower where follower.id is not null`,
  hidden_racers: `select 'names'`,
  companions: `select 'companions:' || row.user_id`,
  events: `select 'event:' || row.id || '/details'`,
  event_series: `select 'link:' || row.public_token where row.public_token is not null`,
  event_participants: `select 'event:' || row.event_id || '/details'`,
  helpers: `select 'event:' || event.id || '/details'
    from events as event where event.id = row.event_id or event.series_id = row.series_id`,
  event_standings: `select 'event:' || row.event_id || '/channel:' || row.channel_id`,
  event_racers: `select 'event:' || row.event_id || '/channel:' || row.channel_id`,
  leaderboard_configuration_versions: `select 'event:' || event.id || '/details'
    from events as event where event.configuration_id = row.configuration_id`,
  shows: `select 'show:' || row.event_id || '/organiser'`,
  show_rows: `select 'show:' || row.event_id || '/organiser'`,
  show_steps: `select 'show:' || row.event_id || '/organiser'`,
  discord_webhooks: `select 'show:' || event.id || '/organiser'
    from events as event where event.id = row.event_id or event.series_id = row.series_id
    union all select 'nights:' || row.channel_id where row.channel_id is not null`,
  discord_posts: `select coalesce('show:' || row.event_id || '/organiser', 'nights:' || row.channel_id)`,
  channel_overlays: `select 'link:' || row.token`,
  sessions: `select 'session:' || row.id where row.revoked_at is not null`,
}

export async function noteWrites(db: Db): Promise<void> {
  await sql`create table written_topics (topic text not null)`.execute(db)
  for (const [table, topics] of Object.entries(TOPICS_OF_ROWS)) {
    await sql
      .raw(
        `create function note_${table}() returns trigger language plpgsql as $$
        declare row record;
        begin
          if tg_op <> 'INSERT' then
            row := old;
            insert into written_topics ${topics};
          end if;
          if tg_op <> 'DELETE' then
            row := new;
            insert into written_topics ${topics};
          end if;
          return null;
        end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger note after insert or update or delete on ${table}
         for each row execute function note_${table}()`,
      )
      .execute(db)
  }
}
