/**
 * Checks what pages say about people against a plain recomputation from games, snapshots and login periods: their days,
 * positions and rivals. docs/scoring.md, Racers
 */
import { MOST_COMPARED_GAMES } from '@rollcall/contract/racers'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { listChannelRanks } from '../../domain/boards/channel-ranks.ts'
import { readSeasonBoard } from '../../domain/boards/racers.ts'
import { UNDATED } from '../../domain/standings/marble-days.ts'
import { getPerson, type Person } from '../../domain/standings/person.ts'
import { findDays } from '../../domain/standings/racer-days.ts'
import { findRivals } from '../../pages/racer/rivals.ts'
import type { Db } from '../../platform/database/schema.ts'
import { checkRankChanges, dayOf, isCounted } from './check-rank-changes.ts'
import type { Check, Differ } from './compare.ts'

/** Pages of everybody would take hours: these are the people whose logins changed last, and those who raced last. */
const MOST_PEOPLE = 100
const MOST_RIVALS_EACH = 3

interface Place {
  season: number
  /** Until then, all days have been written. */
  now: Date
}

export const checkPeople: Check = async (db, differ) => {
  const place = await findPlace(db)
  const people = await listUsers(db)
  for (const { id, login } of people) {
    const person = await getPerson(db, id)
    const named = `The page of ${login}`
    await checkDays(db, person, { differ, named, ...place })
    await checkPositions(db, person, { differ, named, ...place })
    await checkRivals(db, person, { differ, named, ...place })
  }
  return { people: people.length, 'changes by games': await checkRankChanges(db, differ) }
}

async function findPlace(db: Db): Promise<Place> {
  const { rows } = await sql<Place>`
    select (select value::integer from settings where key = 'season') as season,
      coalesce((select min(due_at) - interval '1 second' from day_closings), now()) as now`.execute(
    db,
  )
  const [place] = rows
  if (place === undefined) {
    throw new Error('a statement without a row')
  }
  return place
}

async function listUsers(db: Db): Promise<{ id: number; login: string }[]> {
  const { rows } = await sql<{ id: number; login: string }>`
    with known as (
      select period.user_id, max(period.ended_at) as changed_at,
        max((select max(game_id) from game_results where racer_id = racer.id)) as last_game
      from login_periods as period
      join racers as racer on racer.platform = period.platform and racer.login = period.login
      group by period.user_id
    )
    select id, login from users
    where id in (
        select user_id from known where changed_at is not null
        order by changed_at desc, user_id limit ${MOST_PEOPLE}
      )
      or id in (
        select user_id from known where last_game is not null
        order by last_game desc, user_id limit ${MOST_PEOPLE}
      )
    order by id`.execute(db)
  return rows
}

interface Checked extends Place {
  differ: Differ
  named: string
}

/** Pages ask on connections of the pool, but everything here is in one transaction. */
const inTransaction = (db: Db) => {
  const pool = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, values)),
  }
  return { db, pool: pool as unknown as pg.Pool }
}

/** What games gave the person, by their instant: `season`, `channel_id`, `finished_at`, `points`. */
const played = ({ userId }: Person): RawBuilder<unknown> => sql`
  select game.season, game.channel_id, game.finished_at, result.points
  from login_periods as period
  join racers as racer on racer.platform = period.platform and racer.login = period.login
  join game_results as result on result.racer_id = racer.id
  join games as game on game.id = result.game_id
  join channels as channel on channel.id = game.channel_id
  join channel_seasons as summed
    on summed.channel_id = game.channel_id and summed.season = game.season
  where period.user_id = ${userId} and ${isCounted}
    and (period.started_at is null or game.finished_at >= period.started_at)
    and (period.ended_at is null or game.finished_at < period.ended_at)`

/** What snapshots gave the person, by season: `season`, `channel_id`, `points`. */
const uploaded = ({ userId }: Person): RawBuilder<unknown> => sql`
  select total.season, total.channel_id,
    case when total.snapshot_race_points is not null or total.snapshot_royale_points is not null
      then coalesce(total.snapshot_race_points, 0) + coalesce(total.snapshot_royale_points, 0)
    end as points
  from login_periods as period
  join racers as racer on racer.platform = period.platform and racer.login = period.login
  join racer_totals as total on total.racer_id = racer.id and total.in_snapshot
  where period.user_id = ${userId}
    and (period.first_season is null or period.first_season <= total.season)
    and (period.last_season is null or period.last_season >= total.season)`

/**
 * Snapshots' share of the person's days, as stored: no file says on which day a snapshot's points were made, also those
 * of somebody whom the latest snapshot lacks. `season`, `day`, `points`.
 */
const snapshotsOnDays = ({ userId }: Person): RawBuilder<unknown> => sql`
  select row.season, row.day, row.snapshot_race_points + row.snapshot_royale_points as points
  from login_periods as period
  join racers as racer on racer.platform = period.platform and racer.login = period.login
  join racer_days as row on row.racer_id = racer.id and row.day <> ${UNDATED}::date
  where period.user_id = ${userId}
    and (period.first_season is null or period.first_season <= row.season)
    and (period.last_season is null or period.last_season >= row.season)`

/** Both, by season and channel: `season`, `channel_id`, `points`. */
const earned = (person: Person): RawBuilder<unknown> => sql`
  select season, channel_id, sum(points) as points
  from (
    select season, channel_id, points from (${played(person)}) as played
    union all
    select season, channel_id, points from (${uploaded(person)}) as uploaded
  ) as part
  group by season, channel_id`

async function checkDays(db: Db, person: Person, checked: Checked): Promise<void> {
  const { differ, named, season, now } = checked
  const { days } = await findDays(inTransaction(db), person, { season, now, isShown: undefined })
  const { rows: inSeasons } = await sql<{ named: string; points: number }>`
    select 'all days of Season ' || season as named, coalesce(sum(points), 0) as points
    from (${earned(person)}) as earned
    where season <= ${season} group by season`.execute(db)
  const { rows: onDays } = await sql<{ named: string; points: number }>`
    select day || ' of Season ' || season as named, coalesce(sum(points), 0) as points
    from (
      select season, ${dayOf(sql`finished_at`)} as day, points from (${played(person)}) as played
      union all
      select * from (${snapshotsOnDays(person)}) as snapshots
    ) as part
    where season <= ${season}
    group by season, day`.execute(db)
  const right = new Map([...inSeasons, ...onDays].map((row) => [row.named, row.points]))
  const said = new Map<string, number>()
  const add = (to: string, points: number) => said.set(to, (said.get(to) ?? 0) + points)
  for (const day of days) {
    add(`all days of Season ${day.season}`, day.points)
    if (day.day !== null) add(`${day.day} of Season ${day.season}`, day.points)
  }
  for (const when of new Set([...right.keys(), ...said.keys()])) {
    const points = said.get(when) ?? 0
    const expected = right.get(when) ?? 0
    if (points !== expected) {
      differ(
        `${named} has ${points} points on ${when} where their games and snapshots say ${expected}.`,
      )
    }
  }
}

async function checkPositions(
  db: Db,
  person: Person,
  { differ, named, season, now }: Checked,
): Promise<void> {
  const { channels } = await listChannelRanks(
    {
      ...inTransaction(db),
      racerBoards: { inSeason: (asked) => readSeasonBoard(db, asked), upToSeason: notAsked },
    },
    person,
    { season, currentSeason: season, now, most: 1_000 },
  )
  const { rows } = await sql<{ channelId: number; points: number }>`
    select channel_id as "channelId", points from (${earned(person)}) as earned
    where season = ${season} and points is not null`.execute(db)
  const expected = new Map(rows.map(({ channelId, points }) => [channelId, points]))
  const isAlone = person.racers.every(({ from, until }) => from === null && until === null)
  for (const { channelId, points, rank } of channels) {
    const ahead = await countAhead(db, { channelId, season, points })
    // If a login has changed hands, its points may be those of a row with several owners.
    // Without any known number, games of one mode alone give 0 points.
    const right = expected.get(channelId) ?? 0
    expected.delete(channelId)
    if (isAlone && points !== right) {
      differ(
        `${named} has ${points} points on the channel ${channelId} where their games and snapshots say ${right}.`,
      )
    }
    if (rank !== null && rank !== 1 + ahead) {
      differ(
        `${named} says rank ${rank} on the channel ${channelId} where games and snapshots say ${1 + ahead}.`,
      )
    }
  }
  for (const [channelId, points] of expected) {
    differ(
      `${named} lacks the channel ${channelId} where their games and snapshots say ${points} points.`,
    )
  }
}

const notAsked = (): never => {
  throw new Error('a board of all seasons, for which nobody asked')
}

/** Racers with more points. The person's own other logins never have more than all of them together. */
async function countAhead(
  db: Db,
  { channelId, season, points }: { channelId: number; season: number; points: number },
): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    select count(*) as ahead
    from (
      select racer_id
      from (
        select result.racer_id, result.points
        from games as game
        join game_results as result on result.game_id = game.id
        join channels as channel on channel.id = game.channel_id
        join channel_seasons as summed
          on summed.channel_id = game.channel_id and summed.season = game.season
        where game.channel_id = ${channelId} and game.season = ${season} and ${isCounted}
        union all
        select racer_id, coalesce(snapshot_race_points, 0) + coalesce(snapshot_royale_points, 0)
        from racer_totals
        where channel_id = ${channelId} and season = ${season} and in_snapshot
      ) as part
      where not exists (
        select from off_boards as off where off.channel_id = ${channelId} and off.racer_id = part.racer_id
      )
      group by racer_id
      having sum(points) > ${points}
    ) as ahead`.execute(db)
  return rows[0]?.ahead ?? 0
}

/** The person's results in games that count somewhere: `game_id`, `finished_at` and `position`. */
const results = ({ userId, racers }: Person, season: number): RawBuilder<unknown> =>
  userId === null
    ? sql`
        select game.id as game_id, game.finished_at, result.position
        from game_results as result
        join games as game on game.id = result.game_id
        where result.racer_id = any(${racers.map(({ racerId }) => racerId)}::integer[])
          and game.is_rankable and game.season <= ${season}`
    : sql`
        select game.id as game_id, game.finished_at, result.position
        from login_periods as period
        join racers as racer on racer.platform = period.platform and racer.login = period.login
        join game_results as result on result.racer_id = racer.id
        join games as game on game.id = result.game_id
        where period.user_id = ${userId} and game.is_rankable and game.season <= ${season}
          and (period.started_at is null or game.finished_at >= period.started_at)
          and (period.ended_at is null or game.finished_at < period.ended_at)`

/** Whom they have met, by the games that both played, and whether it was lately. */
async function checkRivals(
  db: Db,
  person: Person,
  { differ, named, season }: Checked,
): Promise<void> {
  const rivals = await findRivals(db, person, { season, holds: [] })
  for (const { rival, games, ahead, behind } of rivals.slice(0, MOST_RIVALS_EACH)) {
    const { rows } = await sql<{ games: number; ahead: number; behind: number; lately: number }>`
      with mine as (${results(person, season)}),
      theirs as (${results(rival, season)}),
      latest as (
        select game_id from mine group by game_id, finished_at
        order by finished_at desc, game_id desc limit 100
      ),
      compared as (
        select game_id, position from mine where position is not null
        order by finished_at desc, game_id desc, position limit ${MOST_COMPARED_GAMES}
      ),
      met as (
        select game_id, min(compared.position) as own, min(theirs.position) as other
        from compared join theirs using (game_id)
        where theirs.position is not null
        group by game_id
      )
      select count(*) as games, count(*) filter (where own < other) as ahead,
        count(*) filter (where own > other) as behind,
        count(*) filter (where game_id in (select game_id from latest)) as lately
      from met`.execute(db)
    const [met] = rows
    const said = [games, ahead, behind].join(', ')
    const right = [met?.games, met?.ahead, met?.behind].join(', ')
    if (said !== right || met?.lately === 0) {
      differ(
        `${named} has the rival ${rival.address.login} with ${said} where the games say ${right}, ${met?.lately} of them lately.`,
      )
    }
  }
}
