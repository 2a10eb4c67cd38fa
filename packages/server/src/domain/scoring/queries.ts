import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listConfigurations, RescoredEvent } from '@rollcall/contract/scoring'
import {
  type LeaderboardConfiguration,
  readConfiguration,
  STANDARD_CONFIGURATION,
} from '@rollcall/scoring/configuration'
import { sql } from 'kysely'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'

export interface StoredConfiguration {
  id: number
  ownerId: number | null
  isDefault: boolean
  version: number
  config: LeaderboardConfiguration
}

/** Runs at start: gives a fresh installation one configuration that everybody may use. */
export async function seedStandardConfiguration(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two servers may start at once with one database; the second must find the configuration of the first.
    await sql`lock table leaderboard_configurations in share row exclusive mode`.execute(trx)
    const any = await trx
      .selectFrom('leaderboard_configurations')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (any === undefined) {
      await createConfiguration(trx, {
        ownerId: null,
        isDefault: true,
        config: STANDARD_CONFIGURATION,
        now,
      })
    }
  })
}

/** How many places' points a list names. */
const NAMED_POSITIONS = 3

/** The configurations that the user may choose, in their current versions. */
const selectUsable = (db: Db, userId: number) =>
  db
    .selectFrom('leaderboard_configurations as configuration')
    .innerJoin('leaderboard_configuration_versions as latest', (join) =>
      join
        .onRef('latest.configuration_id', '=', 'configuration.id')
        .onRef('latest.version', '=', 'configuration.version'),
    )
    .where((where) =>
      where.or([
        where('configuration.is_default', '=', true),
        where('configuration.owner_id', '=', userId),
      ]),
    )

export async function listConfigurationsFor(
  db: Db,
  userId: number,
): Promise<ResponseOf<typeof listConfigurations>> {
  const rows = await selectUsable(db, userId)
    .select([
      'configuration.id',
      'configuration.name',
      'configuration.is_default as isDefault',
      'latest.config',
      sql<number | null>`case when configuration.owner_id = ${userId} then (
        select count(*) from events as event where event.configuration_id = configuration.id
      ) end`.as('eventCount'),
    ])
    .orderBy('configuration.is_default', 'desc')
    .orderBy(sql`lower(configuration.name)`)
    .orderBy('configuration.id')
    .execute()
  return rows.map(({ config, ...row }) => {
    const { gameModes, positions } = readConfiguration(config)
    const first = positions.slice(0, NAMED_POSITIONS).map(({ points }) => points)
    return { ...row, gameModes, positions: { first, count: positions.length } }
  })
}

/**
 * With `change`, others cannot change, delete or choose it; with `use`, they cannot delete it. Lock before reading: a
 * statement that reads and has to wait would not see the version that it waited for.
 */
export async function lockConfiguration(trx: Db, id: number, to: 'change' | 'use'): Promise<void> {
  await trx
    .selectFrom('leaderboard_configurations')
    .select('id')
    .where('id', '=', id)
    .$if(to === 'change', (query) => query.forUpdate())
    .$if(to === 'use', (query) => query.forKeyShare())
    .execute()
}

export async function findConfigurationFor(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<StoredConfiguration | null> {
  const row = await selectUsable(db, userId)
    .select([
      'configuration.id',
      'configuration.owner_id as ownerId',
      'configuration.is_default as isDefault',
      'configuration.version',
      'latest.config',
    ])
    .where('configuration.id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, config: readConfiguration(row.config) } : null
}

export async function createConfiguration(
  db: Db,
  made: { ownerId: number | null; isDefault: boolean; config: LeaderboardConfiguration; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('leaderboard_configurations')
    .values({
      owner_id: made.ownerId,
      is_default: made.isDefault,
      name: made.config.name,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addVersion(db, { id, version: 1, config: made.config, now: made.now })
  return id
}

/** Somebody's own, with the latest version of another one. @returns its id */
export async function copyConfiguration(
  db: Db,
  { id, ownerId, now }: { id: number; ownerId: number; now: Date },
): Promise<number> {
  const { config } = await db
    .selectFrom('leaderboard_configurations as configuration')
    .innerJoin('leaderboard_configuration_versions as latest', (join) =>
      join
        .onRef('latest.configuration_id', '=', 'configuration.id')
        .onRef('latest.version', '=', 'configuration.version'),
    )
    .select('latest.config')
    .where('configuration.id', '=', id)
    .executeTakeFirstOrThrow()
  return createConfiguration(db, {
    ...{ ownerId, isDefault: false, config: readConfiguration(config), now },
  })
}

export async function changeConfiguration(
  db: Db,
  stored: StoredConfiguration,
  change: { isDefault: boolean; config: LeaderboardConfiguration; ownerId: number; now: Date },
): Promise<void> {
  const { config, isDefault, now } = change
  const version = await addNextVersion(db, stored, { config, now })
  await db
    .updateTable('leaderboard_configurations')
    .set({
      name: config.name,
      is_default: isDefault,
      version,
      // If the default configuration has no owner, an admin who makes it an ordinary one becomes its owner.
      owner_id: stored.ownerId ?? (isDefault ? null : change.ownerId),
    })
    .where('id', '=', stored.id)
    .execute()
  const using = await listEventsUsing(db, { configurationId: stored.id, now })
  announce(
    db,
    using.map(({ id }) => `event:${id}/details` as const),
  )
}

/** With which the events that use the configuration are scored from now on. @returns its number */
export async function addNextVersion(
  db: Db,
  { id, version }: StoredConfiguration,
  { config, now }: { config: LeaderboardConfiguration; now: Date },
): Promise<number> {
  const next = version + 1
  await addVersion(db, { id, version: next, config, now })
  return next
}

async function addVersion(
  db: Db,
  added: { id: number; version: number; config: LeaderboardConfiguration; now: Date },
): Promise<void> {
  await db
    .insertInto('leaderboard_configuration_versions')
    .values({
      configuration_id: added.id,
      version: added.version,
      config: JSON.stringify(added.config),
      created_at: added.now,
    })
    .execute()
}

export async function listEventsUsing(
  db: Db,
  { configurationId, now }: { configurationId: number; now: Date },
): Promise<RescoredEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'name', sql<boolean>`ends_at <= ${now}`.as('isFinished')])
    .where('configuration_id', '=', configurationId)
    .orderBy('ends_at')
    .orderBy('id')
    .execute()
}

const MAX_NAMED_USES = 3

export async function findUses(
  db: Db,
  configurationId: number,
): Promise<{ eventCount: number; names: string[] }> {
  const events = await db
    .selectFrom('events')
    .select(['name', sql<number>`count(*) over ()`.as('eventCount')])
    .where('configuration_id', '=', configurationId)
    .orderBy('id', 'desc')
    .limit(MAX_NAMED_USES)
    .execute()
  return { eventCount: events[0]?.eventCount ?? 0, names: events.map(({ name }) => name) }
}
