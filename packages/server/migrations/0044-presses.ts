import { type Kysely, sql } from 'kysely'

/** What each person created a moment ago: docs/decisions/116-one-press-creates-one-thing.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table presses (
    user_id integer not null references users,
    request_hash text not null,
    created_at timestamptz not null,
    event_id integer references events on delete cascade,
    configuration_id integer references leaderboard_configurations on delete cascade,
    patch_note_id integer references patch_notes on delete cascade,
    api_key_id integer references api_keys on delete cascade,
    primary key (user_id, request_hash)
  )`,
  `create index presses_by_event on presses (event_id) where event_id is not null`,
  `create index presses_by_configuration on presses (configuration_id)
    where configuration_id is not null`,
  `create index presses_by_patch_note on presses (patch_note_id) where patch_note_id is not null`,
  `create index presses_by_api_key on presses (api_key_id) where api_key_id is not null`,
  `comment on table presses is 'What a repeated press would create again.'`,
  `comment on column presses.created_at is 'Rows are deleted after a few seconds.'`,
  `comment on table event_creations is 'Used only by the release before; presses takes its place.'`,
]
