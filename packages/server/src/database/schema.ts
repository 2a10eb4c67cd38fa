/** The tables as Kysely sees them; the migrations are their source. */
import type { ColumnType, Generated, Insertable } from 'kysely'

type Instant = ColumnType<Date, Date, Date>
type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
/** Written as JSON text, read parsed. */
type Json<T> = ColumnType<T, string, string>

export interface Schema {
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
  channel_seasons: ChannelSeasonsTable
  season_racers: SeasonRacersTable
  season_snapshots: SeasonSnapshotsTable
  upload_keys: {
    user_id: number
    prefix: string
    key_hash: Buffer
    created_at: Instant
    last_used_at: NullableInstant
  }
  uploads: UploadsTable
}

interface UsersTable {
  id: Generated<number>
  platform: string
  platform_user_id: string
  login: string
  username: string
  profile_image_url: string | null
  created_at: Instant
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
  /** The name lower-cased; finds a channel that nobody owns yet. */
  login: string
  user_id: number | null
}

interface ChannelSeasonsTable {
  channel_id: number
  season: number
  points: number
  total_games: number
  points_per_game: number
  race_high_score: number | null
  royale_high_score: number | null
  /** YYYY-MM-DD */
  marble_day: string
  snapshot_hash: string
  racer_count: number
}

interface SeasonRacersTable {
  channel_id: number
  season: number
  platform: string
  login: string
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

interface SeasonSnapshotsTable {
  id: Generated<number>
  channel_id: number
  season: number
  marble_day: string
  received_at: Instant
  snapshot_hash: string
  streamer_data_gzip: Buffer
  viewer_data_gzip: Buffer
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
}

export type NewUpload = Insertable<UploadsTable>
