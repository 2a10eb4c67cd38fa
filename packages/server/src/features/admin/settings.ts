/** The settings an admin keeps; the first of them is the current season. */
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

export interface Settings {
  season: number
  version: string
  /** A season that admins try things in; null where there is none. */
  devSeason: number | null
}

/** Gives a new installation its settings; leaves those of an old one as they are. */
export async function seedSettings(
  db: Db,
  { firstSeason, now }: { firstSeason: number; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('settings')
      .values([
        { key: 'season', value: String(firstSeason) },
        { key: 'version', value: '' },
        { key: 'dev_season', value: '' },
        { key: 'dev_version', value: '' },
      ])
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const { season } = await getSettings(trx)
    await trx
      .insertInto('seasons')
      .values({ number: season, current_since: now })
      .onConflict((conflict) =>
        conflict
          .column('number')
          .doUpdateSet({ current_since: now })
          .where('seasons.current_since', 'is', null),
      )
      .execute()
  })
}

export async function getSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('settings').selectAll().execute()
  const value = new Map(rows.map((row) => [row.key, row.value]))
  const devSeason = value.get('dev_season')
  return {
    season: Number(value.get('season')),
    version: value.get('version') ?? '',
    devSeason: devSeason ? Number(devSeason) : null,
  }
}

/** The season that was current at an instant; before the first one that is known, that one. */
export async function findSeasonAt(db: Db, instant: Date): Promise<number> {
  const { number } = await db
    .selectFrom('seasons')
    .select('number')
    .where('current_since', 'is not', null)
    .orderBy((order) => order('current_since', '<=', instant), 'desc')
    .orderBy(sql`case when current_since <= ${instant} then current_since end`, 'desc')
    .orderBy('current_since')
    .limit(1)
    .executeTakeFirstOrThrow()
  return number
}
