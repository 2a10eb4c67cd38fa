import { type Kysely, sql } from 'kysely'

/** Triggers record which channels changed. They only insert, so that no writer waits. 0010 removes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db)
  }
}

const statements = [
  `create table board_changes (
    channel_id integer not null,
    changed_tx xid8 not null default pg_current_xact_id(),
    changed_at timestamptz not null default now()
  )`,
  `create index board_changes_by_tx on board_changes (changed_tx)`,

  `create function note_changed_seasons() returns trigger language plpgsql as $$
  begin
    insert into board_changes (channel_id) select distinct channel_id from changed;
    return null;
  end $$`,
  ...(
    [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([change, rows]) => `create trigger note_${change}
    after ${change} on channel_seasons referencing ${rows} table as changed
    for each statement execute function note_changed_seasons()`,
  ),

  `create function note_changed_channel() returns trigger language plpgsql as $$
  begin
    insert into board_changes (channel_id) values (new.id);
    return null;
  end $$`,
  `create trigger note_update after update on channels for each row
    when ((old.name, old.login, old.user_id) is distinct from (new.name, new.login, new.user_id))
    execute function note_changed_channel()`,

  `create function note_changed_picture() returns trigger language plpgsql as $$
  begin
    insert into board_changes (channel_id) select id from channels where user_id = new.id;
    return null;
  end $$`,
  `create trigger note_update after update on users for each row
    when (old.profile_image_url is distinct from new.profile_image_url)
    execute function note_changed_picture()`,

  `drop index channel_seasons_by_season`,
  `create index channel_seasons_by_season on channel_seasons (season, channel_id)`,
]
