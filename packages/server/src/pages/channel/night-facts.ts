/** What happened on a marble day beside its board: docs/scoring.md, Nights. The caller looks up the racers' names. */
import type { NightRecap } from '@rollcall/contract/nights'
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { isOfOthers, ownsAt, ownsDuring, ownsPartOf } from '../../domain/people/login-owners.ts'
import { CHANNEL_SCOPE, joinTied } from '../../domain/people/racer-names.ts'
import { MAP_LABEL } from '../../domain/standings/channel-labels.ts'
import { selectDayPoints } from '../../domain/standings/day-points.ts'
import { beginningOf, marbleDayOf } from '../../domain/standings/marble-days.ts'
import { isOnBoards } from '../../domain/standings/off-boards.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { isPublicGame } from '../../domain/visibility/public-games.ts'
import type { Db } from '../../platform/database/schema.ts'
import { isFinishedIn } from './board-points.ts'

const MOST_NEW_FACES = 12
const MOST_CLIMBERS = 5
const MOST_RECORDS = 20
/** A longer pause between two games is the end of a stream. */
const LONGEST_PAUSE = sql`interval '1 hour'`

export interface NightParams {
  channelId: number
  /** YYYY-MM-DD */
  day: string
  /** What sealed events hold now. */
  holds: readonly Hold[]
}

export interface NightRacer extends Racer {
  isOfOthers: boolean
}

/** The same with racers in place of their labels. */
type Unnamed<Fact> = Omit<Fact, 'racer'> & { racer: NightRacer }

const whoOf = (isThen: RawBuilder<boolean>) => sql`json_build_object(
  'platform', racer.platform, 'login', racer.login, 'isOfOthers', ${isOfOthers('racer', isThen)}
)`
const ownedAtFinish = ownsAt('period', sql`game.finished_at`)

const isNightsGame = ({ channelId, day, holds }: NightParams) => sql<boolean>`(
  game.channel_id = ${channelId} and ${isFinishedIn({ first: day, last: day })}
  and ${isPublicGame(holds)}
)`

const joinResult = sql`
  join game_results as result on result.channel_id = game.channel_id
    and result.season = game.season and result.game_id = game.id
  join racers as racer on racer.id = result.racer_id`

export async function countNightGames(db: Db, asked: NightParams): Promise<NightRecap['games']> {
  const { rows } = await sql<{ mode: keyof NightRecap['games']; games: number }>`
    select game.mode, count(*) as games from games as game
    where ${isNightsGame(asked)} group by game.mode`.execute(db)
  return {
    ...{ race: 0, royale: 0, tilt: 0 },
    ...Object.fromEntries(rows.map(({ mode, games }) => [mode, games])),
  }
}

type BestGame = NonNullable<NightRecap['bestRace']>

/** The most points in one race and in one royale; of equal ones the earliest. */
export async function findBestGames(
  db: Db,
  asked: NightParams,
): Promise<Partial<Record<'race' | 'royale', Unnamed<BestGame>>>> {
  const { rows } = await sql<Unnamed<BestGame> & { mode: 'race' | 'royale' }>`
    select distinct on (game.mode) game.mode, game.id as "gameId", result.points,
      ${MAP_LABEL} as map, ${whoOf(ownedAtFinish)} as racer
    from games as game
    ${joinResult}
    left join maps as map on map.id = game.map_id
    where ${isNightsGame(asked)} and game.mode in ('race', 'royale') and result.points > 0
    order by game.mode, result.points desc, game.finished_at, game.id, result.position`.execute(db)
  return Object.fromEntries(rows.map(({ mode, ...best }) => [mode, best]))
}

type NightRecord = NightRecap['records'][number]

/** Each map's last record of the night. The first finish on a map is none. */
export async function findNightRecords(
  db: Db,
  asked: NightParams,
): Promise<Unnamed<NightRecord>[]> {
  const { rows } = await sql<Unnamed<NightRecord>>`
    with fastest as (
      select distinct on (game.map_id) game.*, earlier.fastest_us as before_us
      from games as game
      cross join lateral (
        select min(earlier.fastest_us) as fastest_us
        from games as earlier
        where earlier.map_id = game.map_id and earlier.fastest_us is not null
          and (earlier.finished_at, earlier.id) < (game.finished_at, game.id)
          and ${isPublicEarlier(asked.holds)}
      ) as earlier
      where ${isNightsGame(asked)} and game.map_id is not null
        and game.fastest_us < earlier.fastest_us
      order by game.map_id, game.fastest_us
    )
    select ${MAP_LABEL} as map, game.id as "gameId", game.fastest_us / 1000000.0 as seconds,
      game.before_us / 1000000.0 as before, first.racer
    from fastest as game
    join maps as map on map.id = game.map_id
    cross join lateral (
      select ${whoOf(ownedAtFinish)} as racer
      from game_results as result
      join racers as racer on racer.id = result.racer_id
      where result.channel_id = game.channel_id and result.season = game.season
        and result.game_id = game.id and not result.eliminated and result.time_us = game.fastest_us
      order by result.position
      limit 1
    ) as first
    order by game.finished_at desc, game.id desc
    limit ${MOST_RECORDS}`.execute(db)
  return rows
}

const isPublicEarlier = (holds: readonly Hold[]) => sql`exists (
  select from games as game where game.id = earlier.id and ${isPublicGame(holds)}
)`

/** Who got points or played on the day, as rows of racer_id, season and points; a racer may have several. */
const selectNight = ({ channelId, day }: Pick<NightParams, 'channelId' | 'day'>) =>
  selectDayPoints((row) => sql`${row.channelId} = ${channelId} and ${row.day} = ${day}::date`)

/** Who had no game and no points on the channel before. */
export async function findNewFaces(
  db: Db,
  { channelId, day }: Pick<NightParams, 'channelId' | 'day'>,
): Promise<{ racers: NightRacer[]; total: number }> {
  const begin = beginningOf(sql`${day}::date`)
  const isOwnedThen = ownsDuring('period', {
    from: begin,
    until: beginningOf(sql`(${day}::date + 1)`),
  })
  const { rows } = await sql<{ racer: NightRacer; total: number }>`
    select ${whoOf(isOwnedThen)} as racer, count(*) over () as total
    from (
      select racer_id, sum(points) as points
      from (${selectNight({ channelId, day })}) as earned
      group by racer_id
    ) as tonight
    join racers as racer on racer.id = tonight.racer_id
    ${joinTied(CHANNEL_SCOPE(sql`${channelId}::integer`))}
    where not exists (
      select from racer_days as row
      where row.racer_id = tonight.racer_id and row.channel_id = ${channelId}
        and row.day < ${day}::date
    ) and not exists (
      select from game_results as result
      join games as game on game.channel_id = result.channel_id
        and game.season = result.season and game.id = result.game_id
      where result.racer_id = tonight.racer_id and result.channel_id = ${channelId}
        and game.is_rankable and game.finished_at < ${begin}
    )
    order by tonight.points desc, tied.number nulls first, racer.login, racer.platform
    limit ${MOST_NEW_FACES}`.execute(db)
  return { racers: rows.map(({ racer }) => racer), total: rows[0]?.total ?? 0 }
}

/** The seasons up to the current one in which anybody got points or played on the day, the latest first. */
export async function listNightSeasons(
  db: Db,
  { channelId, day, season }: Pick<NightParams, 'channelId' | 'day'> & { season: number },
): Promise<number[]> {
  const { rows } = await sql<{ season: number }>`
    select distinct season from (${selectNight({ channelId, day })}) as earned
    where season <= ${season} order by season desc`.execute(db)
  return rows.map((row) => row.season)
}

interface RankedRacer {
  racer: NightRacer
  before: number
  after: number
  from: number
  to: number
  isFirst: boolean
  wasFirst: boolean
  hasClimbed: boolean
}

/**
 * The racers who were first in the season before the night and after it, and those who gained most ranks. The points at
 * the end of a day are the present ones without all that later days have.
 */
export async function findSeasonRanks(
  db: Db,
  { channelId, day, season }: Pick<NightParams, 'channelId' | 'day'> & { season: number },
): Promise<RankedRacer[]> {
  const pointsOf = (isThen: (day: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(
    select racer_id, sum(points) as points
    from (${selectDayPoints(
      (row) =>
        sql`${row.channelId} = ${channelId} and ${row.season} = ${season} and ${isThen(row.day)}`,
    )}) as earned
    group by racer_id
  )`
  const { rows } = await sql<RankedRacer>`
    with standing as (
      select total.racer_id, tonight.racer_id is not null as has_played,
        total.points - coalesce(later.points, 0) as after,
        total.points - coalesce(later.points, 0) - coalesce(tonight.points, 0) as before
      from racer_totals as total
      left join ${pointsOf((of) => sql`${of} = ${day}::date`)} as tonight
        on tonight.racer_id = total.racer_id
      left join ${pointsOf((of) => sql`${of} > ${day}::date`)} as later
        on later.racer_id = total.racer_id
      where total.channel_id = ${channelId} and total.season = ${season}
        and ${isOnBoards(sql`total.channel_id`, sql`total.racer_id`)}
    ),
    ranked as (
      select *, rank() over (order by before desc) as "from", rank() over (order by after desc) as "to"
      from standing
    ),
    listed as (
      select ranked.*, racer.platform, racer.login,
        has_played and before > 0 and "to" < "from" as has_climbed,
        row_number() over (order by "from", ${TIED}) as place_before,
        row_number() over (order by "to", ${TIED}) as place_after,
        row_number() over (
          order by has_played and before > 0 desc, "from" - "to" desc, "to", ${TIED}
        ) as climb
      from ranked
      join racers as racer on racer.id = ranked.racer_id
      ${joinTied(CHANNEL_SCOPE(sql`${channelId}::integer`))}
    )
    select ${whoOf(ownsPartOf('period', sql`${season}::integer`))} as racer,
      before, after, "from", "to", place_after = 1 as "isFirst", place_before = 1 as "wasFirst",
      has_climbed and climb <= ${MOST_CLIMBERS} as "hasClimbed"
    from listed as racer
    where place_after = 1 or place_before = 1 or (has_climbed and climb <= ${MOST_CLIMBERS})
    order by climb`.execute(db)
  return rows
}

const TIED = sql`tied.number nulls first, racer.login collate "C", racer.platform collate "C"`

/** Whether less than an hour passed between the last public game before the instant and the first one after it. */
export async function goesOnAcross(
  db: Db,
  { channelId, holds }: Omit<NightParams, 'day'>,
  instant: Date,
): Promise<boolean> {
  const isPublic = sql`game.channel_id = ${channelId} and ${isPublicGame(holds)}`
  const { rows } = await sql<{ goesOn: boolean }>`
    select coalesce(
      (
        select min(finished_at) from games as game where ${isPublic} and finished_at >= ${instant}
      ) - (
        select max(finished_at) from games as game where ${isPublic} and finished_at < ${instant}
      ) < ${LONGEST_PAUSE},
      false
    ) as "goesOn"`.execute(db)
  return rows[0]?.goesOn ?? false
}

/** The nearest day before or after this one on which anything was played, in a season up to the current one. */
export async function findNightBeside(
  db: Db,
  { channelId, day, holds, season }: NightParams & { season: number },
  side: 'before' | 'after',
): Promise<string | null> {
  const [isThere, nearest, order] =
    side === 'before'
      ? [sql`< ${day}::date`, sql`max`, sql`desc`]
      : [sql`> ${day}::date`, sql`min`, sql`asc`]
  const edge = beginningOf(side === 'before' ? sql`${day}::date` : sql`(${day}::date + 1)`)
  const isGameThere = side === 'before' ? sql`finished_at < ${edge}` : sql`finished_at >= ${edge}`
  const { rows } = await sql<{ day: string | null }>`
    select ${nearest}(day)::text as day
    from (
      select found.day
      from channel_seasons as played
      cross join lateral (
        select row.day from racer_days as row
        where row.channel_id = played.channel_id and row.season = played.season
          and row.day ${isThere} and row.day > '-infinity'
        order by row.day ${order}
        limit 1
      ) as found
      where played.channel_id = ${channelId} and played.season <= ${season}
      union all
      -- Days that are not written yet.
      select closing.day from day_closings as closing
      where closing.channel_id = ${channelId} and closing.season <= ${season}
        and closing.day ${isThere}
      union all
      (
        select ${marbleDayOf(sql`game.finished_at`)} from games as game
        where game.channel_id = ${channelId} and game.season <= ${season}
          and ${isGameThere} and ${isPublicGame(holds)}
        order by game.finished_at ${order}
        limit 1
      )
    ) as beside`.execute(db)
  return rows[0]?.day ?? null
}
