import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'

/** The names of the bonuses that organisers of the event's league give by hand; none without a league. */
export async function listHandBonuses(db: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select bonus.name from events as event
    join event_series as series on series.id = event.series_id
    cross join jsonb_to_recordset(coalesce(series.league_rules::jsonb -> 'bonuses', '[]'))
      with ordinality as bonus (name text, by text, number)
    where event.id = ${eventId} and bonus.by = 'hand'
    order by bonus.number`.execute(db)
  return rows.map(({ name }) => name)
}
