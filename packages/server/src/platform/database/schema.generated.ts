/** Written by `npm run schema` from the migrated database. Do not edit. */
import type { ReportReason, ReportState } from '@rollcall/contract/admin-reports'
import type { BoardOf } from '@rollcall/contract/show-view'
import type { StoredFacts } from '@rollcall/contract/words/name-entry'
import type { AdjustmentKind, AdjustmentReason } from '@rollcall/scoring/adjustments'
import type { BadgeFacts, BadgeKey, BadgeProgress } from '@rollcall/scoring/badges'
import type { Term } from '@rollcall/scoring/explanation'
import type { GamePlace } from '@rollcall/scoring/fair-points'
import type { ChannelPart } from '@rollcall/scoring/round-rows'
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

export type Json = ColumnType<unknown, string, string>

export interface AdminBindings {
  bound_at: Date
  login: string
  platform: string
  platform_user_id: string
}

export interface ApiKeys {
  created_at: Date
  id: GeneratedAlways<number>
  key_hash: Buffer
  /**
   * To the minute; null: never.
   */
  last_used_at: Date | null
  name: string
  /**
   * How the key begins; the whole key is not stored.
   */
  prefix: string
  scopes: string[]
  user_id: number
}

export interface AuditLog {
  act: string
  address: string
  at: Date
  /**
   * The facts in the act's sentence, and others. Names are entries: contract/src/words/name-entry.ts.
   */
  facts: JSONColumnType<StoredFacts>
  id: GeneratedAlways<number>
  user_id: number
}

export interface BadgeChecks {
  /**
   * Nothing but new games has changed, so that they can be added to what is known.
   */
  are_new: boolean | null
  /**
   * null: all channels of the season.
   */
  channel_id: number | null
  due_at: Generated<Date>
  event_id: number | null
  /**
   * Those that came, or have changed; they may be gone by now.
   */
  game_ids: number[] | null
  id: GeneratedAlways<number>
  kind: 'games' | 'season' | 'event' | 'walk'
  /**
   * Whose games are to be looked at; of a walk the last racer that was.
   */
  racer_ids: number[] | null
  season: number | null
}

export interface BadgeProgress2 {
  /**
   * Of the last game in it: one that finished later can be added, for any other all are read again.
   */
  last_finished_at: Date
  last_game_id: number
  progress: JSONColumnType<BadgeProgress>
  racer_id: number | null
  user_id: number | null
}

export interface BadgeVersions {
  version: number
}

export interface CalendarLinks {
  token: string
  user_id: number
}

export interface CallCounts {
  calls: number
  /**
   * By the database's clock: when counting begins again, and when the row may be deleted.
   */
  ends_at: Date
  id: GeneratedAlways<number>
  /**
   * The limit, and whose calls they are.
   */
  key: string
}

export interface Changes {
  number: GeneratedAlways<number>
  process: string
  topics: string[]
  transaction: Generated<string>
  written_at: Generated<Date>
}

export interface ChannelOverlays {
  token: string
  user_id: number
}

export interface ChannelRacers {
  channel_id: number
  /**
   * RRGGBBAA
   */
  color: string | null
  /**
   * Shown on this channel only; null: the login, in whatever letter case.
   */
  display_name: string | null
  /**
   * The display_name as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded: string | null
  /**
   * When the game finished that the name comes from.
   */
  named_at: Date
  racer_id: number
}

export interface Channels {
  /**
   * Games that finish from then on count in addition to the last snapshot.
   */
  handed_over_at: Date | null
  id: GeneratedAlways<number>
  login: string
  /**
   * The owner's username, or the name in the file while the channel has no owner.
   */
  name: string
  platform: string
  user_id: number | null
}

export interface ChannelSeasons {
  channel_id: number
  marble_day: string | null
  points: number
  points_per_game: number
  race_high_score: number | null
  racer_count: number
  royale_high_score: number | null
  season: number
  snapshot_games: number | null
  snapshot_hash: string | null
  snapshot_points: number | null
  snapshot_race_high: number | null
  snapshot_royale_high: number | null
  source: 'snapshot' | 'games'
  total_games: number
}

export interface CheckpointHits {
  channel_id: number
  game_id: number
  number: number
  racer_id: number
  season: number
}

export interface CompanionCodes {
  address: string
  /**
   * The user who confirmed or denied the code.
   */
  answered_by: number | null
  /**
   * The companion that was connected; null: the code was not confirmed.
   */
  companion_id: number | null
  computer_name: string
  device_code_hash: Buffer
  expires_at: Date
  key_hash: Buffer
  user_code: string
  version: string
}

export interface Companions {
  computer_name: string
  connected_at: Date
  disconnected_at: Date | null
  id: GeneratedAlways<number>
  /**
   * From the last heartbeat; null before the first one.
   */
  is_folder_found: boolean | null
  key_hash: Buffer
  last_seen_at: Date
  /**
   * From the last heartbeat; null before the first one.
   */
  newest_file_at: Date | null
  /**
   * From the last heartbeat; null before the first one.
   */
  outbox_count: number | null
  user_id: number
  version: string
}

export interface DayClosings {
  channel_id: number
  day: string
  due_at: Date
  id: GeneratedAlways<number>
  season: number
}

export interface DeletedHashes {
  /**
   * Of a person or a login. Made with PRIVACY_KEY.
   */
  hash: Buffer
  since: Date
}

export interface DiscordPosts {
  /**
   * Encrypted. The address as it was when the post was requested.
   */
  address: Buffer
  asked_at: Date
  attempts: Generated<number>
  channel_id: number | null
  /**
   * The marble day of the night that is posted.
   */
  day: string | null
  /**
   * When the post will be sent next, or was last sent.
   */
  due_at: Date
  event_id: number | null
  id: GeneratedAlways<number>
  /**
   * Why it is not in Discord, as code and params; null: it is, or nobody has tried.
   */
  reason: Json | null
  state: 'waiting' | 'sending' | 'posted' | 'failed' | 'unknown'
}

export interface DiscordWebhooks {
  /**
   * Encrypted with a key derived from the session secret.
   */
  address: Buffer
  channel_id: number | null
  event_id: number | null
  id: GeneratedAlways<number>
  /**
   * Whether each round of the series, which is a league, has a message that is edited.
   */
  posts_rounds: Generated<boolean>
  series_id: number | null
  set_at: Date
}

export interface DivisionMembers {
  division_id: number
  id: GeneratedAlways<number>
  /**
   * Rounds that open from then on find the row in the division.
   */
  joined_at: Date
  /**
   * The row has what a hidden racer has on that channel; null: it does not.
   */
  later_channel_id: number | null
  /**
   * null: it is still in the division.
   */
  left_at: Date | null
  racer_id: number | null
  series_id: number
  /**
   * The person whose row it is; null: it is about a login.
   */
  user_id: number | null
}

export interface Divisions {
  id: GeneratedAlways<number>
  name: string
  position: number
  series_id: number
}

export interface EventAdditions {
  added_at: Date
  events: number
  participants: number
  user_id: number
}

export interface EventAdjustments {
  at: Date
  author_id: number
  /**
   * The name of a bonus of the event's league, which says what it is worth; null: none.
   */
  bonus: string | null
  /**
   * The only channel of the row of a hidden racer, if they first raced there after hiding; otherwise null.
   */
  channel_id: number | null
  event_id: number
  id: GeneratedAlways<number>
  kind: AdjustmentKind
  /**
   * For organisers and the person concerned; null: none, or it went with an account.
   */
  note: string | null
  points: number | null
  racer_id: number
  reason: AdjustmentReason
}

export interface EventBoardRows {
  board_id: number
  /**
   * Hits of checkpoints in these.
   */
  checkpoints: number | null
  crown_wins: number
  eliminations: number | null
  event_points: number
  /**
   * The racer's first games on the channel, the earliest first: id, end, places and rows of each; null on boards of several channels.
   */
  fair_games: JSONColumnType<GamePlace[]> | null
  is_disqualified: Generated<boolean>
  kills: number | null
  /**
   * On a merged board: the only channel of a hidden racer's row, because they first raced there after they hid.
   */
  later_channel_id: number | null
  /**
   * The part of the event points for taking part in these.
   */
  participation: number | null
  /**
   * From 1, without gaps: a page is found by it.
   */
  position: number
  race_games: number
  race_high_score: number | null
  race_points: number | null
  race_wins: number
  racer_id: number
  /**
   * From 1; shared where tied.
   */
  rank: number
  royale_games: number
  royale_high_score: number | null
  royale_points: number | null
  royale_wins: number
  /**
   * Races and royales that are not in a snapshot.
   */
  single_games: number | null
  /**
   * Sum to the event points; null on a merged board, whose rows are explained by those that were merged.
   */
  terms: JSONColumnType<Term[]> | null
}

export interface EventBoards {
  /**
   * What the board was made of, but for what is held back from its reader.
   */
  basis: string
  /**
   * null: all streamers merged.
   */
  channel_id: number | null
  event_id: number
  has_decimals: boolean
  id: GeneratedAlways<number>
  /**
   * When somebody read the board last. Later reads are noted only after an hour.
   */
  read_at: Generated<Date>
  row_count: number
  /**
   * null: the streamer has no results, or it is a merged board.
   */
  source: 'snapshot' | 'games' | 'handover' | null
  /**
   * What the board was made of. A board with the stamp of now is the board of now.
   */
  stamp: string
  /**
   * Since when nobody needs it any more; it stays for a minute for those who are reading it.
   */
  superseded_at: Date | null
}

export interface EventCreations {
  /**
   * Rows are deleted after a few seconds.
   */
  created_at: Date
  event_id: number | null
  request_hash: string
  user_id: number
}

export interface EventParticipants {
  /**
   * Whether the event's show may pause the overlay of the streamer's channel.
   */
  allows_pause: Generated<boolean>
  event_id: number
  /**
   * While the event is sealed, games that finish within these times are held.
   */
  held_times: Generated<string>
  /**
   * Since when the streamer has run the event as a round of a league; null: is running, or will.
   */
  run_at: Date | null
  /**
   * Who said so, or took it back; null: nobody has said anything.
   */
  run_said_by: 'streamer' | 'organiser' | 'companion' | null
  /**
   * When the streamer has announced to run the event as a round of a league; null: has not said.
   */
  runs_at: Date | null
  /**
   * The streamer's answer to the event's seal; null: no answer yet.
   */
  seal_answer: 'agreed' | 'declined' | null
  /**
   * null: no answer yet, or one from before answers had a time.
   */
  seal_answered_at: Date | null
  user_id: number
}

export interface EventRacers {
  channel_id: number
  crown_wins: number | null
  damage: number | null
  eliminations: number | null
  event_id: number
  event_points: number
  kills: number | null
  race_games: number | null
  race_points: number | null
  race_wins: number | null
  racer_id: number
  royale_games: number | null
  royale_points: number | null
  royale_wins: number | null
}

export interface Events {
  /**
   * What organisers announce about a round of a league that nothing checks, such as laps; null: nothing.
   */
  announcement: string | null
  configuration_id: number
  /**
   * The configuration's latest version when it was chosen for the event.
   */
  configuration_version: number
  created_by: number
  /**
   * The first instant after the event.
   */
  ends_at: Date
  /**
   * YYYY-MM-DD, in the event's time zone.
   */
  first_day: string
  /**
   * The name as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded: string | null
  id: GeneratedAlways<number>
  is_by_companion: Generated<boolean>
  /**
   * YYYY-MM-DD, in the event's time zone.
   */
  last_day: string
  name: string
  /**
   * Which games count, for a round of a league; null: those that are rankable.
   */
  prescription: Json | null
  series_id: number | null
  /**
   * null: sorted by its days, after the events that have been put in order.
   */
  series_position: number | null
  /**
   * When it was added to its series; null: it was created there, or is in none.
   */
  series_since: Date | null
  /**
   * When the organiser plans to start the show: an hour of the last day, in the event's time zone; null: not planned.
   */
  show_at: Date | null
  starts_at: Date
  /**
   * An IANA name; null: the companion created the event, and its time zone is unknown.
   */
  time_zone: string | null
}

export interface EventSeries {
  /**
   * Covers the results whose champions have their badges; null: there are none.
   */
  champions_hash: string | null
  created_by: number
  /**
   * Since when its organiser says that no further round comes; null: some may.
   */
  finished_at: Date | null
  id: GeneratedAlways<number>
  /**
   * What its ranks win, from the first on.
   */
  league_prizes: Generated<string[]>
  /**
   * How its rounds are added up; null: it has no table.
   */
  league_rules: Json | null
  name: string
  /**
   * In the address of its public page, which it has while it has rules; null: it has none.
   */
  public_token: string | null
}

export interface EventSnapshots {
  channel_id: number
  event_data_gzip: Buffer
  event_id: number
  id: GeneratedAlways<number>
  points: number | null
  racer_count: number | null
  received_at: Date
  snapshot_hash: string
}

export interface EventStandings {
  channel_id: number
  event_id: number
  racer_count: number
  received_at: Date
  snapshot_hash: string
}

export interface FormerParticipants {
  /**
   * What the participant had chosen.
   */
  allows_pause: boolean
  event_id: number
  /**
   * True: the participant left. False: the organiser removed the participant.
   */
  has_left: boolean
  user_id: number
}

export interface GameChanges {
  /**
   * Grows whenever the channel gets or loses games, or their results change.
   */
  changes: number
  channel_id: number
}

export interface GameResults {
  channel_id: number
  damage: number | null
  eliminated: boolean
  game_id: number
  is_top_tiltee: boolean
  kills: number | null
  points: number | null
  position: number | null
  racer_id: number
  season: number
  time_us: number | null
}

export interface Games {
  channel_id: number
  /**
   * A hash of the normalised results: it tells apart two games with one key.
   */
  content_hash: string
  /**
   * Of the marbles; survivors of a tilt level are the others.
   */
  eliminated_count: number
  /**
   * Of a tilt level: what the streamer earned; null: unknown.
   */
  expertise: number | null
  /**
   * The fastest finish of a race, in microseconds; null: nobody finished, or the times cannot be trusted.
   */
  fastest_us: number | null
  /**
   * What the game was read from.
   */
  file_kind: 'game file' | 'legacy file' | 'day log'
  finished_at: Date
  /**
   * The SnapshotId; or, if the game has none, a hash of its results; from a day log, it starts with "log ".
   */
  game_key: string
  /**
   * The finish according to the files or a sender; null: nobody gave it. Games far apart are not the same.
   */
  given_finish: Date | null
  hits_hash: string | null
  id: GeneratedAlways<number>
  is_rankable: boolean
  level: number | null
  level_passed: boolean | null
  map_id: number | null
  mode: 'race' | 'royale' | 'tilt'
  player_count: number
  season: number
  session_type: string | null
  /**
   * A hash of what a legacy level's own file says; null: it did not arrive, or before we kept its hash.
   */
  summary_hash: string | null
}

export interface Helpers {
  added_at: Date
  /**
   * null: that account was deleted.
   */
  added_by: number | null
  event_id: number | null
  id: GeneratedAlways<number>
  role: 'co-organiser' | 'moderator'
  /**
   * Since when they may see sealed results; null: they may not.
   */
  sees_sealed_since: Date | null
  /**
   * They help with each of its events, as long as it is in the series.
   */
  series_id: number | null
  user_id: number
}

export interface HiddenHashes {
  /**
   * Of a person or a login that is hidden as soon as it is known here. Made with PRIVACY_KEY.
   */
  hash: Buffer
  since: Date
}

export interface HiddenNameSeed {
  is_only: Generated<boolean>
  seed: Generated<string>
}

export interface HiddenRacers {
  login: string
  /**
   * The number in the name that others see is made from it.
   */
  number: GeneratedAlways<number>
  platform: string
  /**
   * Who has hidden their name; null: their account is deleted.
   */
  user_id: number | null
}

export interface InstallerChunks {
  bytes: Buffer
  content_id: number
  number: number
}

export interface InstallerContents {
  /**
   * By the database's clock: when what has arrived is deleted; null: it is kept.
   */
  due_at: Date | null
  id: GeneratedAlways<number>
  /**
   * Hexadecimal; null: not all of it has arrived.
   */
  sha256: string | null
}

export interface Installers {
  file_name: string
  id: GeneratedAlways<number>
  product: Generated<'rollcall' | 'public'>
  /**
   * Hexadecimal. Names the content in installer_contents.
   */
  sha256: string
  size_bytes: number
  uploaded_at: Date
  uploaded_by: number
  version: string | null
}

export interface LeaderboardConfigurations {
  id: GeneratedAlways<number>
  is_default: boolean
  name: string
  /**
   * null: created at installation.
   */
  owner_id: number | null
  version: number
}

export interface LeaderboardConfigurationVersions {
  /**
   * Read it with readConfiguration: it may follow older rules.
   */
  config: Json
  configuration_id: number
  created_at: Date
  version: number
}

export interface LeagueDisqualifications {
  at: Date
  author_id: number
  id: GeneratedAlways<number>
  /**
   * The row has what a hidden racer has on that channel; null: it does not.
   */
  later_channel_id: number | null
  /**
   * For organisers and the person concerned; null: none, or it went with an account.
   */
  note: string | null
  racer_id: number | null
  reason:
    | 'wrong-map'
    | 'left-early'
    | 'second-account'
    | 'unfair-play'
    | 'organisers-mistake'
    | 'other'
  series_id: number
  /**
   * The person whose row it is; null: it is about a login.
   */
  user_id: number | null
}

export interface LeagueEntries {
  asked_at: Date
  /**
   * null: the streamer has asked, and nobody has decided.
   */
  entered_at: Date | null
  id: GeneratedAlways<number>
  kind: 'streamer' | 'racer'
  /**
   * null: still in it, or still asks.
   */
  left_at: Date | null
  series_id: number
  user_id: number
}

export interface LeagueGamePlaces {
  channel_id: number
  game_id: number
  place: number
  racer_id: number
  series_id: number
}

export interface LeaguePassedOver {
  id: GeneratedAlways<number>
  /**
   * The row has what a hidden racer has on that channel; null: it does not.
   */
  later_channel_id: number | null
  racer_id: number | null
  reason: 'won_before' | 'not_eligible' | 'declined'
  series_id: number
  /**
   * The person whose row it is; null: it is about a login.
   */
  user_id: number | null
}

export interface LeagueRevisions {
  event_id: number
  number: number
  published_at: Date
  published_by: number | null
  reason: string
  series_id: number
}

export interface LeagueRounds {
  /**
   * Its frozen board, in show_rows; those that a show has not frozen are below 0.
   */
  board: number | null
  /**
   * Since when its organiser has said that everybody has raced.
   */
  ended_at: Date | null
  event_id: number
  final_at: Date | null
  /**
   * Whether a final round counts only racers who had entered; null: as the rules say.
   */
  for_entrants: boolean | null
  /**
   * Since when it has had results that everybody on its board may see; null: not known, or they may not.
   */
  open_since: Date | null
  /**
   * The one before its last revision, so that people who are no longer on its board can object.
   */
  previous_board: number | null
  /**
   * Covers the results that the board has, or that its organiser declined; null: not known.
   */
  seen_hash: string | null
  series_id: number
  /**
   * When viewers saw the end of a show of the league's table at this round.
   */
  table_shown_at: Date | null
  /**
   * Why it does not count, for everybody; null: it does.
   */
  voided_reason: string | null
}

export interface LeagueRuleChanges {
  changed_at: Date
  changed_by: number | null
  id: GeneratedAlways<number>
  /**
   * null: no round was final, so nobody had to give one.
   */
  reason: string | null
  rules_before: Json
  series_id: number
}

export interface LeftOutGames {
  channel_id: number
  game_id: number
  left_out_at: Date
  left_out_by: number
  reason: 'wrong-result' | 'cheating' | 'test' | 'counted-twice' | 'other'
  /**
   * The report that was the reason; null: there was none.
   */
  report_id: number | null
  season: number
}

export interface LeftSeries {
  series_id: number
  user_id: number
}

export interface LoginPeriods {
  ended_at: Date | null
  first_season: number | null
  id: GeneratedAlways<number>
  last_season: number | null
  login: string
  platform: string
  started_at: Date | null
  user_id: number
}

export interface Maps {
  /**
   * Who built it; null: the files name nobody.
   */
  creator: string | null
  /**
   * The name as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded: string | null
  /**
   * The creator as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded_creator: string | null
  id: GeneratedAlways<number>
  /**
   * A hash of name and builder in lower case: a map is the same in any letter case.
   */
  key: string
  /**
   * As the first game on it spelled it.
   */
  name: string
  /**
   * Rankable games.
   */
  plays: Generated<number>
  /**
   * Of these the ones that did not finish.
   */
  race_eliminated: Generated<number>
  /**
   * Marbles in those that are races.
   */
  race_racers: Generated<number>
  /**
   * Marbles in these games.
   */
  racers: Generated<number>
}

export interface NameChanges {
  /**
   * Grows whenever one of the channel's racers hides their name, or shows it again.
   */
  changes: number
  channel_id: number
}

export interface NamedGames {
  event_id: number
  id: GeneratedAlways<number>
  named_at: Date
  /**
   * Games that start after it are no longer meant; null: it was not taken back.
   */
  taken_back_at: Date | null
  user_id: number
}

export interface NewRacers {
  racer_id: number
  /**
   * When an upload named the racer last.
   */
  since: Generated<Date>
}

export interface Objections {
  answer: string | null
  answered_at: Date | null
  answered_by: number | null
  event_id: number
  id: GeneratedAlways<number>
  /**
   * null: not answered yet.
   */
  is_upheld: boolean | null
  made_at: Date
  series_id: number
  text: string
  user_id: number
}

export interface OffBoards {
  channel_id: number
  racer_id: number
  since: Date
}

export interface OfferedGames {
  channel_id: number
  /**
   * The receipt with which it was counted as another game; null: it was not.
   */
  counted_by: number | null
  finished_at: Date
  /**
   * The stored game, whose results are equal.
   */
  game_id: number
  given_finish: Date | null
  hits_hash: string | null
  id: GeneratedAlways<number>
  is_rankable: boolean
  level: number | null
  level_passed: boolean | null
  /**
   * The season of the uploaded game.
   */
  own_season: number
  season: number
  summary_hash: string | null
  upload_id: number
}

export interface OfferedHits {
  number: number
  offer_id: number
  racer_id: number
}

export interface OrganiserBlocks {
  organiser_id: number
  user_id: number
}

export interface PatchNotes {
  content: string
  created_at: Date
  id: GeneratedAlways<number>
  title: string
  updated_at: Date
}

export interface PrescribedGames {
  channel_id: number
  event_id: number
  game_id: number
  /**
   * Why it does not count; null: it does.
   */
  refusal: string | null
  /**
   * What an organiser has decided, whatever is prescribed; null: nothing.
   */
  swapped: 'in' | 'out' | null
}

export interface Presses {
  adjustment_id: number | null
  api_key_id: number | null
  configuration_id: number | null
  /**
   * Rows are deleted after a few seconds.
   */
  created_at: Date
  event_id: number | null
  patch_note_id: number | null
  request_hash: string
  user_id: number
}

export interface RacedBeforeHiding {
  channel_id: number
  number: number
}

export interface RacerBadges {
  facts: JSONColumnType<BadgeFacts>
  /**
   * The game that earned it; null: none did.
   */
  game_id: number | null
  /**
   * When it was first given, which never changes: nobody is congratulated twice.
   */
  given_at: Date
  key: BadgeKey
  racer_id: number | null
  /**
   * Of a title, which one it is: a season, an event or a map; empty where a racer can have one of the kind.
   */
  subject: Generated<string>
  /**
   * null: the racer has it.
   */
  taken_back_at: Date | null
  user_id: number | null
}

export interface RacerDays {
  channel_id: number
  day: string
  game_race_points: Generated<number>
  game_royale_points: Generated<number>
  games: Generated<number>
  last_day: string | null
  points: GeneratedAlways<number>
  points_so_far: number | null
  racer_id: number
  rank: number | null
  season: number
  snapshot_race_points: Generated<number>
  snapshot_royale_points: Generated<number>
}

export interface Racers {
  /**
   * The login in other letter case; null: as it is.
   */
  display_name: string | null
  /**
   * The login as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded: string | null
  id: GeneratedAlways<number>
  login: string
  platform: string
}

export interface RacerTotals {
  channel_id: number
  counted_kills: Generated<number>
  counted_race_games: Generated<number>
  counted_race_points: Generated<number>
  counted_race_wins: Generated<number>
  counted_royale_games: Generated<number>
  counted_royale_points: Generated<number>
  counted_royale_wins: Generated<number>
  crownable_wins: Generated<number>
  in_snapshot: Generated<boolean>
  points: GeneratedAlways<number>
  racer_id: number
  races_with_points: Generated<number>
  royales_with_kills: Generated<number>
  royales_with_points: Generated<number>
  season: number
  snapshot_crown_wins: number | null
  snapshot_damage: number | null
  snapshot_eliminations: number | null
  snapshot_kills: number | null
  snapshot_race_games: number | null
  snapshot_race_points: number | null
  snapshot_race_wins: number | null
  snapshot_royale_games: number | null
  snapshot_royale_points: number | null
  snapshot_royale_wins: number | null
}

export interface RoundMessages {
  attempts: Generated<number>
  /**
   * When to look whether it must say something else, or since when it has been sent.
   */
  due_at: Date
  event_id: number
  id: GeneratedAlways<number>
  /**
   * By what Discord knows it; null: it was not posted.
   */
  message_id: string | null
  /**
   * Why it is not in Discord or says what was true before, as code and params; null: it is.
   */
  reason: Json | null
  /**
   * Covers what it says; null: it was not posted.
   */
  said_hash: string | null
  state: 'waiting' | 'sending' | 'failed' | 'unknown'
}

export interface Seasons {
  number: number
}

export interface SeasonSnapshots {
  channel_id: number
  id: GeneratedAlways<number>
  marble_day: string
  points: number | null
  racer_count: number | null
  received_at: Date
  season: number
  snapshot_hash: string
  streamer_data_gzip: Buffer
  viewer_data_gzip: Buffer
}

export interface SeasonStarts {
  /**
   * When the first companion got this season as the current one; null: none has.
   */
  asked_at: Date | null
  /**
   * The development season that was over with this start; null: there was none.
   */
  cleared_dev_season: string | null
  id: GeneratedAlways<number>
  /**
   * The season became a row of seasons by this start.
   */
  is_new_season: Generated<boolean>
  season: number
  since: Date
}

export interface Sessions {
  created_at: Date
  expires_at: Date
  id: string
  last_seen_address: string
  last_seen_at: Date
  /**
   * The platform's access token, encrypted with a key derived from the session secret.
   */
  platform_token: Buffer
  revoked_at: Date | null
  user_id: number
  validated_at: Date
}

export interface Settings {
  key: string
  value: string
}

export interface ShowRequests {
  at: Generated<Date>
  event_id: number
  request_id: string
}

export interface ShowRows {
  /**
   * The version of the move that froze the board.
   */
  board: number
  /**
   * What the racer has on each channel, without adjustments: its id, points, games or null, and the first of these for fair points; null: not known.
   */
  channels: JSONColumnType<ChannelPart[]> | null
  /**
   * See event_board_rows; null: not known.
   */
  checkpoints: number | null
  /**
   * RRGGBBAA
   */
  color: string | null
  /**
   * As it was when the board was frozen; null: the racer_name.
   */
  display_name: string | null
  event_id: number
  event_points: number
  /**
   * The racer_name as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded: string | null
  /**
   * The display_name as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded_display_name: string | null
  /**
   * How many the racer played; null: not known.
   */
  games: number | null
  is_disqualified: Generated<boolean>
  /**
   * It has too few rounds for a rank, and is below the ranked rows.
   */
  is_unranked: Generated<boolean>
  /**
   * The channel of a hidden racer's row if they first raced there after they hid.
   */
  later_channel_id: number | null
  position: number
  /**
   * null: an invented racer.
   */
  racer_id: number | null
  racer_name: string
  rank: number
  /**
   * A row of a league's table, or a team, whose name is no racer's; null: of the event.
   */
  row_of: 'table' | 'team' | null
  /**
   * See event_board_rows; null: not known.
   */
  single_games: number | null
  terms: JSONColumnType<Term[]>
}

export interface Shows {
  /**
   * How long the step takes.
   */
  blur_ms: Generated<number>
  /**
   * The frozen board; null while there is none.
   */
  board: number | null
  /**
   * The event's own results, the table of its league, or the league's teams.
   */
  board_of: Generated<BoardOf>
  /**
   * null: All Streamers.
   */
  board_user_id: number | null
  /**
   * By the database's clock. Moves are refused until then.
   */
  clears_at: Date | null
  /**
   * In the address with which other programs move the show; null: there is none.
   */
  control_token: string | null
  event_id: number
  /**
   * Whether the board could have points with decimals when it was frozen; null: frozen before this was known.
   */
  has_decimals: boolean | null
  /**
   * Whether the names of the first three ranks wait for a press of their own.
   */
  holds_names: Generated<boolean>
  /**
   * Whether the next name does.
   */
  holds_next: Generated<boolean>
  is_listed: Generated<boolean>
  is_podium_open: Generated<boolean>
  is_public: Generated<boolean>
  is_sealed: Generated<boolean>
  moved_at: Date | null
  /**
   * When everybody could last see what the event held: only later games are held again.
   */
  opened_at: Date | null
  overlay_token: string | null
  pauses_overlays: Generated<boolean>
  phase: Generated<'waiting' | 'rehearsal' | 'live' | 'final'>
  public_token: string | null
  reached: number | null
  /**
   * What the board was made from: the rules, and the results by user id.
   */
  results: Generated<JSONColumnType<Record<string, string>>>
  /**
   * While the league's table is shown: the board with which the event's own show ended; null: there was none.
   */
  results_board: number | null
  /**
   * Drawn with the board: which side of the duel a rank has.
   */
  seed: Generated<number>
  start_rank: Generated<number>
  /**
   * What the last move did, unless it took something back. After points, gap and totals, something above the reached rank is shown, too.
   */
  step: 'several' | 'row' | 'points' | 'name' | 'gap' | 'totals' | 'names' | 'podium' | null
  version: Generated<number>
  /**
   * How far viewers' pages are behind the stage.
   */
  viewers_delay_s: Generated<number>
}

export interface ShowSteps {
  announced_at: Date | null
  /**
   * How long the step takes.
   */
  blur_ms: number
  board: number | null
  /**
   * The event's own results, the table of its league, or the league's teams.
   */
  board_of: Generated<BoardOf>
  board_user_id: number | null
  /**
   * By the database's clock.
   */
  due_at: Date
  event_id: number
  /**
   * Whether the board could have points with decimals when it was frozen; null: frozen before this was known.
   */
  has_decimals: boolean | null
  id: GeneratedAlways<number>
  is_podium_open: boolean
  phase: 'waiting' | 'live' | 'final'
  reached: number | null
  /**
   * While the league's table is shown: the board with which the event's own show ended; null: there was none.
   */
  results_board: number | null
  /**
   * Drawn with the board: which side of the duel a rank has.
   */
  seed: Generated<number>
  start_rank: number
  /**
   * What the last move did, unless it took something back. After points, gap and totals, something above the reached rank is shown, too.
   */
  step: 'several' | 'row' | 'points' | 'name' | 'gap' | 'totals' | 'names' | 'podium' | null
  version: number
}

export interface TeamMembers {
  asked_at: Date
  id: GeneratedAlways<number>
  /**
   * null: the person has asked, and nobody has decided.
   */
  joined_at: Date | null
  /**
   * null: the person is still in the team, or still asks.
   */
  left_at: Date | null
  series_id: number
  team_id: number
  user_id: number
}

export interface Teams {
  /**
   * null: organisers decide who joins.
   */
  captain_id: number | null
  color: string
  created_at: Date
  id: GeneratedAlways<number>
  name: string
  /**
   * Its members have joined as streamers, otherwise as racers.
   */
  of_streamers: Generated<boolean>
  series_id: number
  /**
   * In the address at which people ask to join.
   */
  token: string
}

export interface UnshownNames {
  channel_id: number
  racer_id: number
  since: Date
}

export interface UploadKeys {
  created_at: Date
  key_hash: Buffer
  last_used_at: Date | null
  prefix: string
  user_id: number
}

export interface Uploads {
  address: string
  channel_claim: string | null
  channel_id: number | null
  /**
   * Which sentence says what happened: why it was refused, or a ReceiptCode of the contract.
   */
  code: string
  /**
   * The companion whose key proved the channel, if it was a key of a companion.
   */
  companion_id: number | null
  content_hash: string | null
  /**
   * Where the upload was stored; null: it was not, or the receipt is old.
   */
  event_id: number | null
  /**
   * UploadFacts of the contract; null: it was refused, or the receipt is old.
   */
  facts: Json | null
  /**
   * The games that were stored; null: none were, or the receipt is old.
   */
  game_ids: number[] | null
  id: GeneratedAlways<number>
  kind: string
  outcome: 'stored' | 'duplicate' | 'stale' | 'refused'
  /**
   * The facts in that sentence, by name. Names are entries: contract/src/words/name-entry.ts.
   */
  params: Json
  parse_ms: number | null
  problem_column: string | null
  problem_line: number | null
  problem_part: string | null
  /**
   * How the caller proved the channel: key, session, ticket or pairing; null: without proof.
   */
  proof: string | null
  received_at: Date
  /**
   * Where the upload was stored; null: it was not, or the receipt is old.
   */
  season: number | null
  season_claim: string | null
  size_bytes: number | null
  status: number
  store_ms: number | null
  undone_at: Date | null
  user_id: number | null
  /**
   * What is odd about it, as codes and facts like those in params.
   */
  warnings: Json
}

export interface UserReports {
  /**
   * The answer that the reporter gets; null: none.
   */
  answer: string | null
  channel_id: number | null
  created_at: Date
  decided_at: Date | null
  decided_by: number | null
  details: string
  event_id: number | null
  id: GeneratedAlways<number>
  /**
   * The channel of a hidden racer's row if they first raced there after they hid.
   */
  later_channel_id: number | null
  note: string | null
  racer_name: string | null
  reason: ReportReason
  reporter_id: number
  season: number | null
  state: ReportState
  /**
   * The same for all reports of one row.
   */
  subject_key: string
}

export interface Users {
  created_at: Date
  /**
   * Since when only the row is left, for everything that refers to it; null: the account exists.
   */
  deleted_at: Date | null
  /**
   * When the account will be deleted unless its user changes their mind; null: it stays, or is deleted already.
   */
  deletes_at: Date | null
  /**
   * From the last sign-in; null: none since display names are kept, so the username is shown.
   */
  display_name: string | null
  /**
   * The display_name as searches compare it; null: as the lower case, because it is in ASCII, or not made yet.
   */
  folded: string | null
  /**
   * null: the name is shown.
   */
  hides_name_since: Date | null
  id: GeneratedAlways<number>
  login: string
  platform: string
  platform_user_id: string
  profile_image_url: string | null
  /**
   * An IANA name; null until a browser has sent it.
   */
  time_zone: string | null
  username: string
}

export interface Visits {
  /**
   * When the visit before this one ended; null: this is the first.
   */
  ended_before: Date | null
  /**
   * When the dashboard was open last.
   */
  seen_at: Date
  user_id: number
}

export interface DB {
  admin_bindings: AdminBindings
  api_keys: ApiKeys
  audit_log: AuditLog
  badge_checks: BadgeChecks
  badge_progress: BadgeProgress2
  badge_versions: BadgeVersions
  calendar_links: CalendarLinks
  call_counts: CallCounts
  changes: Changes
  channel_overlays: ChannelOverlays
  channel_racers: ChannelRacers
  channel_seasons: ChannelSeasons
  channels: Channels
  checkpoint_hits: CheckpointHits
  companion_codes: CompanionCodes
  companions: Companions
  day_closings: DayClosings
  deleted_hashes: DeletedHashes
  discord_posts: DiscordPosts
  discord_webhooks: DiscordWebhooks
  division_members: DivisionMembers
  divisions: Divisions
  event_additions: EventAdditions
  event_adjustments: EventAdjustments
  event_board_rows: EventBoardRows
  event_boards: EventBoards
  event_creations: EventCreations
  event_participants: EventParticipants
  event_racers: EventRacers
  event_series: EventSeries
  event_snapshots: EventSnapshots
  event_standings: EventStandings
  events: Events
  former_participants: FormerParticipants
  game_changes: GameChanges
  game_results: GameResults
  games: Games
  helpers: Helpers
  hidden_hashes: HiddenHashes
  hidden_name_seed: HiddenNameSeed
  hidden_racers: HiddenRacers
  installer_chunks: InstallerChunks
  installer_contents: InstallerContents
  installers: Installers
  leaderboard_configuration_versions: LeaderboardConfigurationVersions
  leaderboard_configurations: LeaderboardConfigurations
  league_disqualifications: LeagueDisqualifications
  league_entries: LeagueEntries
  league_game_places: LeagueGamePlaces
  league_passed_over: LeaguePassedOver
  league_revisions: LeagueRevisions
  league_rounds: LeagueRounds
  league_rule_changes: LeagueRuleChanges
  left_out_games: LeftOutGames
  left_series: LeftSeries
  login_periods: LoginPeriods
  maps: Maps
  name_changes: NameChanges
  named_games: NamedGames
  new_racers: NewRacers
  objections: Objections
  off_boards: OffBoards
  offered_games: OfferedGames
  offered_hits: OfferedHits
  organiser_blocks: OrganiserBlocks
  patch_notes: PatchNotes
  prescribed_games: PrescribedGames
  presses: Presses
  raced_before_hiding: RacedBeforeHiding
  racer_badges: RacerBadges
  racer_days: RacerDays
  racer_totals: RacerTotals
  racers: Racers
  round_messages: RoundMessages
  season_snapshots: SeasonSnapshots
  season_starts: SeasonStarts
  seasons: Seasons
  sessions: Sessions
  settings: Settings
  show_requests: ShowRequests
  show_rows: ShowRows
  show_steps: ShowSteps
  shows: Shows
  team_members: TeamMembers
  teams: Teams
  unshown_names: UnshownNames
  upload_keys: UploadKeys
  uploads: Uploads
  user_reports: UserReports
  users: Users
  visits: Visits
}
