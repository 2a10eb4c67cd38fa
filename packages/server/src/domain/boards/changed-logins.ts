/**
 * Says who a row belongs to if its login has changed hands. The row stays one, as in the game, but has nobody's name if any of
 * it may be another owner's: docs/scoring.md, Racers.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import {
  lastOwnerOfSame,
  ownersOf,
  ownsAt,
  ownsDuring,
  ownsInSeason,
  ownsPartOf,
  ownsPartUpTo,
} from '../people/login-owners.ts'
import { beginningOf } from '../standings/marble-days.ts'

/** What a board covers, in terms of who owned logins then. */
export interface Covered {
  /** A condition on `period`: the owner had the login at some time of it. */
  during: RawBuilder<boolean>
  /** Selects `racer_id` and `finished_at` of the games in it of the query's `changed` racers. */
  games: RawBuilder<unknown>
  /** Selects `racer_id` and `season` of what snapshots add in it, if that may be from outside. */
  gains?: RawBuilder<unknown>
}

interface CoveredTime {
  channelId: number
  from: RawBuilder<unknown>
}

const ownersOfGains = (gains: RawBuilder<unknown>) => sql`
  union
  select changed.racer_id, period.user_id
  from (${gains}) as gain
  join changed on changed.racer_id = gain.racer_id
  left join ${ownersOf('changed', ownsInSeason('period', sql`gain.season`))}`

/** The channel's rankable games for which the condition on `game` is true. */
const games = (channelId: number, isCovered: RawBuilder<boolean>) => sql`
  select changed.racer_id, game.finished_at
  from changed
  join game_results as result
    on result.racer_id = changed.racer_id and result.channel_id = ${channelId}
  join games as game on game.channel_id = result.channel_id and game.season = result.season
    and game.id = result.game_id
  where game.is_rankable and ${isCovered}`

export const coversSeason = (asked: { channelId: number; season: number }): Covered => ({
  during: ownsPartOf('period', sql`${asked.season}::integer`),
  games: games(asked.channelId, sql<boolean>`result.season = ${asked.season}`),
})

export const coversSeasonsUpTo = (asked: { channelId: number; season: number }): Covered => ({
  during: ownsPartUpTo('period', sql`${asked.season}::integer`),
  games: games(asked.channelId, sql<boolean>`result.season <= ${asked.season}`),
})

/** From an instant on. */
export const coversTime = ({ channelId, from }: CoveredTime): Covered => ({
  during: ownsDuring('period', { from, until: sql`'infinity'::timestamptz` }),
  games: games(channelId, sql<boolean>`game.finished_at >= ${from}`),
})

interface CoveredDays {
  channelId: number
  /** YYYY-MM-DD */
  first: string
  last: string
  /** Absent: of all seasons. */
  season?: number
}

/** Marble days. A snapshot's gains on them belong to the login's owner in their season. */
export function coversDays({ channelId, first, last, season }: CoveredDays): Covered {
  const from = beginningOf(sql`${first}::date`)
  const until = beginningOf(sql`(${last}::date + 1)`)
  const isInSeason = season === undefined ? sql`true` : sql`season = ${season}`
  const isGameInSeason = season === undefined ? sql`true` : sql`game.season = ${season}`
  return {
    during: ownsDuring('period', { from, until }),
    games: games(
      channelId,
      sql<boolean>`${isGameInSeason} and game.finished_at >= ${from} and game.finished_at < ${until}`,
    ),
    gains: sql`
      select racer_id, season from racer_days
      where channel_id = ${channelId} and day between ${first}::date and ${last}::date
        and ${isInSeason} and snapshot_race_points + snapshot_royale_points <> 0`,
  }
}

/** Who a row belongs to. */
export interface Ownership {
  racerId: number
  /** Everybody who had the login then, or raced under it; null: somebody whom nobody knows. */
  owners: readonly (number | null)[]
  /** Whether not all of the row is the login's present or last owner's. */
  isOfOthers: boolean
}

/** @param racerIds those whose logins have ever been given up */
export async function findOwnerships(
  db: Db,
  racerIds: readonly number[],
  { during, games: played, gains }: Covered,
): Promise<Ownership[]> {
  if (racerIds.length === 0) {
    return []
  }
  const { rows } = await sql<Ownership>`
    with changed as materialized (
      select racer.id as racer_id, racer.platform, racer.login from racers as racer
      where racer.id = any(${racerIds}::integer[])
    ),
    owner as (
      select changed.racer_id, period.user_id
      from changed join ${ownersOf('changed')}
      where ${during}
      union
      select changed.racer_id, period.user_id
      from (${played}) as game
      join changed on changed.racer_id = game.racer_id
      left join ${ownersOf('changed', ownsAt('period', sql`game.finished_at`))}
      ${gains === undefined ? sql`` : ownersOfGains(gains)}
    )
    -- Where nobody had the login, a snapshot's row is somebody's whom nobody knows.
    select changed.racer_id as "racerId", array_agg(owner.user_id order by owner.user_id) as owners,
      bool_or(owner.user_id is distinct from ${lastOwnerOfSame('changed')}) as "isOfOthers"
    from changed left join owner on owner.racer_id = changed.racer_id
    group by changed.racer_id`.execute(db)
  return rows
}
