/**
 * The order and ranks of stored boards; for racers who are not hidden the same as `compareRows` and
 * `rankRows` in the scoring package.
 */
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { sql } from 'kysely'
import { RACER_NAME } from '../people/racer-names.ts'

/**
 * The racer's name in lower case, which `compareRows` compares first. Logins and platforms are stored in lower case.
 */
const NAME_IN_LOWER_CASE = sql`(
  racer.login || case racer.platform when ${sql.lit(DEFAULT_PLATFORM)} then '' else ' (' || racer.platform || ')' end
)`

/**
 * The position of a query's `made` row with its `racer` and `joinTied`, from 1 without gaps. Among equals, hidden racers
 * come last. Disqualified rows come after all others.
 */
export const POSITION = sql<number>`row_number() over (order by
  made.is_disqualified,
  made.event_points desc,
  made.race_wins + made.royale_wins desc,
  made.race_games + made.royale_games,
  tied.number nulls first,
  ${NAME_IN_LOWER_CASE} collate "C",
  ${RACER_NAME} collate "C"
)`

/** Disqualified rows have no better rank than this one, or a small board would have them on its podium. */
const BELOW_PODIUM = 4

/** The rank of a query's `made` row, from 1; shared where tied. Disqualified rows share the one below all others. */
export const RANK = sql<number>`case
  when made.is_disqualified
    then greatest(${sql.lit(BELOW_PODIUM)}, 1 + count(*) filter (where not made.is_disqualified) over ())
  else rank() over (order by made.is_disqualified, made.event_points desc)
end`
