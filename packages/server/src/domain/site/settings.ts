import { SETTING_KEYS, type Settings } from '@rollcall/contract/admin'
import { sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'
import { createSeasonPartitions } from '../../platform/database/season-partitions.ts'

export interface CurrentSettings {
  season: number
  version: string
  /** The season for admins' tests; null if there is none. */
  devSeason: number | null
}

export async function seedSettings(
  db: Db,
  { firstSeason, now }: { firstSeason: number; now: Date },
): Promise<void> {
  if ((await listSettings(db)).season === '') {
    await createSeasonPartitions(db, firstSeason)
  }
  await db.transaction().execute(async (trx) => {
    const seeded = await trx
      .insertInto('settings')
      .values(
        SETTING_KEYS.map((key) => ({ key, value: key === 'season' ? String(firstSeason) : '' })),
      )
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .execute()
    if (seeded.some(({ key }) => key === 'season')) {
      await startSeason(trx, { season: firstSeason, now })
    }
  })
}

interface NewSeason {
  season: number
  now: Date
  /** The development season that is over with it. */
  clearedDevSeason?: string | null
}

export async function startSeason(trx: Db, started: NewSeason): Promise<void> {
  const { season, now, clearedDevSeason = null } = started
  const created = await trx
    .insertInto('seasons')
    .values({ number: season })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .execute()
  await trx
    .insertInto('season_starts')
    .values({
      season,
      since: now,
      is_new_season: created.length > 0,
      cleared_dev_season: clearedDevSeason,
    })
    .execute()
}

/** One change at a time, so that each sees the result of the previous one. Needs a transaction. */
export async function lockSettings(trx: Db): Promise<void> {
  await sql`lock table settings in share row exclusive mode`.execute(trx)
}

/**
 * Notes that a companion has been given the current season: from now on the change to it cannot be undone.
 *
 * @param isCompanion asked only if it still matters
 */
export async function getSettingsForCompanion(
  db: Db,
  { now, isCompanion }: { now: Date; isCompanion: () => Promise<boolean> },
): Promise<CurrentSettings> {
  const [latest] = await latestStarts(db).limit(1).execute()
  if (latest?.asked_at === null && (await isCompanion())) {
    await db.transaction().execute(async (trx) => {
      // Waits for a change, or the undo of one.
      await sql`lock table settings in row exclusive mode`.execute(trx)
      await sql`
        update season_starts set asked_at = ${now}
        where id = (select max(id) from season_starts) and asked_at is null`.execute(trx)
    })
  }
  return getSettings(db)
}

/** Newest first. */
export function latestStarts(db: Db) {
  return db.selectFrom('season_starts').selectAll().orderBy('id', 'desc')
}

export async function getSettings(db: Db): Promise<CurrentSettings> {
  const value = await listSettings(db)
  return {
    season: Number(value.season),
    version: value.version ?? '',
    devSeason: value.dev_season ? Number(value.dev_season) : null,
  }
}

/** Whether the season has changed since the installation. */
export async function hasSeasonChanged(db: Db): Promise<boolean> {
  const starts = await db.selectFrom('season_starts').select('id').limit(2).execute()
  return starts.length > 1
}

export async function listSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('settings').selectAll().orderBy('key').execute()
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  return Object.fromEntries(
    [...new Set([...SETTING_KEYS, ...stored.keys()])].map((key) => [key, stored.get(key) ?? '']),
  )
}

export async function saveSettings(trx: Db, changed: Settings): Promise<void> {
  for (const [key, value] of Object.entries(changed)) {
    await trx.updateTable('settings').set({ value }).where('key', '=', key).execute()
  }
  announce(trx, ['settings'])
}

/** Sets the version that companions are offered. Needs a transaction. */
export async function setVersion(trx: Db, version: string): Promise<void> {
  await saveSettings(trx, { version })
}

interface SeasonStart {
  season: number
  since: Date
}

/** In order; there is always at least one. */
export function listSeasonStarts(db: Db): Promise<SeasonStart[]> {
  return db
    .selectFrom('season_starts')
    .select(['season', 'since'])
    .orderBy('since')
    .orderBy('id')
    .execute()
}

/** The season that was current at an instant; before the first known start, the first season. */
export function seasonAt(starts: readonly SeasonStart[], instant: Date): number {
  const [first] = starts
  const start = starts.findLast(({ since }) => since <= instant || since <= (first?.since ?? since))
  if (start === undefined) {
    throw new Error('no season has begun')
  }
  return start.season
}
