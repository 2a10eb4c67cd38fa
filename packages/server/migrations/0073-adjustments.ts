import { type Kysely, sql } from 'kysely'

/** Bonuses, penalties and disqualifications in an event: docs/decisions/163-adjustments.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `create table event_adjustments (
    id integer primary key generated always as identity,
    event_id integer not null references events on delete cascade,
    racer_id integer not null references racers on delete cascade,
    channel_id integer references channels on delete cascade,
    kind text not null check (kind in ('bonus', 'penalty', 'disqualified')),
    points numeric(9, 2) check (points > 0),
    reason text not null check (
      reason in ('wrong-map', 'left-early', 'second-account', 'unfair-play', 'organisers-mistake', 'other')
    ),
    note text,
    author_id integer not null references users,
    at timestamptz not null,
    check ((kind = 'disqualified') = (points is null))
  )`,
  'create index event_adjustments_by_event on event_adjustments (event_id)',
  'create index event_adjustments_by_racer on event_adjustments (racer_id)',
  'create index event_adjustments_by_author on event_adjustments (author_id)',
  `comment on table event_adjustments is 'What organisers added to rows of All Streamers, or took off them.'`,
  `comment on column event_adjustments.channel_id is
    'The only channel of the row of a hidden racer, if they first raced there after hiding; otherwise null.'`,
  `comment on column event_adjustments.note is 'For organisers and the person concerned; null: none, or it went with an account.'`,

  'alter table event_board_rows add column is_disqualified boolean not null default false',
  'alter table show_rows add column is_disqualified boolean not null default false',

  'alter table presses add column adjustment_id integer references event_adjustments on delete cascade',
  `create index presses_by_adjustment on presses (adjustment_id) where adjustment_id is not null`,
]
