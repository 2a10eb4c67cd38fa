import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'
import { changedSince } from '../../database/changes.ts'
import type { BoardRow } from './board-row.ts'

/** The seasons that are current or have been uploaded to, newest first; never one to come. */
export async function listSeasonNumbers(
  db: Db,
  { current }: { current: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('seasons')
    .select('number')
    .where('number', '<=', current)
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => row.number)
}

const boardColumns = sql`
  standing.channel_id as "channelId", channel.login, channel.name,
  owner.profile_image_url as "profileImageUrl", standing.points,
  standing.total_games as "totalGames", standing.points_per_game as "pointsPerGame",
  standing.race_high_score as "raceHighScore", standing.royale_high_score as "royaleHighScore"`

const boardJoins = sql`
  join channels as channel on channel.id = standing.channel_id
  left join users as owner on owner.id = channel.user_id`

/** The channels of a season by ascending id, those after `after`. */
export async function listBoardRows(
  db: Db,
  { season, after, limit }: { season: number; after: number; limit: number },
): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    select ${boardColumns} from channel_seasons as standing ${boardJoins}
    where standing.season = ${season} and standing.channel_id > ${after}
      -- Said of both, so that a merge of the two begins there in both.
      and channel.id > ${after}
    order by standing.channel_id
    limit ${limit}`.execute(db)
  return rows
}

export interface BoardChanges {
  /** The database's word for what was committed when it answered; ask from here the next time. */
  snapshot: string
  at: Date
  /** The current season's number. */
  current: number
  changedChannels: number[]
  /** Those channels' rows in the seasons asked for; one that is not there has none any more. */
  rows: (BoardRow & { season: number })[]
}

/**
 * What has been committed since an earlier snapshot, null for nothing but where we are. Of more than
 * `limit` changed channels only so many and one are told.
 */
export async function readBoardChanges(
  db: Db,
  { since, seasons, limit }: { since: string | null; seasons: readonly number[]; limit: number },
): Promise<BoardChanges> {
  const { rows } = await sql<BoardChanges>`
    with changed as materialized (
      select distinct channel_id from board_changes
      where ${changedSince(since)}
      limit ${limit + 1}
    )
    select
      pg_current_snapshot()::text as snapshot,
      now() as at,
      (select value::integer from settings where key = 'season') as current,
      (select coalesce(json_agg(channel_id), '[]') from changed) as "changedChannels",
      (
        select coalesce(json_agg(board), '[]') from (
          select standing.season, ${boardColumns}
          from changed
          join channel_seasons as standing on standing.channel_id = changed.channel_id
          ${boardJoins}
          where standing.season = any(${seasons}::integer[])
            and (select count(*) from changed) <= ${limit}
        ) as board
      ) as rows`.execute(db)
  const [changes] = rows
  if (changes === undefined) {
    throw new Error('a statement without a row')
  }
  return changes
}

/**
 * At the start of a server: a database restored from a dump may hold changes of transactions that the
 * new one has yet to come to, which would be new for ever.
 */
export async function forgetChangesOfAnotherDatabase(db: Db): Promise<void> {
  await sql`
    delete from board_changes where changed_tx >= pg_snapshot_xmax(pg_current_snapshot())
  `.execute(db)
}

/** What every process must have followed by now. */
export async function forgetOldChanges(db: Db, { olderThanMs }: { olderThanMs: number }) {
  await sql`
    delete from board_changes where changed_at < now() - ${olderThanMs} * interval '1 millisecond'
  `.execute(db)
}
