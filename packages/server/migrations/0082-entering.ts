import { type Kysely, sql } from 'kysely'

/** Streamers have run a round, and people enter a league: docs/decisions/172-entering-and-has-run.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  `alter table event_participants
    add column run_at timestamptz,
    add column run_said_by text check (run_said_by in ('streamer', 'organiser', 'companion')),
    add check (run_at is null or run_said_by is not null)`,
  `comment on column event_participants.run_at is
    'Since when the streamer has run the event as a round of a league; null: is running, or will.'`,
  `comment on column event_participants.run_said_by is
    'Who said so, or took it back; null: nobody has said anything.'`,

  `create table league_entries (
    id integer primary key generated always as identity,
    series_id integer not null references event_series (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    kind text not null check (kind in ('streamer', 'racer')),
    asked_at timestamptz not null,
    entered_at timestamptz,
    left_at timestamptz,
    check (left_at is null or (entered_at is not null and left_at >= entered_at))
  )`,
  `comment on table league_entries is 'Who is or was in a league as a streamer or a racer, and who asks to be.'`,
  `comment on column league_entries.entered_at is 'null: the streamer has asked, and nobody has decided.'`,
  `comment on column league_entries.left_at is 'null: still in it, or still asks.'`,
  `create unique index league_entries_present on league_entries (series_id, user_id, kind)
  where left_at is null`,
  'create index league_entries_by_user on league_entries (user_id)',

  'alter table league_rounds add column for_entrants boolean',
  `comment on column league_rounds.for_entrants is
    'Whether a final round counts only racers who had entered; null: as the rules say.'`,
]
