/** What a reported row is made of: games that count, games that are left out of it, and snapshots. */
import { ADMIN_PAGE_SIZE } from '@rollcall/contract/admin'
import type {
  getReport,
  ReportedGame,
  ReportedName,
  ReportedSnapshot,
} from '@rollcall/contract/admin-reports'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { findEventToScore } from '../../domain/events/event-to-score.ts'
import { isNameShown } from '../../domain/people/racer-names.ts'
import { findReportedRow, type ReportedRow } from '../../domain/people/reports.ts'
import { CHANNEL_LABEL, JOIN_STREAMER, MAP_LABEL } from '../../domain/standings/channel-labels.ts'
import { isOnBoards } from '../../domain/standings/off-boards.ts'
import { isNamedSince, joinOwner } from '../../domain/standings/racer-looks.ts'
import { COUNTS_IN_SEASON } from '../../domain/standings/season-totals.ts'
import { listModes } from '../../domain/visibility/held-games.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { Db } from '../../platform/database/schema.ts'

interface Details {
  games: ReportedGame[]
  totalGames: number
  snapshots: ReportedSnapshot[]
  names: ReportedName[]
  offBoards: ResponseOf<typeof getReport>['offBoards']
}

/** @throws {ApiError} 404 */
export async function findReportDetails(
  db: Db,
  { id, page }: { id: number; page: number },
): Promise<Details> {
  const row = await findReportedRow(db, id)
  if (row === null) {
    throw new ApiError('no_such_report')
  }
  const which = await gamesOf(db, row)
  return {
    ...(which === null
      ? { games: [], totalGames: 0 }
      : await pageOfGames(db, { which, racerId: row.racerId, page })),
    snapshots: await listSnapshots(db, row),
    names: await listReportedNames(db, row),
    offBoards: await findOffBoards(db, row),
  }
}

/** What the event's channels call the racer; nothing for a hidden one, and where the login is all there is. */
export async function listReportedNames(db: Db, row: ReportedRow): Promise<ReportedName[]> {
  if (row.eventId === null || row.racerId === null) {
    return []
  }
  const { rows } = await sql<ReportedName>`
    select channel.id as "channelId", ${CHANNEL_LABEL} as channel,
      coalesce(owner.display_name, named.display_name) as name,
      unshown.racer_id is not null as "isHidden"
    from channels as channel
    ${JOIN_STREAMER}
    join racers as racer on racer.id = ${row.racerId}
    ${joinOwner(sql<boolean>`false`)}
    left join channel_racers as named
      on named.channel_id = channel.id and named.racer_id = racer.id and ${isNamedSince}
    left join unshown_names as unshown
      on unshown.channel_id = channel.id and unshown.racer_id = racer.id
    where ${isOfEvent(row, sql`channel.id`)} and ${isNameShown}
      and coalesce(owner.display_name, named.display_name) is not null
    order by channel.login`.execute(db)
  return rows
}

async function findOffBoards(
  db: Db,
  { season, channelId, racerId }: ReportedRow,
): Promise<Details['offBoards']> {
  if (season !== null || channelId === null) {
    return null
  }
  const { rows } = await sql<NonNullable<Details['offBoards']>>`
    select racer.platform, racer.login,
      not ${isOnBoards(sql`${channelId}::integer`, sql`racer.id`)} as "isOff"
    from racers as racer where racer.id = ${racerId} and ${isNameShown}`.execute(db)
  return rows[0] ?? null
}

/** Whether the query's `game` is, or would be, part of the row; null if its event was deleted. */
async function gamesOf(db: Db, row: ReportedRow): Promise<RawBuilder<boolean> | null> {
  if (row.season !== null) {
    return sql<boolean>`(
      game.channel_id = ${row.channelId} and game.season = ${row.season}
      and game.mode in ('race', 'royale') and (left_out.game_id is not null or ${COUNTS_IN_SEASON})
    )`
  }
  const event = row.eventId === null ? null : await findEventToScore(db, row.eventId)
  if (event === null) {
    return null
  }
  const modes = listModes(event.configuration.gameModes)
  return sql<boolean>`(
    game.finished_at >= ${event.startsAt} and game.finished_at < ${event.endsAt}
    and game.mode = any(${modes}::text[]) and (left_out.game_id is not null or game.is_rankable)
    and result.racer_id is not null and ${isOfEvent(row, sql`game.channel_id`)}
  )`
}

/** Whether a channel's results are part of the event's row. */
const isOfEvent = ({ eventId, laterChannelId }: ReportedRow, channelId: RawBuilder<unknown>) =>
  laterChannelId === null
    ? sql<boolean>`${channelId} in (
        select taking_part.id from event_participants as participant
        join channels as taking_part on taking_part.user_id = participant.user_id
        where participant.event_id = ${eventId}
      )`
    : sql<boolean>`${channelId} = ${laterChannelId}`

async function pageOfGames(
  db: Db,
  { which, racerId, page }: { which: RawBuilder<boolean>; racerId: number | null; page: number },
): Promise<Pick<Details, 'games' | 'totalGames'>> {
  const { rows } = await sql<
    Omit<ReportedGame, 'finishedAt'> & { finishedAt: Date; totalGames: number }
  >`
    with listed as (
      select game.*, result.position as place, result.points as own_points,
        count(*) over () as total_games
      from games as game
      join channels as channel on channel.id = game.channel_id
      left join channel_seasons as channel_season
        on channel_season.channel_id = game.channel_id and channel_season.season = game.season
      ${JOIN_LEFT_OUT}
      left join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id
        and result.racer_id = ${racerId}::integer
      where ${which}
      order by game.finished_at desc, game.id desc
      limit ${ADMIN_PAGE_SIZE} offset ${(page - 1) * ADMIN_PAGE_SIZE}
    )
    select game.id, game.mode, game.finished_at as "finishedAt", game.player_count as "racerCount",
      game.place, game.total_games as "totalGames",
      ${CHANNEL_LABEL} as channel, ${MAP_LABEL} as map,
      case when ${racerId}::integer is null then (
        select sum(points) from game_results as result
        where result.channel_id = game.channel_id and result.season = game.season
          and result.game_id = game.id
      ) else game.own_points end as points,
      (
        select json_build_object('receivedAt', ${IN_JSON(sql`upload.received_at`)},
          'computer', companion.computer_name)
        from uploads as upload left join companions as companion on companion.id = upload.companion_id
        where upload.channel_id = game.channel_id and game.id = any(upload.game_ids)
        order by upload.id limit 1
      ) as upload,
      case when left_out.game_id is not null then json_build_object('reason', left_out.reason,
        'by', coalesce(admin.display_name, admin.username),
        'at', ${IN_JSON(sql`left_out.left_out_at`)}) end as "leftOut"
    from listed as game
    join channels as channel on channel.id = game.channel_id
    ${JOIN_STREAMER}
    left join maps as map on map.id = game.map_id
    ${JOIN_LEFT_OUT}
    left join users as admin on admin.id = left_out.left_out_by
    order by game.finished_at desc, game.id desc`.execute(db)
  return {
    games: rows.map(({ totalGames: _, finishedAt, ...game }) => ({
      ...game,
      finishedAt: finishedAt.toISOString(),
    })),
    totalGames: rows[0]?.totalGames ?? 0,
  }
}

const JOIN_LEFT_OUT = sql`left join left_out_games as left_out on left_out.channel_id = game.channel_id
  and left_out.season = game.season and left_out.game_id = game.id`

/** An instant inside JSON, as everywhere in answers. */
const IN_JSON = (instant: RawBuilder<unknown>) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The snapshots that count; of an event's, those that have the racer, with their points. */
async function listSnapshots(db: Db, row: ReportedRow): Promise<ReportedSnapshot[]> {
  const found =
    row.season === null
      ? sql`
          select snapshot.channel_id, snapshot.received_at, snapshot.racer_count, row.event_points as points
          from event_standings as snapshot
          join event_racers as row on row.event_id = snapshot.event_id
            and row.channel_id = snapshot.channel_id and row.racer_id = ${row.racerId}::integer
          where snapshot.event_id = ${row.eventId} and ${isOfEvent(row, sql`snapshot.channel_id`)}`
      : sql`
          select stored.channel_id, stored.received_at, stored.racer_count, stored.points
          from channel_seasons as counting
          join season_snapshots as stored on stored.channel_id = counting.channel_id
            and stored.season = counting.season and stored.snapshot_hash = counting.snapshot_hash
          where counting.channel_id = ${row.channelId} and counting.season = ${row.season}
          order by stored.id desc limit 1`
  const { rows } = await sql<Omit<ReportedSnapshot, 'receivedAt'> & { receivedAt: Date }>`
    select ${CHANNEL_LABEL} as channel, snapshot.received_at as "receivedAt",
      snapshot.racer_count as racers, snapshot.points
    from (${found}) as snapshot
    join channels as channel on channel.id = snapshot.channel_id
    ${JOIN_STREAMER}
    order by channel.login`.execute(db)
  return rows.map((snapshot) => ({ ...snapshot, receivedAt: snapshot.receivedAt.toISOString() }))
}
