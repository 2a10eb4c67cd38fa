/** Which points are on which board of a channel's racers. docs/scoring.md, Boards of a channel. */
import type { BoardMode } from '@rollcall/contract/channels'
import { type RawBuilder, sql } from 'kysely'
import type { AskedRacers, RacerBoard, RacerBoards } from '../boards/racers.ts'
import type { Hold } from '../events/held-games.ts'
import { isPublicGame } from '../events/public-games.ts'
import { beginningOf } from '../standings/marble-days.ts'
import { COUNTS_IN_SEASON } from '../standings/season-totals.ts'

/** A season, all seasons up to one, or a marble day, YYYY-MM-DD. */
export type Span =
  | { of: 'season'; season: number }
  | { of: 'lifetime'; season: number }
  | { of: 'day'; day: string }

export interface AskedBoard {
  channelId: number
  span: Span
  mode: BoardMode
  holds: readonly Hold[]
}

type PointsMode = Exclude<BoardMode, 'tilt'>

export async function findBoard(boards: RacerBoards, asked: AskedBoard): Promise<RacerBoard> {
  const { channelId, span, mode } = asked
  if (span.of === 'season' && mode === 'all') {
    return boards.inSeason({ channelId, season: span.season })
  }
  if (span.of === 'lifetime' && mode === 'all') {
    return boards.upToSeason({ channelId, season: span.season })
  }
  return boards.of({
    concerns: [`games:${channelId}`, `snapshots:${channelId}`, `channel:${channelId}`],
    ...(mode === 'tilt' ? levelsOf(asked) : pointsOf({ channelId, span, mode })),
  })
}

type Asked = Omit<AskedRacers, 'concerns'>

const nameOf = (span: Span) => (span.of === 'day' ? span.day : `${span.of} ${span.season}`)

function pointsOf(asked: Omit<AskedBoard, 'mode' | 'holds'> & { mode: PointsMode }): Asked {
  const { channelId, span, mode } = asked
  const key = `${channelId} ${mode} ${nameOf(span)}`
  return span.of === 'day'
    ? {
        key,
        points: selectDay({ channelId, day: span.day, mode }),
        further: { name: 'lastDay', sum: sql`max(last_day)::text` },
      }
    : { key, points: selectTotals({ channelId, span, mode }) }
}

const TOTALS: Record<PointsMode, RawBuilder<number>> = {
  all: sql`points`,
  race: sql`coalesce(snapshot_race_points, 0) + counted_race_points`,
  royale: sql`coalesce(snapshot_royale_points, 0) + counted_royale_points`,
}

/** The board of one mode lists only racers with points in it. */
const isOnBoard = (mode: PointsMode, points: RawBuilder<unknown>) =>
  mode === 'all' ? sql`true` : sql`${points} > 0`

const isInSeasons = ({ of, season }: Exclude<Span, { of: 'day' }>) =>
  of === 'season' ? sql`season = ${season}` : sql`season <= ${season}`

const selectTotals = ({
  channelId,
  span,
  mode,
}: {
  channelId: number
  span: Exclude<Span, { of: 'day' }>
  mode: PointsMode
}) => sql`
  select racer_id, ${TOTALS[mode]} as points from racer_totals
  where channel_id = ${channelId} and ${isInSeasons(span)} and ${isOnBoard(mode, TOTALS[mode])}`

const GAMES_OF_DAY: Record<PointsMode, RawBuilder<number>> = {
  all: sql`row.game_race_points + row.game_royale_points`,
  race: sql`row.game_race_points`,
  royale: sql`row.game_royale_points`,
}

const SNAPSHOTS_OF_DAY: Record<PointsMode, RawBuilder<number>> = {
  all: sql`row.snapshot_race_points + row.snapshot_royale_points`,
  race: sql`row.snapshot_race_points`,
  royale: sql`row.snapshot_royale_points`,
}

/** The day's rows have the points of games, unless they still have to be written, for the first time or again. */
function selectDay(asked: { channelId: number; day: string; mode: PointsMode }) {
  const { channelId, day, mode } = asked
  const isToBeWritten = (season: RawBuilder<unknown>) => sql`exists (
    select from day_closings as closing
    where closing.channel_id = ${channelId} and closing.season = ${season}
      and closing.day = ${day}::date
  )`
  const ofRow = sql`(
    ${SNAPSHOTS_OF_DAY[mode]}
    + case when ${isToBeWritten(sql`row.season`)} then 0 else ${GAMES_OF_DAY[mode]} end
  )`
  const hasPlayed = sql`(row.games > 0 and not ${isToBeWritten(sql`row.season`)})`
  return sql`
    select row.racer_id, ${ofRow} as points,
      case when ${SNAPSHOTS_OF_DAY[mode]} > 0 then row.last_day end as last_day
    from racer_days as row
    where row.channel_id = ${channelId} and row.day = ${day}::date
      and (${ofRow} > 0 or ${mode === 'all' ? hasPlayed : sql`false`})
    union all
    select result.racer_id, result.points, null::date
    from games as game
    join channels as channel on channel.id = game.channel_id
    join channel_seasons as channel_season
      on channel_season.channel_id = game.channel_id and channel_season.season = game.season
    join game_results as result on result.channel_id = game.channel_id
      and result.season = game.season and result.game_id = game.id
    where game.channel_id = ${channelId} and ${isFinishedOn(day)} and ${COUNTS_IN_SEASON}
      and ${mode === 'all' ? sql`true` : sql`game.mode = ${mode} and result.points > 0`}
      and ${isToBeWritten(sql`game.season`)}`
}

const isFinishedOn = (day: string) => sql`(
  game.finished_at >= ${beginningOf(sql`${day}::date`)}
  and game.finished_at < ${beginningOf(sql`(${day}::date + 1)`)}
)`

/** No total includes levels, so they are counted from public games. */
function levelsOf({ channelId, span, holds }: AskedBoard): Asked {
  const held = holds.filter((hold) => hold.channelId === channelId)
  const isInSpan = span.of === 'day' ? isFinishedOn(span.day) : sql`game.${isInSeasons(span)}`
  return {
    key: `${channelId} tilt ${nameOf(span)} ${JSON.stringify(held)}`,
    points: sql`
      select result.racer_id, case when result.eliminated then 0 else 1 end as points
      from games as game
      join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id
      where game.channel_id = ${channelId} and game.mode = 'tilt' and ${isInSpan}
        and ${isPublicGame(held)}`,
    further: { name: 'levels', sum: sql`count(*)` },
  }
}
