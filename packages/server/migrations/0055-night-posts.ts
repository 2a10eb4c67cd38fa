import { type Kysely, sql } from 'kysely'

/** Nights of a channel are posted in Discord, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `alter table discord_webhooks
    add column channel_id integer unique references channels on delete cascade,
    drop constraint discord_webhooks_check,
    add check (num_nonnulls(event_id, series_id, channel_id) = 1)`,
  `alter table discord_posts
    alter column event_id drop not null,
    add column channel_id integer references channels on delete cascade,
    add column day date,
    add check (num_nonnulls(event_id, channel_id) = 1 and num_nonnulls(event_id, day) = 1)`,
  `create index discord_posts_by_night on discord_posts (channel_id, day, id)
    where channel_id is not null`,
  `create unique index discord_posts_of_night_under_way on discord_posts (channel_id, day)
    where channel_id is not null and state in ('waiting', 'sending')`,
  `comment on column discord_posts.day is 'The marble day of the night that is posted.'`,
]
