/** The racers who have the badge of a season's champion on a channel. */
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { joinTied, listScope } from '../people/racer-names.ts'

/** A champion, under the login that they have now. */
export interface RacerChampion extends Racer {
  season: number
  channelId: number
  points: number
}

/** @param which of the query's `played`, a channel's season */
export async function listRacerChampions(
  db: Db,
  {
    which,
    order,
    limit,
  }: { which: RawBuilder<boolean>; order: RawBuilder<unknown>; limit: number },
): Promise<RacerChampion[]> {
  const { rows } = await sql<RacerChampion>`
    select racer.* from (
      select played.season, played.channel_id as "channelId",
        (badge.facts ->> 'value')::bigint as points,
        coalesce(owner.platform, racer.platform) as platform,
        coalesce(owner.login, racer.login) as login
      from channel_seasons as played
      join racer_badges as badge on badge.key = 'season-champion'
        and badge.subject = played.season || ' channel ' || played.channel_id
        and badge.taken_back_at is null
      left join users as owner on owner.id = badge.user_id
      left join racers as racer on racer.id = badge.racer_id
      where ${which} and played.season < (select value::integer from settings where key = 'season')
    ) as racer
    ${joinTied(listScope('champions'))}
    order by ${order}, tied.number nulls first, racer.login, racer.platform
    limit ${limit}`.execute(db)
  return rows
}
