/** What a week's or month's board covers, and what of its season it cannot show. docs/scoring.md, Boards of a channel. */
import type { BoardPeriod } from '@rollcall/contract/channels'
import type { Period } from '@rollcall/contract/periods'
import { sql } from 'kysely'
import { getSettings } from '../../domain/site/settings.ts'
import { UNDATED } from '../../domain/standings/marble-days.ts'
import type { Db } from '../../platform/database/schema.ts'
import { isFinishedIn } from './board-points.ts'

type Days = Pick<Period, 'first' | 'last'> & { channelId: number }

/** The seasons up to the current one that the channel was played in on these days, the earliest first. */
export async function listSeasonsIn(db: Db, { channelId, first, last }: Days): Promise<number[]> {
  const { season: current } = await getSettings(db)
  const { rows } = await sql<{ season: number }>`
    select season
    from (
      select played.season from channel_seasons as played
      where played.channel_id = ${channelId} and exists (
        select from racer_days as row
        where row.channel_id = played.channel_id and row.season = played.season
          and row.day between ${first}::date and ${last}::date
      )
      union
      select game.season from games as game
      where game.channel_id = ${channelId} and game.is_rankable and ${isFinishedIn({ first, last })}
    ) as found
    where season <= ${current}
    order by season`.execute(db)
  return rows.map(({ season }) => season)
}

export async function describePeriod(
  db: Db,
  { channelId, first, last, season }: Days & { season: number },
): Promise<BoardPeriod> {
  const { rows } = await sql<Pick<BoardPeriod, 'hasUndated' | 'stretches'>>`
    select
      exists (
        select from racer_days
        where channel_id = ${channelId} and season = ${season} and day = ${UNDATED}::date
          and points <> 0
      ) as "hasUndated",
      (
        select coalesce(json_agg(json_build_object('first', day, 'last', last_day) order by day), '[]')
        from (
          select distinct day, last_day from racer_days
          where channel_id = ${channelId} and season = ${season} and day > ${UNDATED}::date
            and last_day is not null and day <= ${last}::date and last_day >= ${first}::date
            and (day < ${first}::date or last_day > ${last}::date)
        ) as stretch
      ) as stretches`.execute(db)
  const seasons = await listSeasonsIn(db, { channelId, first, last })
  const { hasUndated = false, stretches = [] } = rows[0] ?? {}
  return { first, last, season, seasons, hasUndated, stretches }
}
