/** Configurations of a league's rounds, for the organiser of its next season. docs/decisions/175 */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { copyConfiguration } from '../../scoring/queries.ts'

export interface CopiedConfiguration {
  id: number
  name: string
  copyId: number
}

/**
 * What somebody else owns is copied to the organiser's own configurations: the new season must not change, nor have to
 * stay, because of what its former owner does.
 */
export async function copyConfigurations(
  trx: Db,
  { seriesId, organiserId, now }: { seriesId: number; organiserId: number; now: Date },
): Promise<CopiedConfiguration[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select configuration.id, configuration.name
    from leaderboard_configurations as configuration
    where not configuration.is_default
      and configuration.owner_id is distinct from ${organiserId}
      and exists (
        select from events as event
        where event.series_id = ${seriesId} and event.configuration_id = configuration.id
      )
    order by configuration.id
    for key share`.execute(trx)
  const copied: CopiedConfiguration[] = []
  for (const { id, name } of rows) {
    copied.push({
      id,
      name,
      copyId: await copyConfiguration(trx, { id, ownerId: organiserId, now }),
    })
  }
  return copied
}
