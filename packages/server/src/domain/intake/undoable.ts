/** Which uploads can be undone, and why the others cannot: docs/decisions/152-uploads-and-visits.md. */
import { UNDO_DAYS, type UndoState } from '@rollcall/contract/uploads-mine'
import { type RawBuilder, sql } from 'kysely'

const KINDS = {
  season: { files: sql.table('season_snapshots'), key: 'season' },
  event: { files: sql.table('event_snapshots'), key: 'event_id' },
} as const

type Kind = (typeof KINDS)[keyof typeof KINDS]
type Alias = 'uploads' | 'other'

const isOf = (upload: Alias, { key }: Kind) => sql`
  stored.channel_id = ${sql.ref(`${upload}.channel_id`)}
  and ${sql.ref(`stored.${key}`)} = ${sql.ref(`${upload}.${key}`)}`

/** The files of the snapshot that the upload brought. An admin may have put them back, as a second row. */
const isOwn = (upload: Alias, kind: Kind) => sql`
  ${isOf(upload, kind)}
  and stored.snapshot_hash = ${sql.ref(`${upload}.content_hash`)}
  and stored.received_at = ${sql.ref(`${upload}.received_at`)}`

const hasOwn = (upload: Alias, kind: Kind) => sql<boolean>`exists (
  select from ${kind.files} as stored where ${isOwn(upload, kind)}
)`

/** Whether the snapshot was only kept when it arrived, but can count now, because its streamer switched back. */
export const isUsedSinceSwitchedBack = (upload: Alias) => sql<boolean>`(
  ${sql.ref(`${upload}.outcome`)} = 'stale'
  and exists (
    select from channels as channel
    where channel.id = ${sql.ref(`${upload}.channel_id`)} and channel.handed_over_at is null
  )
  and (${hasOwn(upload, KINDS.season)} or ${hasOwn(upload, KINDS.event)})
)`

/** Whether anything of the upload is there to be undone. */
const hasStored = (upload: Alias) => sql<boolean>`(
  ${sql.ref(`${upload}.undone_at`)} is null
  and coalesce(
    ${sql.ref(`${upload}.season`)}, ${sql.ref(`${upload}.event_id`)},
    cardinality(${sql.ref(`${upload}.game_ids`)})
  ) is not null
  and (${sql.ref(`${upload}.outcome`)} = 'stored' or ${isUsedSinceSwitchedBack(upload)})
)`

/** Another snapshot of the same season or event. */
const isSameKind = sql`
  other.channel_id = uploads.channel_id and other.kind = uploads.kind and other.game_ids is null
  and other.season is not distinct from uploads.season
  and other.event_id is not distinct from uploads.event_id`

/**
 * Whether the snapshot before this one is no longer stored. Snapshots that arrived after the handover are never used,
 * and those that were not even kept have neither season nor event.
 */
const isEarlierGone = (kind: Kind) => sql<boolean>`(
  exists (
    select from uploads as other
    where ${isSameKind} and other.id < uploads.id and other.undone_at is null
      and (other.outcome = 'stored' or other.warnings @> '[{"code": "handed_over"}]')
  )
  and not exists (
    select from ${kind.files} as stored
    join channels as channel on channel.id = stored.channel_id
    where ${isOf('uploads', kind)}
      and stored.id < (select max(stored.id) from ${kind.files} as stored where ${isOwn('uploads', kind)})
      and (channel.handed_over_at is null or stored.received_at < channel.handed_over_at)
  )
)`

const areLeftOut = sql<boolean>`exists (
  select from left_out_games as left_out
  where left_out.channel_id = uploads.channel_id and left_out.game_id = any(uploads.game_ids)
)`

/** Games whose own files have arrived since belong to those uploads. */
const haveOwnFiles = sql<boolean>`(
  uploads.kind = 'import' and not exists (
    select from games as game
    where game.channel_id = uploads.channel_id and game.id = any(uploads.game_ids)
      and game.file_kind = 'day log'
  )
)`

const snapshotState = (kind: Kind) => sql`case
  when exists (
    select from uploads as other
    where ${isSameKind} and other.id > uploads.id and ${hasStored('other')}
  ) then 'newer_snapshot'
  when not ${hasOwn('uploads', kind)} then 'snapshot_replaced'
  when ${isEarlierGone(kind)} then 'earlier_snapshot_gone'
  else 'possible'
end`

/** Of a row of `uploads`; null if there is nothing to undo. */
export const undoStateAt = (now: Date): RawBuilder<UndoState | null> => sql<UndoState | null>`case
  when not ${hasStored('uploads')} then null
  when uploads.received_at < ${now}::timestamptz - make_interval(days => ${UNDO_DAYS})
    then 'upload_too_old'
  when uploads.game_ids is not null then case
    when ${areLeftOut} then 'game_left_out'
    when ${haveOwnFiles} then 'games_have_own_files'
    else 'possible'
  end
  when uploads.event_id is null then ${snapshotState(KINDS.season)}
  when not exists (select from events where id = uploads.event_id) then 'event_deleted_meanwhile'
  else ${snapshotState(KINDS.event)}
end`
