import { type Kysely, sql } from 'kysely'

/** Where results are posted in Discord, and what happened to each post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // The events of a series use the series' address.
  `create table discord_webhooks (
    id integer primary key generated always as identity,
    event_id integer unique references events on delete cascade,
    series_id integer unique references event_series on delete cascade,
    address bytea not null,
    set_at timestamptz not null,
    check (num_nonnulls(event_id, series_id) = 1)
  )`,
  `create table discord_posts (
    id integer primary key generated always as identity,
    event_id integer not null references events on delete cascade,
    -- As it was when the post was asked for.
    address bytea not null,
    asked_at timestamptz not null,
    state text not null check (state in ('waiting', 'sending', 'posted', 'failed', 'unknown')),
    attempts integer not null default 0,
    -- When it is sent next, or was sent last.
    due_at timestamptz not null,
    reason text
  )`,
  'create index discord_posts_by_event on discord_posts (event_id, id)',
  `create unique index discord_posts_under_way on discord_posts (event_id)
    where state in ('waiting', 'sending')`,
]
