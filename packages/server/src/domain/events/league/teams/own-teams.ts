import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listOwnTeams } from '@rollcall/contract/teams'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/schema.ts'

/** The teams that somebody is in or has asked to join, of leagues that have teams. */
export async function findOwnTeams(
  db: Db,
  userId: number,
): Promise<ResponseOf<typeof listOwnTeams>> {
  const { rows } = await sql<ResponseOf<typeof listOwnTeams>[number]>`
    select team.id, team.name, team.color, series.id as "seriesId", series.name as league,
      own.id as "memberId", case when own.joined_at is not null then team.token end as token,
      case when own.joined_at is null then 'asked'
        when team.captain_id = own.user_id then 'captain' else 'member' end as state,
      (
        select count(*)::integer from team_members as other
        where team.captain_id = own.user_id and other.team_id = team.id
          and other.joined_at is null
      ) as asking
    from team_members as own
    join teams as team on team.id = own.team_id
    join event_series as series on series.id = team.series_id
    where own.user_id = ${userId} and own.left_at is null
      and jsonb_typeof(series.league_rules -> 'teams') = 'object'
    order by lower(series.name), series.id`.execute(db)
  return rows
}
