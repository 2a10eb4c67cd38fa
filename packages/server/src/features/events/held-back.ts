/**
 * What a sealed event holds back from other events until its show is over: an event of somebody else with the
 * same streamers and days would read ahead. docs/decisions/057-sealed-games-count-once.md
 */
import { type LeaderboardConfiguration, readConfiguration } from '@rollcall/scoring/configuration'
import type { GameMode } from '@rollcall/scoring/games'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { DAY_MS } from '../../limits.ts'
import { countingConfiguration } from './counting-configuration.ts'

/** A show that nobody has moved for so long concerns nobody but its event. */
export const IDLE_SHOW_MS = DAY_MS / 4
/** An event that has not been revealed for so long after its end holds nothing back any more. */
const SEALED_AFTER_END_MS = 7 * DAY_MS

/** Games of a channel that count for a sealed event, and so for no other one. */
export interface HeldBack {
  channelId: number
  username: string
  startsAt: Date
  endsAt: Date
  modes: readonly GameMode[]
}

/**
 * What other events hold back from this one. Of two that are sealed the one that was first counts the games; those
 * of one organiser both do.
 */
export async function findHeldBack(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<HeldBack[]> {
  const { rows } = await sql<Omit<HeldBack, 'modes'> & { configuration: unknown }>`
    select
      channel.id as "channelId", streamer.username, event.starts_at as "startsAt", event.ends_at as "endsAt",
      ${countingConfiguration} as configuration
    from events as asking
    join event_participants as mine on mine.event_id = asking.id
    left join shows as mine_show on mine_show.event_id = asking.id
    join event_participants as holder
      on holder.user_id = mine.user_id and holder.event_id <> asking.id and holder.allows_show
    join shows as show on show.event_id = holder.event_id
    join events as event on event.id = holder.event_id
    join users as streamer on streamer.id = mine.user_id
    join channels as channel on channel.user_id = mine.user_id
    where asking.id = ${eventId}
      and event.starts_at < asking.ends_at and event.ends_at > asking.starts_at
      and ${isHoldingBack(now)}
      and not (
        coalesce(mine_show.is_sealed, false)
        and (
          asking.created_by = event.created_by
          or (mine.allows_show and
            (greatest(mine_show.sealed_at, mine.added_at, ${changedPoints('asking')}), asking.id)
              < (greatest(show.sealed_at, holder.added_at, ${changedPoints('event')}), event.id))
        )
      )
    order by streamer.login, channel.id, event.id`.execute(db)
  return rows.map(({ configuration, ...held }) => ({
    ...held,
    modes: modesOf(readConfiguration(configuration).gameModes),
  }))
}

/** Whether the event in the query holds back its games, as its `show` is. */
export function isHoldingBack(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    show.is_sealed
    and not (show.phase = 'final' and show.board_user_id is null)
    and (
      event.ends_at > ${new Date(now.getTime() - SEALED_AFTER_END_MS)}
      or (show.phase = 'live' and show.moved_at > ${new Date(now.getTime() - IDLE_SHOW_MS)})
    )
  )`
}

/** When its owner last changed what the event in the query counts; of a default configuration, never. */
function changedPoints(event: 'asking' | 'event'): RawBuilder<Date> {
  return sql<Date>`(
    select max(version.created_at)
    from leaderboard_configuration_versions as version
    join leaderboard_configurations as chosen on chosen.id = version.configuration_id
    where version.configuration_id = ${sql.ref(`${event}.configuration_id`)} and not chosen.is_default
  )`
}

/** The same of one channel. */
export function heldBackOf(heldBack: readonly HeldBack[], channelId: number): readonly HeldBack[] {
  return heldBack.filter((held) => held.channelId === channelId)
}

/** Whether the game, which the query calls `game`, is among them. */
export function isHeldBack(heldBack: readonly HeldBack[]): RawBuilder<boolean> {
  return heldBack.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select
        from json_to_recordset(${JSON.stringify(heldBack)}) as held (
          "channelId" integer, "startsAt" timestamptz, "endsAt" timestamptz, modes text[]
        )
        where held."channelId" = game.channel_id
          and game.finished_at >= held."startsAt" and game.finished_at < held."endsAt"
          and game.mode = any(held.modes)
      )`
}

/**
 * Whether the streamer's snapshot, which the query calls `standing`, came when such games may have been played:
 * it does not say which of them it counts.
 */
export function isSnapshotHeldBack(heldBack: readonly HeldBack[]): RawBuilder<boolean> {
  return heldBack.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select
        from json_to_recordset(${JSON.stringify(heldBack)}) as held (
          "channelId" integer, "startsAt" timestamptz
        )
        where held."channelId" = standing.channel_id and standing.received_at > held."startsAt"
      )`
}

/** Other events may count other games now. */
export async function announceHeldBack(trx: Db, eventId: number): Promise<void> {
  const channels = await trx
    .selectFrom('event_participants as participant')
    .innerJoin('channels as channel', 'channel.user_id', 'participant.user_id')
    .select('channel.id')
    .where('participant.event_id', '=', eventId)
    .execute()
  await announce(
    trx,
    channels.map(({ id }) => `games:${id}` as const),
  )
}

export function modesOf({
  racing,
  battleRoyale,
  tilted,
}: LeaderboardConfiguration['gameModes']): GameMode[] {
  return [
    ...(racing ? (['race'] as const) : []),
    ...(battleRoyale ? (['royale'] as const) : []),
    ...(tilted ? (['tilt'] as const) : []),
  ]
}
