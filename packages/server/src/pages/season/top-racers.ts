import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listTopRacers } from '@rollcall/contract/seasons'
import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { isOfOthers, ownsPartOf } from '../../domain/people/login-owners.ts'
import { joinTied, listScope } from '../../domain/people/racer-names.ts'
import { findChannelLabels } from '../../domain/standings/channel-labels.ts'
import { labelOf, looksAnywhere } from '../../domain/standings/racer-looks.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { Db } from '../../platform/database/schema.ts'

type TopRacers = ResponseOf<typeof listTopRacers>

const LISTED = 10
/** Seasons whose racers are remembered. */
const MOST_CACHED = 100

/** Without names, which are looked up whenever somebody asks. */
interface TopRacer extends Racer {
  channelId: number
  points: number
  rank: number
  isOfOthers: boolean
}

/**
 * The racers with most points on one channel: ranks are of that channel (docs/decisions/058), and the list is in the
 * order of points.
 */
export class TopRacersOfSeasons {
  readonly #db: Db
  /** A season's totals are read once after a change, no matter how many people look. */
  readonly #cache: CachedValues<{ racers: readonly TopRacer[] }>

  constructor({ db, changes }: Pick<AppContext, 'db' | 'changes'>) {
    this.#db = db
    this.#cache = new CachedValues(changes, { maxSize: MOST_CACHED, measure: () => 1 })
  }

  async of(season: number): Promise<TopRacers> {
    const db = this.#db
    const { racers } = await this.#cache.get({
      key: String(season),
      tags: [`season:${season}`, 'names', 'logins'],
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
      ${isOfOthers('racer', ownsPartOf('period', sql`${season}::integer`))} as "isOfOthers",
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
        order by points desc
        fetch first ${sql.lit(LISTED)} rows with ties
      ) as best
      where played.season = ${season}
      order by best.points desc
      fetch first ${sql.lit(LISTED)} rows with ties
    ) as best
    join racers as racer on racer.id = best.racer_id
    ${joinTied(listScope(`racers of season ${season}`))}
    order by best.points desc, tied.number nulls first, best.racer_id, best.channel_id
    limit ${LISTED}`.execute(db)
  return rows
}
