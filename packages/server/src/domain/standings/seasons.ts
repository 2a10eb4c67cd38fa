/** Which seasons there are, and which one boards open with. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { getSettings } from '../site/settings.ts'

/** The current season and earlier ones that have results, newest first. */
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

interface OpeningSeason {
  season: number
  /** Whether it is the current one. */
  isRunning: boolean
}

/**
 * The season that boards open with: the current one, or the latest with results if it has none yet. If there are no
 * results at all, the current one.
 */
export function findOpeningSeason(db: Db): Promise<OpeningSeason> {
  return findLatest(db, sql`true`)
}

/** The same for a single channel's boards, by its own results. */
export function findOpeningSeasonOf(db: Db, channelId: number): Promise<OpeningSeason> {
  return findLatest(db, sql`channel_id = ${channelId}`)
}

async function findLatest(db: Db, which: RawBuilder<unknown>): Promise<OpeningSeason> {
  const { season: current } = await getSettings(db)
  const { rows } = await sql<{ season: number | null }>`
    select max(season) as season from channel_seasons
    where season <= ${current} and ${which}`.execute(db)
  const season = rows[0]?.season ?? current
  return { season, isRunning: season === current }
}
