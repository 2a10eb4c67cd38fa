import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'

/** The names of the bonuses that organisers of the event's league give by hand; none without a league. */
export async function listHandBonuses(db: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select listed.bonus ->> 'name' as name from events as event
    join event_series as series on series.id = event.series_id
    cross join jsonb_array_elements(coalesce(series.league_rules::jsonb -> 'bonuses', '[]'))
      with ordinality as listed (bonus, number)
    where event.id = ${eventId} and listed.bonus ->> 'by' = 'hand'
    order by listed.number`.execute(db)
  return rows.map(({ name }) => name)
}
