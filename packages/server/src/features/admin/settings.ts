/** The settings an admin keeps; the first of them is the current season. */
import type { Db } from '../../app-context.ts'

export interface Settings {
  season: number
  version: string
  /** A season that admins try things in; null where there is none. */
  devSeason: number | null
}

/** Gives a new installation its settings; leaves those of an old one as they are. */
export async function seedSettings(db: Db, firstSeason: number): Promise<void> {
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
      .values({ number: season })
      .onConflict((conflict) => conflict.doNothing())
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
