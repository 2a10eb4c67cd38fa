/** Checks totals and days against games, and days against totals. docs/scoring.md, "A channel's season" and "Days". */
import { type RawBuilder, sql } from 'kysely'
import { marbleDayOf } from '../../domain/standings/marble-days.ts'
import {
  COUNTED_COLUMNS,
  COUNTED_SUMS,
  COUNTS_IN_SEASON,
} from '../../domain/standings/season-totals.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { Check } from './compare.ts'

const countedColumns = COUNTED_COLUMNS.map((name) => sql.ref(name))

/** The results that count, as `game` and `result`. */
const COUNTED_RESULTS = sql`
  from games as game
  join channels as channel on channel.id = game.channel_id
  left join channel_seasons as channel_season
    on channel_season.channel_id = game.channel_id and channel_season.season = game.season
  join game_results as result on result.channel_id = game.channel_id
    and result.season = game.season and result.game_id = game.id
  where ${COUNTS_IN_SEASON}`

const where = sql`format('Season %s of %s: the racer %s', season, channel.name, racer.login)`
const named = sql`
  join channels as channel on channel.id = channel_id join racers as racer on racer.id = racer_id`

/** Nothing else checks that racers exist; see decision 072. */
export const checkRacers: Check = async (db, differ) => {
  const tables = [
    'game_results',
    'checkpoint_hits',
    'event_racers',
    'racer_totals',
    'racer_days',
    'channel_racers',
  ]
  for (const table of tables) {
    await report(
      db,
      differ,
      sql`
        select distinct format('The table %s has rows of the racer %s, who does not exist.',
          ${table}::text, racer_id) as sentence
        from ${sql.table(table)} as row
        where not exists (select from racers where racers.id = row.racer_id)`,
    )
  }
  return { racers: await count(db, sql`racers`) }
}

export const checkRacerTotals: Check = async (db, differ) => {
  await report(
    db,
    differ,
    sql`
      with expected as (
        select game.channel_id, game.season, result.racer_id, ${sql.join(
          COUNTED_COLUMNS.map((name) => sql`${COUNTED_SUMS[name]} as ${sql.ref(name)}`),
        )}
        ${COUNTED_RESULTS}
        group by game.channel_id, game.season, result.racer_id
      )
      select ${where} || format(' has %s from games where the games say %s.',
        array[${sql.join(countedColumns.map((name) => sql`total.${name}`))}]::bigint[],
        array[${sql.join(countedColumns.map((name) => sql`expected.${name}`))}]::bigint[]) as sentence
      from racer_totals as total
      full join expected using (channel_id, season, racer_id)
      ${named}
      where (${sql.join(countedColumns.map((name) => sql`coalesce(total.${name}, 0)`))})
        <> (${sql.join(countedColumns.map((name) => sql`coalesce(expected.${name}, 0)`))})
        or total.racer_id is null
        or not (total.in_snapshot or total.counted_race_games + total.counted_royale_games > 0)`,
  )
  return { 'totals of racers': await count(db, sql`racer_totals`) }
}

/** Skips days that are waiting to be written, because they may be out of date. */
export const checkRacerDays: Check = async (db, differ) => {
  await report(
    db,
    differ,
    sql`
      with expected as (
        select game.channel_id, game.season, ${marbleDayOf(sql`game.finished_at`)} as day,
          result.racer_id, count(*) as games,
          coalesce(sum(result.points) filter (where game.mode = 'race'), 0) as race,
          coalesce(sum(result.points) filter (where game.mode = 'royale'), 0) as royale
        ${COUNTED_RESULTS}
        group by game.channel_id, game.season, day, result.racer_id
      )
      select ${where} || format(' has %s and %s points in %s games of %s where the games say %s and %s in %s.',
        known.game_race_points, known.game_royale_points, known.games, day,
        expected.race, expected.royale, expected.games) as sentence
      from racer_days as known
      full join expected using (channel_id, season, day, racer_id)
      ${named}
      where (coalesce(known.game_race_points, 0), coalesce(known.game_royale_points, 0), coalesce(known.games, 0))
          <> (coalesce(expected.race, 0), coalesce(expected.royale, 0), coalesce(expected.games, 0))
        and not exists (
          select from day_closings as later
          where (later.channel_id, later.season, later.day) = (channel.id, season, day)
        )`,
  )
  await report(
    db,
    differ,
    sql`
      with dated as (
        select channel_id, season, racer_id,
          sum(snapshot_race_points) as race, sum(snapshot_royale_points) as royale
        from racer_days group by channel_id, season, racer_id
      )
      select ${where} || format(' has %s and %s points of the snapshot where its days add up to %s and %s.',
        total.snapshot_race_points, total.snapshot_royale_points, dated.race, dated.royale) as sentence
      from racer_totals as total
      full join dated using (channel_id, season, racer_id)
      ${named}
      where (coalesce(total.snapshot_race_points, 0), coalesce(total.snapshot_royale_points, 0))
        <> (coalesce(dated.race, 0), coalesce(dated.royale, 0))`,
  )
  return { 'days of racers': await count(db, sql`racer_days`) }
}

async function report(
  db: Db,
  differ: (sentence: string) => void,
  question: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ sentence: string }>`${question} order by sentence`.execute(db)
  for (const { sentence } of rows) {
    differ(sentence)
  }
}

async function count(db: Db, table: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${table}`.execute(db)
  return rows[0]?.rows ?? 0
}
