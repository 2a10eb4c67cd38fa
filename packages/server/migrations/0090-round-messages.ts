import { type Kysely, sql } from 'kysely'

/** One message in Discord for each round: docs/decisions/180-named-games-and-the-message-of-a-round.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table discord_webhooks add column posts_rounds boolean not null default false',
  `comment on column discord_webhooks.posts_rounds is
    'Whether each round of the series, which is a league, has a message that is edited.'`,
  `create table round_messages (
    id integer primary key generated always as identity,
    event_id integer not null unique references events (id) on delete cascade,
    message_id text,
    said_hash text,
    state text not null check (state in ('waiting', 'sending', 'failed', 'unknown')),
    attempts integer not null default 0,
    due_at timestamptz not null,
    reason jsonb
  )`,
  `comment on table round_messages is 'The message in Discord about a round.'`,
  `comment on column round_messages.message_id is 'By what Discord knows it; null: it was not posted.'`,
  `comment on column round_messages.said_hash is 'Covers what it says; null: it was not posted.'`,
  `comment on column round_messages.due_at is
    'When to look whether it must say something else, or since when it has been sent.'`,
  `comment on column round_messages.reason is
    'Why it is not in Discord or says what was true before, as code and params; null: it is.'`,
]
