/**
 * Writes days when they close, and again when later data arrives for them: each racer's games of the day, and the
 * points so far and the rank at the close. docs/scoring.md, Days.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { claimDue, DueJobs, type DueQueue } from '../../platform/database/due-jobs.ts'
import { withHashJoins } from '../../platform/database/hash-joins.ts'
import type { Db } from '../../platform/database/schema.ts'
import { GAME_RESULTS } from './game-results.ts'
import { beginningOf } from './marble-days.ts'
import { isOnBoards } from './off-boards.ts'
import { COUNTS_IN_SEASON } from './season-totals.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'warn'>

export function startClosingDays(app: FastifyInstance, context: Context): void {
  const { db, warn } = context
  const queue = makeQueue(context)
  new DueJobs({ name: 'Days to close', db, queue, take: () => closeNextDay(context), warn }).start(
    app,
  )
}

/** Locks the channel, as uploads do, so that nothing on it changes meanwhile. */
const makeQueue = ({ now }: Pick<Context, 'now'>): DueQueue => ({
  from: sql`day_closings as job join channels as channel on channel.id = job.channel_id`,
  isWaiting: sql<boolean>`true`,
  dueAt: sql<Date>`job.due_at`,
  now: () => sql<Date>`${now()}::timestamptz`,
})

/** Writes the next day that is due unless another process is writing it. Returns how many it wrote, 1 or 0. */
export async function closeNextDay(context: Context): Promise<number> {
  return context.db.transaction().execute(async (trx) => {
    const [id] = await claimDue(trx, makeQueue(context), 1)
    if (id === undefined) {
      return 0
    }
    const day = await trx
      .deleteFrom('day_closings')
      .where('id', '=', id)
      .returning(['channel_id as channelId', 'season', 'day'])
      .executeTakeFirstOrThrow()
    await withHashJoins(trx, async () => {
      await writeGames(trx, day)
      await writeRanks(trx, day)
    })
    return 1
  })
}

interface Day {
  channelId: number
  season: number
  /** YYYY-MM-DD */
  day: string
}

const isDay = ({ channelId, season, day }: Day) =>
  sql`channel_id = ${channelId} and season = ${season} and day = ${day}::date`

/** The results that count, as `game` and `result`. */
const countedResults = ({ channelId, season }: Day) => sql`
  from games as game
  join channels as channel on channel.id = game.channel_id
  join channel_seasons as channel_season
    on channel_season.channel_id = game.channel_id and channel_season.season = game.season
  cross join lateral (${GAME_RESULTS}) as result
  where game.channel_id = ${channelId} and game.season = ${season} and ${COUNTS_IN_SEASON}`

async function writeGames(trx: Db, day: Day): Promise<void> {
  const { channelId, season } = day
  const begin = beginningOf(sql`${day.day}::date`)
  const end = beginningOf(sql`(${day.day}::date + 1)`)
  await sql`
    update racer_days set games = 0, game_race_points = 0, game_royale_points = 0
    where ${isDay(day)} and games > 0`.execute(trx)
  await sql`
    insert into racer_days (channel_id, season, day, racer_id, games, game_race_points, game_royale_points)
    select ${channelId}::integer, ${season}::integer, ${day.day}::date, result.racer_id, count(*),
      coalesce(sum(result.points) filter (where game.mode = 'race'), 0),
      coalesce(sum(result.points) filter (where game.mode = 'royale'), 0)
    ${countedResults(day)} and game.finished_at >= ${begin} and game.finished_at < ${end}
    group by result.racer_id
    on conflict (channel_id, season, day, racer_id) do update set games = excluded.games,
      game_race_points = excluded.game_race_points, game_royale_points = excluded.game_royale_points`.execute(
    trx,
  )
  await sql`
    delete from racer_days
    where ${isDay(day)} and games = 0 and snapshot_race_points = 0 and snapshot_royale_points = 0`.execute(
    trx,
  )
}

/**
 * Writes points so far and rank into rows that do not have them yet. The numbers at the close are the present numbers
 * minus everything played or gained since. Once written, they never change. Ranks count those ahead who are on the
 * channel's boards.
 */
async function writeRanks(trx: Db, day: Day): Promise<void> {
  const { channelId, season } = day
  const { rows: open } = await sql`
    select from racer_days where ${isDay(day)} and rank is null limit 1`.execute(trx)
  if (open.length === 0) {
    return
  }
  await sql`
    with later as (
      select racer_id, sum(points) as points
      from (
        select result.racer_id, result.points
        ${countedResults(day)} and game.finished_at >= ${beginningOf(sql`(${day.day}::date + 1)`)}
        union all
        select racer_id, snapshot_race_points + snapshot_royale_points
        from racer_days
        where channel_id = ${channelId} and season = ${season} and day > ${day.day}::date
      ) as earned
      group by racer_id
    ),
    at_close as (
      select racer_id, total.points - coalesce(later.points, 0) as points,
        1 + count(*) filter (where ${isOnBoards(sql`${channelId}::integer`, sql`total.racer_id`)}) over (
          order by total.points - coalesce(later.points, 0) desc
          range between unbounded preceding and current row exclude group
        ) as rank
      from racer_totals as total left join later using (racer_id)
      where total.channel_id = ${channelId} and total.season = ${season}
    )
    update racer_days as row set points_so_far = at_close.points, rank = at_close.rank
    from at_close
    where row.channel_id = ${channelId} and row.season = ${season} and row.day = ${day.day}::date
      and row.racer_id = at_close.racer_id and row.rank is null`.execute(trx)
}
