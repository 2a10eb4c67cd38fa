/** Seasons told by games: the running sums against the sum of the games. */
import { sql } from 'kysely'
import type { Check } from './check.ts'
import { compareNumbers } from './compare-rows.ts'

interface SeasonSum {
  season: number
  name: string
  points: number
  total_games: number
  race_high_score: number | null
  royale_high_score: number | null
  /** null where the season is not listed at all. */
  source: 'games' | 'snapshot' | null
  stored: Readonly<Record<string, number | null>>
}

export const checkSeasonsOfGames: Check = async (db, differ) => {
  const { rows } = await sql<SeasonSum>`
    with summed as (
      select game.channel_id, game.season,
        coalesce(sum(result.points), 0) as points,
        count(distinct game.id) as total_games,
        max(result.points) filter (where game.mode = 'race') as race_high_score,
        max(result.points) filter (where game.mode = 'royale') as royale_high_score
      from games as game
      join game_results as result
        on result.channel_id = game.channel_id
        and result.season = game.season
        and result.game_id = game.id
      where game.is_rankable and game.mode in ('race', 'royale')
      group by game.channel_id, game.season
    )
    select season, channel.name, standing.source,
      coalesce(summed.points, 0) as points, coalesce(summed.total_games, 0) as total_games,
      summed.race_high_score, summed.royale_high_score,
      json_build_object(
        'points', standing.points, 'total_games', standing.total_games,
        'race_high_score', standing.race_high_score,
        'royale_high_score', standing.royale_high_score
      ) as stored
    from summed
    full join channel_seasons as standing using (channel_id, season)
    join channels as channel on channel.id = channel_id
    where standing.source is distinct from 'snapshot'
    order by season, channel.name`.execute(db)
  for (const row of rows) {
    const where = `Season ${row.season} of ${row.name}`
    if (row.source === null) {
      differ(`${where}: it has ${row.total_games} rankable games, but no standing.`)
      continue
    }
    const { points, total_games, race_high_score, royale_high_score } = row
    compareNumbers(differ, {
      where,
      stored: row.stored,
      expected: { points, total_games, race_high_score, royale_high_score },
      because: 'the sum of its games',
    })
  }
  return { 'seasons summed from games': rows.length }
}
