import { type LeaderboardConfiguration, readConfiguration } from '@rollcall/scoring/configuration'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { countingConfiguration } from '../scoring/counting-configuration.ts'

interface EventToScore {
  id: number
  startsAt: Date
  endsAt: Date
  /** The version that counts. */
  configuration: LeaderboardConfiguration
  /** Which games count is prescribed. */
  isPrescribed: boolean
}

export async function findEventToScore(db: Db, eventId: number): Promise<EventToScore | null> {
  const row = await db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      countingConfiguration.as('configuration'),
      sql<boolean>`event.prescription is not null`.as('isPrescribed'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row ? { ...row, configuration: readConfiguration(row.configuration) } : null
}
