import { sql } from 'kysely'

/**
 * The results of the query's `game`, found by the index. Statistics do not know rows that are new in this transaction,
 * so a join planned with them could take quadratic time.
 */
export const GAME_RESULTS = sql`
  select * from game_results
  where channel_id = game.channel_id and season = game.season and game_id = game.id
  offset 0`
