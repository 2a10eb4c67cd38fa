/** The tables as Kysely sees them; the migrations are their source. */
import type { Term } from '@rollcall/scoring/explanation'
import type { ColumnType, Generated, GeneratedAlways, Insertable, Kysely } from 'kysely'
import type { AdminTables } from './admin-tables.ts'
import type { Instant, Json, NullableInstant } from './column-types.ts'

export type Db = Kysely<Schema>

export interface Schema extends AdminTables {
  settings: { key: string; value: string }
  users: UsersTable
  login_periods: LoginPeriodsTable
  admin_bindings: {
    login: string
    platform: string
    platform_user_id: string
    bound_at: Instant
  }
  sessions: SessionsTable
  channels: ChannelsTable
  seasons: { number: number }
  season_starts: { id: Generated<number>; season: number; since: Instant }
  channel_seasons: ChannelSeasonsTable
  racers: {
    id: GeneratedAlways<number>
    platform: string
    login: string
    display_name: string | null
  }
  channel_racers: {
    channel_id: number
    racer_id: number
    display_name: string
    color: string | null
    named_at: Instant
  }
  racer_totals: RacerTotalsTable
  racer_days: RacerDaysTable
  day_closings: {
    id: GeneratedAlways<number>
    channel_id: number
    season: number
    day: string
    due_at: Instant
  }
  season_snapshots: SeasonSnapshotsTable
  upload_keys: {
    user_id: number
    prefix: string
    key_hash: Buffer
    created_at: Instant
    last_used_at: NullableInstant
  }
  companions: CompanionsTable
  companion_codes: CompanionCodesTable
  uploads: UploadsTable
  leaderboard_configurations: LeaderboardConfigurationsTable
  leaderboard_configuration_versions: {
    configuration_id: number
    version: number
    /** Read by `readConfiguration`: it may be older than today's rules. */
    config: Json<unknown>
    created_at: Instant
  }
  event_series: { id: Generated<number>; name: string; created_by: number }
  events: EventsTable
  event_participants: {
    event_id: number
    user_id: number
    /** Whether the event's show may pause the overlay of the streamer's channel. */
    allows_pause: Generated<boolean>
    /** What the streamer said to the event's seal; null: not answered. */
    seal_answer: Generated<'agreed' | 'declined' | null>
    /** A `tstzmultirange`: games that finish in it are held while the event is sealed. */
    held_times: Generated<string>
  }
  event_additions: { user_id: number; added_at: Instant; events: number; participants: number }
  organiser_blocks: { user_id: number; organiser_id: number }
  /** Of an event that goes on: what they had chosen, and whether they left or were taken off. */
  former_participants: {
    event_id: number
    user_id: number
    allows_pause: boolean
    has_left: boolean
  }
  left_series: { user_id: number; series_id: number }
  /** Of the last seconds. */
  event_creations: {
    user_id: number
    request_hash: string
    created_at: Instant
    event_id: ColumnType<number | null, number | undefined, number>
  }
  event_standings: {
    event_id: number
    channel_id: number
    snapshot_hash: string
    racer_count: number
    received_at: Instant
  }
  event_racers: EventRacersTable
  event_snapshots: {
    id: Generated<number>
    event_id: number
    channel_id: number
    received_at: Instant
    snapshot_hash: string
    event_data_gzip: Buffer
    racer_count: number | null
    points: number | null
  }
  shows: ShowsTable
  discord_webhooks: {
    id: GeneratedAlways<number>
    event_id: number | null
    series_id: number | null
    /** Encrypted with a key derived from the session secret. */
    address: Buffer
    set_at: Instant
  }
  discord_posts: DiscordPostsTable
  show_steps: ShowStepsTable
  show_rows: {
    event_id: number
    /** The version of the move that froze the board. */
    board: number
    position: number
    rank: number
    racer_name: string
    event_points: number
    terms: Json<readonly Term[]>
  }
  channel_overlays: { user_id: number; token: string }
  games: GamesTable
  game_results: GameResultsTable
  checkpoint_hits: {
    channel_id: number
    season: number
    game_id: number
    number: number
    racer_id: number
  }
}

interface UsersTable {
  id: Generated<number>
  platform: string
  platform_user_id: string
  login: string
  username: string
  profile_image_url: string | null
  created_at: Instant
  /** IANA name; null until a browser has said. */
  time_zone: string | null
}

interface LoginPeriodsTable {
  id: Generated<number>
  platform: string
  login: string
  user_id: number
  first_season: number | null
  last_season: number | null
  started_at: NullableInstant
  ended_at: NullableInstant
}

interface SessionsTable {
  id: string
  user_id: number
  created_at: Instant
  expires_at: Instant
  revoked_at: NullableInstant
  last_seen_at: Instant
  last_seen_address: string
  /** The platform's access token, encrypted with a key derived from the session secret. */
  platform_token: Buffer
  validated_at: Instant
}

interface ChannelsTable {
  id: Generated<number>
  platform: string
  /** As shown: the owner's username, or the name in the file while nobody owns it. */
  name: string
  login: string
  user_id: number | null
  /** From then on its games count, beside the last snapshot. */
  handed_over_at: NullableInstant
}

interface ChannelSeasonsTable {
  channel_id: number
  season: number
  points: number
  total_games: number
  points_per_game: number
  race_high_score: number | null
  royale_high_score: number | null
  /** A snapshot, with the games after the handover; or rankable games alone. */
  source: 'snapshot' | 'games'
  /** What the snapshot alone says; null with games. */
  snapshot_points: number | null
  snapshot_games: number | null
  snapshot_race_high: number | null
  snapshot_royale_high: number | null
  /** YYYY-MM-DD; null with games, like the hash. */
  marble_day: string | null
  snapshot_hash: string | null
  racer_count: number
}

interface RacerTotalsTable {
  channel_id: number
  season: number
  racer_id: number
  in_snapshot: Generated<boolean>
  snapshot_race_points: number | null
  snapshot_race_wins: number | null
  snapshot_race_games: number | null
  snapshot_royale_points: number | null
  snapshot_royale_wins: number | null
  snapshot_royale_games: number | null
  snapshot_crown_wins: number | null
  snapshot_kills: number | null
  snapshot_damage: number | null
  snapshot_eliminations: number | null
  counted_race_games: Generated<number>
  counted_race_wins: Generated<number>
  counted_race_points: Generated<number>
  races_with_points: Generated<number>
  counted_royale_games: Generated<number>
  counted_royale_wins: Generated<number>
  counted_royale_points: Generated<number>
  royales_with_points: Generated<number>
  counted_kills: Generated<number>
  royales_with_kills: Generated<number>
  crownable_wins: Generated<number>
  points: GeneratedAlways<number>
}

interface RacerDaysTable {
  channel_id: number
  season: number
  day: string
  racer_id: number
  snapshot_race_points: Generated<number>
  snapshot_royale_points: Generated<number>
  last_day: string | null
  games: Generated<number>
  game_race_points: Generated<number>
  game_royale_points: Generated<number>
  points: GeneratedAlways<number>
  points_so_far: number | null
  rank: number | null
}

interface SeasonSnapshotsTable {
  id: Generated<number>
  channel_id: number
  season: number
  marble_day: string
  received_at: Instant
  snapshot_hash: string
  streamer_data_gzip: Buffer
  viewer_data_gzip: Buffer
  racer_count: number | null
  points: number | null
}

interface CompanionsTable {
  id: GeneratedAlways<number>
  user_id: number
  key_hash: Buffer
  computer_name: string
  version: string
  connected_at: Instant
  disconnected_at: NullableInstant
  last_seen_at: Instant
  /** Of its last heartbeat, as what follows; null before the first. */
  is_folder_found: boolean | null
  newest_file_at: NullableInstant
  outbox_count: number | null
}

interface CompanionCodesTable {
  user_code: string
  device_code_hash: Buffer
  key_hash: Buffer
  computer_name: string
  version: string
  address: string
  expires_at: Instant
  /** Who has confirmed or denied it. */
  answered_by: number | null
  /** What came of it where it was confirmed. */
  companion_id: number | null
}

interface UploadsTable {
  id: Generated<number>
  received_at: Instant
  kind: string
  outcome: 'stored' | 'duplicate' | 'stale' | 'refused'
  status: number
  code: string | null
  message: string
  address: string
  /** How the caller proved the channel: key, session, ticket, pairing; null without proof. */
  proof: string | null
  user_id: number | null
  /** Whose key proved the channel, where it was a companion's. */
  companion_id: number | null
  channel_id: number | null
  channel_claim: string | null
  season_claim: string | null
  content_hash: string | null
  size_bytes: number | null
  problem_part: string | null
  problem_line: number | null
  problem_column: string | null
  counts: Json<unknown> | null
  warnings: Json<unknown>
  parse_ms: number | null
  store_ms: number | null
  /** Of what was stored; null in what was not, and in old receipts. */
  season: number | null
  event_id: number | null
  game_ids: number[] | null
  undone_at: NullableInstant
}

interface LeaderboardConfigurationsTable {
  id: Generated<number>
  /** null: nobody's, made at installation. */
  owner_id: number | null
  is_default: boolean
  name: string
  version: number
}

interface EventsTable {
  id: Generated<number>
  series_id: number | null
  /** null: by its days, after those that have been put in order */
  series_position: Generated<number | null>
  name: string
  created_by: number
  configuration_id: number
  /** The configuration's latest when it was chosen for the event. */
  configuration_version: number
  is_by_companion: Generated<boolean>
  /** YYYY-MM-DD, in the event's time zone */
  first_day: string
  last_day: string
  /** IANA name; null: the companion made the event for somebody whose zone is not known */
  time_zone: string | null
  starts_at: Instant
  /** The first instant after the event. */
  ends_at: Instant
}

interface ShowsTable {
  event_id: number
  is_sealed: Generated<boolean>
  /** When what it held was last open to everybody: only later games are held again. */
  opened_at: NullableInstant
  is_public: Generated<boolean>
  is_listed: Generated<boolean>
  pauses_overlays: Generated<boolean>
  public_token: string | null
  overlay_token: string | null
  phase: Generated<'waiting' | 'rehearsal' | 'live' | 'final'>
  version: Generated<number>
  /** null: All Streamers. */
  board_user_id: number | null
  start_rank: Generated<number>
  reached: number | null
  is_podium_open: Generated<boolean>
  moved_at: NullableInstant
  blur_ms: Generated<number>
  /** By the database's clock; moves are refused until then. */
  clears_at: NullableInstant
  /** The frozen board; null while the show has none. */
  board: number | null
  /** How long after the stage viewers' pages follow. */
  viewers_delay_s: Generated<number>
  /** By channel what the board was made of. */
  results: ColumnType<Record<string, string>, string | undefined, string>
}

interface ShowStepsTable {
  id: GeneratedAlways<number>
  event_id: number
  version: number
  phase: 'waiting' | 'live' | 'final'
  board: number | null
  board_user_id: number | null
  start_rank: number
  reached: number | null
  is_podium_open: boolean
  blur_ms: number
  /** By the database's clock. */
  due_at: Instant
  announced_at: NullableInstant
}

interface EventRacersTable {
  event_id: number
  channel_id: number
  racer_id: number
  event_points: number
  race_points: number | null
  race_wins: number | null
  race_games: number | null
  royale_points: number | null
  royale_wins: number | null
  royale_games: number | null
  crown_wins: number | null
  kills: number | null
  damage: number | null
  eliminations: number | null
}

interface DiscordPostsTable {
  id: GeneratedAlways<number>
  event_id: number
  /** Encrypted, as it was when the post was asked for. */
  address: Buffer
  asked_at: Instant
  state: 'waiting' | 'sending' | 'posted' | 'failed' | 'unknown'
  attempts: Generated<number>
  /** When it is sent next, or was sent last. */
  due_at: Instant
  reason: string | null
}

interface GamesTable {
  channel_id: number
  season: number
  id: GeneratedAlways<number>
  mode: 'race' | 'royale' | 'tilt'
  /** The SnapshotId, or a hash of the results where the game gave none. */
  game_key: string
  /** Of the normalised results, to tell a repeated game from another one with its key. */
  content_hash: string
  finished_at: Instant
  is_rankable: boolean
  session_type: string | null
  map_name: string | null
  map_creator: string | null
  level: number | null
  level_passed: boolean | null
  player_count: number
  hits_hash: string | null
}

interface GameResultsTable {
  channel_id: number
  season: number
  game_id: number
  racer_id: number
  position: number | null
  points: number | null
  /** Microseconds. */
  time_us: number | null
  eliminated: boolean
  kills: number | null
  damage: number | null
  is_top_tiltee: boolean
}

export type NewUpload = Insertable<UploadsTable>
