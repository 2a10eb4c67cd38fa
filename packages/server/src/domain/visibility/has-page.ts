/** Which racers and channels have a page. */
import type { Racer } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { findPerson, type Person } from '../standings/person.ts'
import type { Hold } from './held-games.ts'
import { findHolds, isPublicGame } from './public-games.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/**
 * The racer at an address, if they are shown.
 *
 * @param viewerId who sees their own page although their name is hidden
 */
export async function findShownPerson(
  context: Context,
  address: Racer,
  viewerId: number | null,
): Promise<Person | null> {
  const person = await findPerson(context.db, address, viewerId)
  return person !== null && (await hasPage(context, person)) ? person : null
}

/**
 * Whether a racer is shown: people who have signed in are, and those who have public results. A name that
 * only a held game or an event's snapshot has must not be found by trying.
 */
async function hasPage({ db, now }: Context, { userId, racers }: Person): Promise<boolean> {
  if (userId !== null) {
    return true
  }
  const ids = racers.map(({ racerId }) => racerId)
  const isShown = hasPublicResults(sql`any(${ids}::integer[])`, await findHolds(db, now()))
  const { rows } = await sql<{ isShown: boolean }>`select ${isShown} as "isShown"`.execute(db)
  return rows[0]?.isShown ?? false
}

/**
 * Whether a racer without an owner has results that everybody may see. Looks at one row after another, so that it can
 * be asked of many racers: the database would otherwise read whole tables for them.
 *
 * @param racerId the id, or `any` of several
 */
export function hasPublicResults(
  racerId: RawBuilder<unknown>,
  holds: readonly Hold[],
): RawBuilder<boolean> {
  return sql<boolean>`coalesce(
    (select true from racer_totals where racer_id = ${racerId} limit 1),
    (
      select true from racer_badges
      where user_id is null and racer_id = ${racerId} and taken_back_at is null
      limit 1
    ),
    (
      select true
      from game_results as result
      join games as game on game.channel_id = result.channel_id
        and game.season = result.season and game.id = result.game_id
      where result.racer_id = ${racerId} and ${isPublicGame(holds)}
      limit 1
    ),
    false
  )`
}

/** Whether the query's `channel` has a page. */
export function isPublicChannel(holds: readonly Hold[]): RawBuilder<boolean> {
  return sql<boolean>`(
    channel.user_id is not null
    or exists (select from channel_seasons where channel_id = channel.id)
    or exists (
      select from games as game where game.channel_id = channel.id and ${isPublicGame(holds)}
    )
  )`
}
