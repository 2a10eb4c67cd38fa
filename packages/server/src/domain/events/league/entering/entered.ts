/** Which racers count in a league whose rules say that only entrants do. */
import { type RawBuilder, sql } from 'kysely'

/** Whether the rules of the query's `series` say so. */
export const IS_FOR_ENTRANTS = sql<boolean>`(
  coalesce((series.league_rules ->> 'entrants')::boolean, false)
)`

/**
 * Whether the only `owner` of a login had entered the league when the round opened. Also if they have withdrawn, or have
 * been deleted, since then.
 */
export const hadEntered = (
  { seriesId, startsAt }: { seriesId: number; startsAt: Date },
  owner: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  ${owner}.owners = 1 and exists (
    select from league_entries as entry
    where entry.series_id = ${seriesId} and entry.kind = 'racer'
      and entry.user_id = ${owner}.user_id and entry.entered_at <= ${startsAt}
      and (entry.left_at is null or entry.left_at > ${startsAt})
  )
)`
