/** What streamers have of a round in a league whose rows are streamers: the best rows of their own boards. */
import type { GamePlace } from '@rollcall/scoring/fair-points'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { fairStreamerPoints, streamerPoints } from '@rollcall/scoring/round-rows'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { FROZEN_COLUMNS, joinFrozenHidden, type StoredRow } from '../boards/frozen-board.ts'
import { firstOf, pageOfBoard } from '../boards/read-board.ts'
import {
  type Counted,
  isPartlyKnown,
  type RoundResults,
  type RowOwner,
  ranked,
} from './round-results.ts'
import type { SeriesRound } from './rounds.ts'

interface CountedOfStreamers extends Pick<Counted, 'fairGames'> {
  /** How many rows of each streamer's board count. */
  bestRows: number
}

interface OwnRows {
  points: readonly number[]
  /** The first games of each row; null: nobody asked for them. */
  fair: readonly (readonly GamePlace[])[] | null
}

type Streamer = Pick<RowOwner, 'platform' | 'login' | 'userId'> & { channelId: number }

/** The key of a streamer's row, which no racer's row has. */
export const streamerKey = (channelId: number): string => `#${String(channelId).padStart(10, '0')}`

/**
 * What everybody sees of the round; null if nobody has any results, or if its board was frozen before frozen boards said
 * what is from which channel.
 */
export async function readStreamerRound(
  { db, boards }: { db: Db; boards: EventBoards },
  round: Pick<SeriesRound, 'eventId' | 'organiserId' | 'board'>,
  counted: CountedOfStreamers,
): Promise<RoundResults | null> {
  const { eventId, organiserId, board } = round
  if (board !== null && (await isPartlyKnown(db, { eventId, board }, counted))) {
    return null
  }
  const { bestRows, fairGames } = counted
  const parts =
    board === null
      ? currentParts(
          (await boards.getStreamerBoards({ eventId, organiserId })).streamers.map(({ id }) => id),
        )
      : frozenParts({ eventId, board })
  const { rows } = await sql<Streamer & OwnRows>`
    select channel.id as "channelId", channel.platform, channel.login,
      channel.user_id as "userId", best.points, best.fair
    from (
      -- Further ones count for nothing, unless fair points put them in another order.
      select channel_id, coalesce(json_agg(points) filter (where place <= ${bestRows}), '[]') as points,
        ${fairGames === null ? sql`null::json` : sql`json_agg(${firstOf(sql`fair`, fairGames)})`} as fair
      from (${parts}) as part where place <= ${bestRows} or ${fairGames !== null}::boolean
      group by channel_id
    ) as best
    join channels as channel on channel.id = best.channel_id`.execute(db)
  return rows.length === 0 ? null : toResults(rows, counted)
}

/** Selects `channel_id`, points and place of each row of these streamers' boards. */
const currentParts = (boardIds: readonly number[]) => sql`
  select board.channel_id, row.event_points as points, row.position as place,
    row.fair_games as fair
  from event_boards as board join event_board_rows as row on row.board_id = board.id
  where board.id = any(${boardIds}::bigint[])`

/** The same of the board that was frozen for all of them. */
const frozenParts = ({ eventId, board }: { eventId: number; board: number }) => sql`
  select part.channel as channel_id, part.points, part.fair,
    row_number() over (partition by part.channel order by part.points desc) as place
  from show_rows as row
  cross join jsonb_to_recordset(row.channels) as part (channel integer, points numeric, fair jsonb)
  where row.event_id = ${eventId} and row.board = ${board}`

/** The rows that count for a streamer, the best first. */
export async function listStreamerRows(
  { db, boards }: { db: Db; boards: EventBoards },
  { eventId, organiserId, board }: Pick<SeriesRound, 'eventId' | 'organiserId' | 'board'>,
  { userId, channelId, bestRows }: Pick<Streamer, 'userId' | 'channelId'> & { bestRows: number },
): Promise<(RacerLabel & { points: number })[]> {
  if (board === null) {
    const own = await boards.getBoard(
      await boards.getStreamerBoards({ eventId, organiserId }),
      userId,
    )
    const { rows } = await pageOfBoard(db, own, { page: 1, pageSize: bestRows })
    return rows.map(({ event_points, ...row }) => ({ ...labelIn(row), points: event_points }))
  }
  const { rows } = await sql<Frozen & { points: number }>`
    select ${FROZEN_COLUMNS}, part.points
    from show_rows as row ${joinFrozenHidden(eventId)}
    cross join jsonb_to_recordset(row.channels) as part (channel integer, points numeric)
    where row.event_id = ${eventId} and row.board = ${board} and part.channel = ${channelId}
    order by part.points desc, row.position
    limit ${bestRows}`.execute(db)
  return rows.map((row) => ({ ...labelIn(row), points: row.points }))
}

type Frozen = Pick<StoredRow, 'racer_name' | 'display_name' | 'color'>

const labelIn = (row: RacerLabel | Frozen): RacerLabel => ({
  racer_name: row.racer_name,
  ...(row.display_name != null && { display_name: row.display_name }),
  ...(row.color != null && { color: row.color }),
})

function toResults(
  rows: readonly (Streamer & OwnRows)[],
  { bestRows, fairGames }: CountedOfStreamers,
): RoundResults {
  const owners = new Map<string, RowOwner>()
  const summed = new Map(
    rows.map(({ points, fair, ...streamer }) => {
      const key = streamerKey(streamer.channelId)
      owners.set(key, { ...streamer, laterChannelId: null })
      // Adjustments are about racers, and how many games a streamer ran is not on the boards.
      const rest = { adjustment: 0, isDisqualified: false, games: null, facts: null }
      return [
        key,
        {
          ...{ points: streamerPoints(points, bestRows), ...rest },
          ...(fairGames !== null && {
            fair: fairStreamerPoints(fair ?? [], { best: bestRows, games: fairGames }),
          }),
        },
      ] as const
    }),
  )
  return { results: ranked(summed), owners, hiddenOwners: new Map() }
}
