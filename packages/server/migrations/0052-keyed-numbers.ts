import { type Kysely, sql } from 'kysely'

/** What nobody can tell of hidden racers: docs/decisions/127-numbers-that-give-nothing-away.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  // Eight rounds of a Feistel network: whatever the rounds are, each step can be taken back, so no two items meet.
  `create function permuted(
      seed text, place text, item bigint, half_bits integer, is_inverse boolean default false
    ) returns bigint language plpgsql immutable strict parallel safe as $$
    declare
      mask bigint := (1 << half_bits) - 1;
      high bigint := (item >> half_bits) & mask;
      low bigint := item & mask;
      step integer;
      key bytea;
      mixed bigint;
    begin
      for number in 1..8 loop
        step := case when is_inverse then 9 - number else number end;
        key := sha256(convert_to(
          concat_ws(' ', seed, step, case when is_inverse then high else low end, place), 'UTF8'
        ));
        mixed := (get_byte(key, 0) << 8 | get_byte(key, 1)) & mask;
        if is_inverse then
          mixed := low # mixed;
          low := high;
          high := mixed;
        else
          mixed := high # mixed;
          high := low;
          low := mixed;
        end if;
      end loop;
      return (item >> 2 * half_bits << 2 * half_bits) | (high << half_bits) | low;
    end $$`,
  `comment on function permuted is
    'Another order of the numbers below 2 to the power of twice half_bits, which nobody can tell without the seed; and so on for each block of as many. half_bits is at most 16.'`,

  `create table raced_before_hiding (
    number integer not null references hidden_racers on delete cascade,
    -- Not a foreign key: hiding would wait for uploads of all these channels.
    channel_id integer not null,
    primary key (number, channel_id)
  )`,
  `comment on table raced_before_hiding is
    'On which channels hidden racers had results when they hid. Boards of several channels add up only these.'`,
  // Nobody knows when those who hide already began to.
  `insert into raced_before_hiding (number, channel_id)
    select secret.number, raced.channel_id
    from hidden_racers as secret
    join racers as racer on racer.platform = secret.platform and racer.login = secret.login
    cross join lateral (
      select channel_id from racer_totals where racer_id = racer.id
      union select channel_id from game_results where racer_id = racer.id
      union select channel_id from event_racers where racer_id = racer.id
    ) as raced`,

  `create table name_changes (
    channel_id integer primary key,
    changes bigint not null
  )`,
  `comment on column name_changes.changes is
    'Grows whenever one of the channel''s racers hides their name, or shows it again.'`,

  'alter table event_board_rows add column later_channel_id integer',
  `comment on column event_board_rows.later_channel_id is
    'On a merged board: the only channel of a hidden racer''s row, because they first raced there after they hid.'`,
  'alter table show_rows add column later_channel_id integer',
  `comment on column show_rows.later_channel_id is
    'The channel of a hidden racer''s row if they first raced there after they hid.'`,
  'create index show_rows_by_name on show_rows (racer_name)',
  'alter table user_reports add column later_channel_id integer',
  `comment on column user_reports.later_channel_id is
    'The channel of a hidden racer''s row if they first raced there after they hid.'`,
]
