/** The racers for the bench of season uploads, and the server's half of it, which inserts the same rows directly. */
import { insertRacers } from '@rollcall/server/features/standings/racers'
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'

export const SEASON = 75
export const RACERS = 2_000
/** More people than one channel has, so that channels share some. */
const PEOPLE = 20_000
/** How many numbers a racer has, in the order of the table's columns from race_points to crown_wins. */
const NUMBERS = 7

export interface RawInput {
  /** The channels' numbers, which determine their rows. */
  channels: readonly number[]
  atOnce: number
}

interface BenchRacer {
  login: string
  numbers: readonly number[]
}

export function makeRacers(channel: number): BenchRacer[] {
  return Array.from({ length: RACERS }, (_, index) => ({
    login: `${['marble', 'speedy_', 'rolling_'][index % 3]}racer_${(channel * 977 + index) % PEOPLE}`,
    numbers: Array.from(
      { length: NUMBERS },
      (_, column) => (channel * 31 + index * 7 + column) % 900,
    ),
  }))
}

/** Runs the tasks, `atOnce` at a time. */
export async function runAtOnce(tasks: (() => Promise<void>)[], atOnce: number): Promise<void> {
  const queue = [...tasks]
  const work = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** How long it takes to insert the rows of new channels with one statement each, in milliseconds. */
export async function insertRaw(
  { context: { db } }: RunningServer,
  { channels, atOnce }: RawInput,
): Promise<number> {
  const inserts = await Promise.all(
    channels.map(async (channel) => {
      const name = `raw_${channel}`
      const { rows } = await sql<{ id: number }>`
        insert into channels (platform, login, name) values ('twitch', ${name}, ${name})
        returning id`.execute(db)
      const id = rows[0]?.id ?? 0
      await sql`
        insert into channel_seasons
          (channel_id, season, points, total_games, points_per_game, source, marble_day,
           snapshot_hash, racer_count)
        values (${id}, ${SEASON}, 1, 1, 1, 'snapshot', current_date, '', ${RACERS})`.execute(db)
      const racers = makeRacers(channel)
      await insertRacers(
        db,
        racers.map(({ login }) => ({ platform: 'twitch', login, displayName: login })),
      )
      return async () => {
        const columns = Array.from(
          { length: NUMBERS },
          (_, column) => sql`${racers.map(({ numbers }) => numbers[column] ?? 0)}::integer[]`,
        )
        await sql`
          insert into racer_totals
            (channel_id, season, in_snapshot, racer_id, snapshot_race_points, snapshot_race_wins,
             snapshot_race_games, snapshot_royale_points, snapshot_royale_wins,
             snapshot_royale_games, snapshot_crown_wins)
          select ${id}::integer, ${SEASON}::integer, true, racer.id, a, b, c, d, e, f, g
          from unnest(
            ${racers.map(({ login }) => login)}::text[], ${sql.join(columns)}
          ) as t (login, a, b, c, d, e, f, g)
          join racers as racer on racer.platform = 'twitch' and racer.login = t.login`.execute(db)
      }
    }),
  )
  const start = performance.now()
  await runAtOnce(inserts, atOnce)
  return performance.now() - start
}
