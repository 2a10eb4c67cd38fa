/** Which points are on which board of a channel's racers. docs/scoring.md, Boards of a channel. */
import type { BoardMode } from '@rollcall/contract/channels'
import type { Period } from '@rollcall/contract/periods'
import { type RawBuilder, sql } from 'kysely'
import {
  type Covered,
  coversDays,
  coversSeason,
  coversSeasonsUpTo,
} from '../../domain/boards/changed-logins.ts'
import type { RacerBoard, RacerBoards, RacersParams } from '../../domain/boards/racers.ts'
import { type PointsMode, selectDayPoints } from '../../domain/standings/day-points.ts'
import { beginningOf } from '../../domain/standings/marble-days.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { Db } from '../../platform/database/schema.ts'

/** A season, or all seasons up to one. */
type SeasonsSpan = { of: 'season' | 'lifetime'; season: number }
/** A marble day, YYYY-MM-DD, or a week or month of them in one season. */
type DaysSpan = { of: 'day'; day: string } | PeriodSpan
export type Span = SeasonsSpan | DaysSpan
type PeriodSpan = Period & { season: number }

const isOfDays = (span: Span): span is DaysSpan => span.of === 'day' || isPeriod(span)
export const isPeriod = (span: Span): span is PeriodSpan =>
  span.of === 'week' || span.of === 'month'

export interface BoardParams {
  channelId: number
  span: Span
  mode: BoardMode
  holds: readonly Hold[]
}

export async function findBoard(boards: RacerBoards, asked: BoardParams): Promise<RacerBoard> {
  const { channelId, span, mode } = asked
  if (span.of === 'season' && mode === 'all') {
    return boards.inSeason({ channelId, season: span.season })
  }
  if (span.of === 'lifetime' && mode === 'all') {
    return boards.upToSeason({ channelId, season: span.season })
  }
  return boards.of({
    tags: [`games:${channelId}`, `snapshots:${channelId}`, `channel:${channelId}`],
    channelId,
    covers: coversSpan({ channelId, span }),
    ...(mode === 'tilt' ? levelsOf(asked) : pointsOf({ channelId, span, mode })),
  })
}

type Params = Omit<RacersParams, 'tags' | 'channelId' | 'covers'>

function coversSpan({ channelId, span }: Pick<BoardParams, 'channelId' | 'span'>): Covered {
  switch (span.of) {
    case 'season':
      return coversSeason({ channelId, season: span.season })
    case 'lifetime':
      return coversSeasonsUpTo({ channelId, season: span.season })
    case 'day':
      return coversDays({ channelId, first: span.day, last: span.day })
    case 'week':
    case 'month':
      return coversDays({ channelId, ...span })
  }
}

function nameOf(span: Span): string {
  switch (span.of) {
    case 'day':
      return span.day
    case 'week':
    case 'month':
      return `${span.of} ${span.first} of season ${span.season}`
    default:
      return `${span.of} ${span.season}`
  }
}

function pointsOf(asked: Omit<BoardParams, 'mode' | 'holds'> & { mode: PointsMode }): Params {
  const { channelId, span, mode } = asked
  const key = `${channelId} ${mode} ${nameOf(span)}`
  if (!isOfDays(span)) {
    return { key, points: selectTotals({ channelId, span, mode }) }
  }
  const last = span.of === 'day' ? span.day : span.last
  return {
    key,
    points: selectDays({ channelId, span, mode }),
    further: {
      name: 'lastDay',
      sum: sql`(max(last_day) filter (where last_day > ${last}::date))::text`,
    },
  }
}

const TOTALS: Record<PointsMode, RawBuilder<number>> = {
  all: sql`points`,
  race: sql`coalesce(snapshot_race_points, 0) + counted_race_points`,
  royale: sql`coalesce(snapshot_royale_points, 0) + counted_royale_points`,
}

/** The board of one mode lists only racers with points in it. */
const isOnBoard = (mode: PointsMode, points: RawBuilder<unknown>) =>
  mode === 'all' ? sql`true` : sql`${points} > 0`

const isInSeasons = ({ of, season }: SeasonsSpan) =>
  of === 'season' ? sql`season = ${season}` : sql`season <= ${season}`

export interface TotalsParams {
  channelId: number
  span: SeasonsSpan
  mode: PointsMode
}

const selectTotals = ({ channelId, span, mode }: TotalsParams) => sql`
  select racer_id, ${TOTALS[mode]} as points from racer_totals
  where channel_id = ${channelId} and ${isInSeasons(span)} and ${isOnBoard(mode, TOTALS[mode])}`

/** What of a board's rows is summed from seasons' totals; undefined for a board of days or levels. */
export function seasonsOf({
  span,
  mode,
}: Pick<BoardParams, 'span' | 'mode'>): Pick<TotalsParams, 'span' | 'mode'> | undefined {
  return isOfDays(span) || mode === 'tilt' ? undefined : { span, mode }
}

const COUNTED: Record<PointsMode, readonly ('race' | 'royale')[]> = {
  all: ['race', 'royale'],
  race: ['race'],
  royale: ['royale'],
}

/** A snapshot may not say how many there were; then they are unknown, unless games were counted. */
function sumOf(what: 'games' | 'wins', mode: PointsMode): RawBuilder<number | null> {
  const parts = COUNTED[mode].map((of) => ({
    snapshot: sql.ref(`snapshot_${of}_${what}`),
    counted: sql.ref(`counted_${of}_${what}`),
    games: sql.ref(`counted_${of}_games`),
  }))
  const sum = parts.map(({ snapshot, counted }) => sql`coalesce(${snapshot}, 0) + ${counted}`)
  const isKnown = parts.map(({ snapshot, games }) => sql`${snapshot} is not null or ${games} > 0`)
  return sql<number | null>`
    sum(${sql.join(sum, sql` + `)})
      filter (where not in_snapshot or ${sql.join(isKnown, sql` or `)})::float8`
}

/** How often the racers played and won in what the board covers. */
export async function countGames(
  db: Db,
  { channelId, span, mode, racerIds }: TotalsParams & { racerIds: readonly number[] },
): Promise<ReadonlyMap<number, { games: number | null; wins: number | null }>> {
  const { rows } = await sql<{ racerId: number; games: number | null; wins: number | null }>`
    select racer_id as "racerId", ${sumOf('games', mode)} as games, ${sumOf('wins', mode)} as wins
    from racer_totals
    where channel_id = ${channelId} and ${isInSeasons(span)}
      and racer_id = any(${racerIds}::integer[])
    group by racer_id`.execute(db)
  return new Map(rows.map(({ racerId, ...counts }) => [racerId, counts]))
}

/** The days of a day's board, which is of all seasons, or of a week's or month's. */
function selectDays({
  channelId,
  span,
  mode,
}: {
  channelId: number
  span: DaysSpan
  mode: PointsMode
}) {
  return selectDayPoints(
    (row) => sql`${row.channelId} = ${channelId} and ${isInDays(span, row)}`,
    mode,
  )
}

const isInDays = (
  span: DaysSpan,
  { day, season }: { day: RawBuilder<unknown>; season: RawBuilder<unknown> },
) =>
  span.of === 'day'
    ? sql`${day} = ${span.day}::date`
    : sql`${season} = ${span.season} and ${day} between ${span.first}::date and ${span.last}::date`

/** Whether the query's `game` finished in these days. */
export const isFinishedIn = ({ first, last }: Pick<Period, 'first' | 'last'>) => sql<boolean>`(
  game.finished_at >= ${beginningOf(sql`${first}::date`)}
  and game.finished_at < ${beginningOf(sql`(${last}::date + 1)`)}
)`

function isInSpan(span: Span): RawBuilder<unknown> {
  switch (span.of) {
    case 'day':
      return isFinishedIn({ first: span.day, last: span.day })
    case 'week':
    case 'month':
      return sql`game.season = ${span.season} and ${isFinishedIn(span)}`
    default:
      return sql`game.${isInSeasons(span)}`
  }
}

/** No total includes levels, so they are counted from public games. */
function levelsOf({ channelId, span, holds }: BoardParams): Params {
  const held = holds.filter((hold) => hold.channelId === channelId)
  return {
    key: `${channelId} tilt ${nameOf(span)} ${JSON.stringify(held)}`,
    points: sql`
      select result.racer_id, case when result.eliminated then 0 else 1 end as points
      from games as game
      join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id
      where game.channel_id = ${channelId} and game.mode = 'tilt' and ${isInSpan(span)}
        and ${isPublicGame(held)}`,
    further: { name: 'levels', sum: sql`count(*)` },
  }
}
