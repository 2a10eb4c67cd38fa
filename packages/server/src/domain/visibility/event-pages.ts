/** Which events everybody finds, which have a page at an address, and whose names somebody may know. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { eventRight } from '../rights/event.ts'
import type { Viewer } from '../rights/roles.ts'

/** The token in the address of the page that the query's `show` has for everybody; null if it has none. */
export const PUBLIC_TOKEN = sql<
  string | null
>`(case when show.is_public then show.public_token end)`

/** The same of a show that has been read. */
export function publicTokenOf({
  publicToken,
  settings,
}: {
  publicToken: string | null
  settings: { isPublic: boolean }
}): string | null {
  return settings.isPublic ? publicToken : null
}

/** Whether everybody finds that page. */
export const isListed = sql<boolean>`(show.is_listed and ${PUBLIC_TOKEN} is not null)`

interface NamedShow {
  eventId: number
  name: string
  /** null: the show has no public page. */
  publicToken: string | null
}

/**
 * Those of the events that the viewer may know: listed ones, and those whose boards the viewer may see. The
 * organiser of an event that is not listed decides who gets its link.
 */
export async function nameShows(
  db: Db,
  { eventIds, viewer }: { eventIds: readonly number[]; viewer: Viewer | null },
): Promise<NamedShow[]> {
  const { rows } = await sql<NamedShow>`
    select event.id as "eventId", event.name,
      ${PUBLIC_TOKEN} as "publicToken"
    from events as event
    join shows as show on show.event_id = event.id
    where event.id = any(${eventIds}::integer[]) and (
      ${isListed} or ${viewer === null ? sql`false` : eventRight('see boards', viewer)}
    )
    order by event.starts_at, event.id`.execute(db)
  return rows
}
