/** The order and ranks of stored boards; the same as `compareRows` and `rankRows` in the scoring package. */
import { sql } from 'kysely'
import { RACER_NAME } from '../../racer-names.ts'

/**
 * The racer's name in lower case, which `compareRows` compares first. Logins and platforms are stored in lower case.
 */
const NAME_IN_LOWER_CASE = sql`(
  racer.login || case racer.platform when 'twitch' then '' else ' (' || racer.platform || ')' end
)`

/** The position of a query's `made` row with its `racer`, from 1 without gaps. */
export const POSITION = sql<number>`row_number() over (order by
  made.event_points desc,
  made.race_wins + made.royale_wins desc,
  made.race_games + made.royale_games,
  ${NAME_IN_LOWER_CASE} collate "C",
  ${RACER_NAME} collate "C"
)`

/** The rank of a query's `made` row, from 1; shared where tied. */
export const RANK = sql<number>`rank() over (order by made.event_points desc)`
