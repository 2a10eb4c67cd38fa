import { type Kysely, sql } from 'kysely'

/**
 * Names in the form in which searches compare them, where that is more than the lower case of ASCII. Each start fills
 * in what is missing: src/platform/database/folded-names.ts. The indexes that are dropped here only made the searches of the
 * release before fast.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const NAMES = [
  ['racers', 'login', 'folded'],
  ['users', 'display_name', 'folded'],
  ['channel_racers', 'display_name', 'folded'],
  ['maps', 'name', 'folded'],
  ['maps', 'creator', 'folded_creator'],
  ['events', 'name', 'folded'],
  ['show_rows', 'racer_name', 'folded'],
  ['show_rows', 'display_name', 'folded_display_name'],
] as const

const STATEMENTS = [
  `create function forget_folded_name() returns trigger language plpgsql as $$
    begin
      return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
    end
  $$`,
  ...NAMES.flatMap(([table, name, folded]) => [
    `alter table ${table} add column ${folded} text`,
    `comment on column ${table}.${folded} is
      'The ${name} as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.'`,
    `create trigger ${table}_${folded} before update of ${name} on ${table}
      for each row when (new.${name} is distinct from old.${name})
      execute function forget_folded_name('${folded}')`,
    `create index ${table}_without_${folded} on ${table} (${name})
      where ${folded} is null and octet_length(${name}) > length(${name})`,
  ]),
  'drop index racers_by_name',
  'create index racers_by_name on racers (coalesce(folded, lower(login collate "C")) collate "C", platform)',
  'drop index users_by_display_name',
  // Most display names are the login in another letter case.
  `create index users_by_display_name
    on users (coalesce(folded, lower(display_name collate "C")) collate "C")
    where coalesce(folded, lower(display_name collate "C")) <> login`,
  'drop index maps_by_name',
  'create index maps_by_name on maps (coalesce(folded, lower(name collate "C")) collate "C")',
  'drop index events_by_name',
  'create index events_by_name on events (coalesce(folded, lower(name collate "C")) collate "C")',
  ...['racers', 'users', 'maps', 'events'].map(
    (table) => `drop index if exists ${table}_by_trigrams`,
  ),
]
