import { type Kysely, sql } from 'kysely'

/** The names that pages show, in addition to those that identify people: docs/scoring.md, Racers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table users add column display_name text',
  // A username that equals the login may be just the login: nothing else was kept.
  'update users set display_name = username where username <> login',
  `comment on column users.display_name is
    'From the last sign-in; null: none since display names are kept, so the username is shown.'`,

  'update racers set display_name = null where display_name = login',
  `comment on column racers.display_name is 'The login in other letter case; null: as it is.'`,

  'alter table channel_racers alter column display_name drop not null',
  `update channel_racers as named
    set display_name = case
        when lower(normalize(named.display_name)) <> racer.login then named.display_name
      end,
      color = case when color ~* '^[0-9a-f]{8}$' then upper(color) end
    from racers as racer
    where racer.id = named.racer_id`,
  `alter table channel_racers
    add constraint channel_racers_color check (color ~ '^[0-9A-F]{8}$')`,
  `comment on column channel_racers.display_name is
    'Shown on this channel only; null: the login, in whatever letter case.'`,
  `comment on column channel_racers.color is 'RRGGBBAA'`,
  `comment on column channel_racers.named_at is 'When the game finished that the name comes from.'`,

  `alter table show_rows
    add column display_name text,
    add column color text`,
  `comment on column show_rows.display_name is
    'As it was when the board was frozen; null: the racer_name.'`,
  `comment on column show_rows.color is 'RRGGBBAA'`,
]
