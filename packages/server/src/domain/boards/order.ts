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
 * come last.
 */
export const POSITION = sql<number>`row_number() over (order by
  made.event_points desc,
  made.race_wins + made.royale_wins desc,
  made.race_games + made.royale_games,
  tied.number nulls first,
  ${NAME_IN_LOWER_CASE} collate "C",
  ${RACER_NAME} collate "C"
)`

/** The rank of a query's `made` row, from 1; shared where tied. */
export const RANK = sql<number>`rank() over (order by made.event_points desc)`
