/** In which order the rows of racers' boards are stored, as scoring's `compareRows` and `rankRows` have it. */
import { sql } from 'kysely'
import { RACER_NAME } from '../standings/racer-looks.ts'

/** What `compareRows` compares of a name first: the letter case of a login is gone, that of a platform is not. */
const NAME_IN_LOWER_CASE = sql`(
  racer.login || case racer.platform when 'twitch' then '' else ' (' || racer.platform || ')' end
)`

/** Of a query's `made` rows and their `racer`, from 1, without gaps. */
export const POSITION = sql<number>`row_number() over (order by
  made.event_points desc,
  made.race_wins + made.royale_wins desc,
  made.race_games + made.royale_games,
  ${NAME_IN_LOWER_CASE} collate "C",
  ${RACER_NAME} collate "C"
)`

/** Of a query's `made` rows, from 1; shared where tied. */
export const RANK = sql<number>`rank() over (order by made.event_points desc)`
