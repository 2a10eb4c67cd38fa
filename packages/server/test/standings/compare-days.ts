/** Compares the stored days with the model's, and checks what `npm run verify` checks. */
import { sql } from 'kysely'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { type DayOfRacer, daysOf } from './days.ts'
import { expectSame } from './first-difference.ts'
import type { Stage } from './stage.ts'
import { channelNames } from './world.ts'

/**
 * Closes every day first, including days that are not over yet.
 *
 * @throws Error with the first difference
 */
export async function compareDays(stage: Stage): Promise<void> {
  const { context, clock } = stage.server
  const later = new Date(clock.now().getTime() + 30 * 24 * 60 * 60_000)
  await closeDays({ ...context, now: () => later })
  expectSame('the days', await storedDays(stage), daysOf(stage.world).toSorted(byName))
  const { differences } = await findDifferences(context.db, context.config)
  expectSame('what verify finds', differences, [])
}

async function storedDays({ server, world }: Stage): Promise<DayOfRacer[]> {
  const { rows } = await sql<DayOfRacer>`
    select channel.login as channel, season, racer.platform, racer.login, day::text,
      game_race_points + game_royale_points as "gamePoints"
    from racer_days
    join channels as channel on channel.id = channel_id
    join racers as racer on racer.id = racer_id
    where games > 0 and channel.login = any(${channelNames(world)}::text[])`.execute(
    server.context.db,
  )
  return rows.toSorted(byName)
}

/** Sorts by all fields, because two channels may have the same login. */
function byName(one: DayOfRacer, other: DayOfRacer): number {
  const nameOf = (day: DayOfRacer) => JSON.stringify(Object.entries(day).toSorted())
  return nameOf(one) < nameOf(other) ? -1 : 1
}
