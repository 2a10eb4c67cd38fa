import { type RawBuilder, sql } from 'kysely'
import { type Person, racersOfPeople } from '../../domain/standings/person.ts'

/**
 * The people's results with a position, up to the season. Each has its `person`, and since when and until when the
 * login was theirs; the caller still has to compare that with the game's time. Games are joined by their id alone: with
 * channel and season beside it, PostgreSQL would expect one game where there are thousands.
 */
export function resultsOf(people: readonly Person[], season: number): RawBuilder<unknown> {
  return sql`
    select owned.person, owned.started_at, owned.ended_at, result.season, result.game_id,
      result.position
    from ${racersOfPeople(people)} as owned
    join game_results as result on result.racer_id = owned.racer_id
    where result.position is not null and result.season <= ${season}`
}
