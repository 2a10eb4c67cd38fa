import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listTopRacers } from '@rollcall/contract/seasons'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Db } from '../../database/schema.ts'
import { findChannelLabels } from '../standings/channel-labels.ts'
import { labelOf, looksAnywhere } from '../standings/racer-looks.ts'

type TopRacers = ResponseOf<typeof listTopRacers>

const LISTED = 10
/** Seasons whose racers are remembered. */
const MOST_CACHED = 100

/** Without names, which are looked up whenever somebody asks. */
interface TopRacer extends Racer {
  channelId: number
  points: number
  rank: number
}

/**
 * The racers with most points on one channel: ranks are of that channel (docs/decisions/058), and the list is in the
 * order of points. It reads a season's totals once after a change, no matter how many people look.
 */
export function openTopRacers({
  db,
  changes,
}: Pick<AppContext, 'db' | 'changes'>): (season: number) => Promise<TopRacers> {
  const cache = new CachedValues<{ racers: readonly TopRacer[] }>(changes, {
    maxSize: MOST_CACHED,
    measure: () => 1,
  })
  return async (season) => {
    const { racers } = await cache.get({
      key: String(season),
      concerns: [`season:${season}`, 'logins'],
      load: async () => ({ racers: await findTopRacers(db, season) }),
    })
    const channels = await findChannelLabels(
      db,
      racers.map(({ channelId }) => channelId),
    )
    const looks = await looksAnywhere(db, racers)
    return {
      racers: looks.flatMap(({ channelId, points, rank, ...look }) => {
        const channel = channels.get(channelId)
        return channel === undefined ? [] : { racer: labelOf(look), channel, points, rank }
      }),
    }
  }
}

async function findTopRacers(db: Db, season: number): Promise<TopRacer[]> {
  const { rows } = await sql<TopRacer>`
    select best.channel_id as "channelId", best.points, racer.platform, racer.login,
      1 + (
        select count(*) from racer_totals as ahead
        where ahead.channel_id = best.channel_id and ahead.season = ${season}
          and ahead.points > best.points
      ) as rank
    from (
      select best.*
      from channel_seasons as played
      cross join lateral (
        select channel_id, racer_id, points from racer_totals
        where channel_id = played.channel_id and season = played.season and points > 0
        order by points desc, racer_id
        limit ${LISTED}
      ) as best
      where played.season = ${season}
      order by best.points desc, best.racer_id, best.channel_id
      limit ${LISTED}
    ) as best
    join racers as racer on racer.id = best.racer_id
    order by best.points desc, best.racer_id, best.channel_id`.execute(db)
  return rows
}
