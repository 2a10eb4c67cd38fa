import { type Kysely, sql } from 'kysely'

/** Who has hidden their name: docs/scoring.md, Racers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table users add column hides_name_since timestamptz',
  `comment on column users.hides_name_since is 'null: the name is shown.'`,

  `create table hidden_racers (
    number integer primary key generated always as identity,
    platform text not null,
    login text not null,
    user_id integer references users on delete set null,
    unique (platform, login)
  )`,
  'create index hidden_racers_by_user on hidden_racers (user_id)',
  `comment on table hidden_racers is
    'The logins under which nobody else sees a name, including those that files do not contain yet.'`,
  `comment on column hidden_racers.number is
    'The number in the name that others see is made from it.'`,
  `comment on column hidden_racers.user_id is
    'Who has hidden their name; null: their account is deleted.'`,

  `create table hidden_name_seed (
    is_only boolean primary key default true check (is_only),
    seed text not null default gen_random_uuid()::text
  )`,
  `comment on table hidden_name_seed is
    'Without it, nobody can tell which racer of one event or channel is which of another.'`,
]
