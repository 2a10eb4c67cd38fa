/** Which people others find by their names, and can therefore name to the server. */
import { type RawBuilder, sql } from 'kysely'
import { ownsEvent } from '../rights/event.ts'

/**
 * Whether the asker may know that the query's `user` exists. Somebody who hides their name as a racer is known only under
 * a name that is public anyway, as a streamer, an organiser or a participant.
 */
export const isFound = (askerId: number): RawBuilder<boolean> => sql<boolean>`(
  "user".deleted_at is null and (
    "user".hides_name_since is null or "user".id = ${askerId}
    or exists (select from channels where user_id = "user".id)
    or exists (select from events as event where ${ownsEvent(sql`"user".id`)})
    or exists (select from event_participants where user_id = "user".id)
  )
)`
