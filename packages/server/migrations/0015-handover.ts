import { type Kysely, sql } from 'kysely'

/** From an instant on, a channel's games count in addition to its last snapshot. Uploads can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  'alter table channels add column handed_over_at timestamptz',

  // The snapshot's numbers alone; the other columns include the games after the handover.
  `alter table channel_seasons
    add column snapshot_points bigint,
    add column snapshot_games integer,
    add column snapshot_race_high integer,
    add column snapshot_royale_high integer`,
  `update channel_seasons set snapshot_points = points, snapshot_games = total_games,
    snapshot_race_high = race_high_score, snapshot_royale_high = royale_high_score
    where source = 'snapshot'`,

  // A snapshot that is stored but not used may be all that is known about its season or event.
  `alter table season_snapshots drop constraint season_snapshots_channel_id_season_fkey,
    add foreign key (channel_id) references channels`,
  `alter table event_snapshots drop constraint event_snapshots_event_id_channel_id_fkey,
    add foreign key (event_id) references events on delete cascade,
    add foreign key (channel_id) references channels`,

  // What an upload stored; null if nothing, or if the receipt is older than these columns.
  `alter table uploads
    add column season integer,
    add column event_id integer,
    add column game_ids bigint[],
    add column undone_at timestamptz`,
  'create index uploads_of_nobody on uploads (user_id, id) where channel_id is null',
  `create index uploads_to_undo on uploads (channel_id, id)
    where outcome = 'stored' and undone_at is null`,
]
