/**
 * Notes which badges must be checked again, in the transaction that changes what they depend on. The feature `badges`
 * takes the checks. Each check is its own row, so that nobody waits for others who note the same racers.
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { GAME_RESULTS } from './game-results.ts'

interface ChangedGames {
  channelId: number
  gameIds: readonly number[]
  /** True if the games were just stored; false if they have changed or are about to be removed. */
  areNew: boolean
}

export async function checkBadgesOfGames(
  trx: Db,
  { channelId, gameIds, areNew }: ChangedGames,
): Promise<void> {
  await sql`
    insert into badge_checks (kind, racer_ids, game_ids, are_new)
    select 'games', racer_ids, ${gameIds}::bigint[], ${areNew}::boolean
    from (
      select array_agg(distinct result.racer_id) as racer_ids
      from games as game cross join lateral (${GAME_RESULTS}) as result
      where game.channel_id = ${channelId} and game.id = any(${gameIds}::bigint[])
        and game.mode in ('race', 'royale')
    ) as played
    where racer_ids is not null`.execute(trx)
}

/** Like `checkBadgesOfGames`, for all games of a channel that is about to be removed. */
export async function checkBadgesOfAllGames(trx: Db, channelId: number): Promise<void> {
  const games = await trx
    .selectFrom('games')
    .select('id')
    .where('channel_id', '=', channelId)
    .execute()
  await checkBadgesOfGames(trx, { channelId, gameIds: games.map(({ id }) => id), areNew: false })
}

/** Call it for logins that have a new owner, or have lost their owner. */
export async function checkLogins(
  trx: Db,
  logins: readonly { platform: string; login: string }[],
): Promise<void> {
  await sql`
    insert into badge_checks (kind, racer_ids, game_ids, are_new)
    select 'games', racer_ids, '{}', false
    from (
      select array_agg(racer.id) as racer_ids
      from unnest(
        ${logins.map(({ platform }) => platform)}::text[],
        ${logins.map(({ login }) => login)}::text[]
      ) as named (platform, login)
      join racers as racer using (platform, login)
    ) as named
    where racer_ids is not null`.execute(trx)
}

/** Call it when a channel's numbers in seasons change. Skips seasons that are not over, which have no champions yet. */
export async function checkSeasons(
  trx: Db,
  { channelId, seasons }: { channelId: number; seasons: readonly number[] },
): Promise<void> {
  await sql`
    insert into badge_checks (kind, season, channel_id)
    select 'season', season, ${channelId}::integer
    from unnest(${seasons}::integer[]) as season
    where season < (select value::integer from settings where key = 'season')`.execute(trx)
}

/** Call it when another season becomes current: a season may be over now, or may no longer be over. */
export async function checkAllSeasons(trx: Db): Promise<void> {
  await sql`insert into badge_checks (kind, season) select 'season', number from seasons`.execute(
    trx,
  )
}

/** Call it when viewers have seen more of an event's show, or when the show's visibility changes. */
export async function checkEvent(trx: Db, eventId: number): Promise<void> {
  await trx.insertInto('badge_checks').values({ kind: 'event', event_id: eventId }).execute()
}
