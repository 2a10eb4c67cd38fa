import type { LeaderboardRow, SortColumn, SortOrder } from '@rollcall/contract/leaderboards'
import { sql } from 'kysely'
import type { Db } from '../../app-context.ts'

/** The seasons that are current or have been uploaded to, newest first; never one to come. */
export async function listSeasonNumbers(
  db: Db,
  { current }: { current: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('seasons')
    .select('number')
    .where('number', '<=', current)
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => row.number)
}

export interface LeaderboardQuestion {
  season: number
  /** Part of a channel's login, lower-cased; empty: all. */
  filter: string
  sortBy: SortColumn
  sortOrder: SortOrder
  page: number
  limit: number
}

const SORT_COLUMNS: Record<SortColumn, string> = {
  'Total Points': 'points',
  'Total Races': 'total_games',
  PPR: 'points_per_game',
  'Race HS': 'race_high_score',
  'BR HS': 'royale_high_score',
}

/**
 * One page of a season, ranked over the whole season (1, 2, 2, 4) whatever the filter and the order.
 * Ties are listed by name; the channel's id makes the order total, so that pages never repeat or
 * lose a row. `total` counts the rows that pass the filter, also where the page lies beyond them.
 */
export async function pageOfSeason(
  db: Db,
  question: LeaderboardQuestion,
): Promise<{ rows: LeaderboardRow[]; total: number }> {
  const { season, filter, sortBy, sortOrder, page, limit } = question
  const column = sql.ref(SORT_COLUMNS[sortBy])
  const direction = sql.raw(sortOrder === 'DESC' ? 'asc' : 'desc')
  const { rows } = await sql<{ rows: LeaderboardRow[]; total: number }>`
    with ranked as (
      select
        channel_id, points, total_games, points_per_game, race_high_score, royale_high_score,
        rank() over (order by ${column} desc nulls last) as rank
      from channel_seasons
      where season = ${season}
        and season <= (select value::integer from settings where key = 'season')
    ),
    found as (
      select ranked.*, channel.name, channel.login, owner.profile_image_url
      from ranked
      join channels as channel on channel.id = ranked.channel_id
      left join users as owner on owner.id = channel.user_id
      where strpos(channel.login, ${filter}) > 0
    ),
    page as (
      select * from found
      order by rank ${direction}, login collate "C" ${direction}, channel_id ${direction}
      limit ${limit} offset ${(page - 1) * limit}
    )
    select
      (select count(*) from found) as total,
      coalesce(
        (
          select json_agg(json_build_object(
            'channelId', channel_id,
            'rank', rank,
            'username', name,
            'profileImageUrl', profile_image_url,
            'totalPoints', points,
            'totalRaces', total_games,
            'pointsPerRace', points_per_game,
            'raceHighScore', race_high_score,
            'battleRoyaleHighScore', royale_high_score
          ) order by rank ${direction}, login collate "C" ${direction}, channel_id ${direction})
          from page
        ),
        '[]'
      ) as rows`.execute(db)
  return rows[0] ?? { rows: [], total: 0 }
}
