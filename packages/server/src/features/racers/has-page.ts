import type { Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { findHolds, isPublicGame } from '../events/public-games.ts'
import { findPerson, type Person } from '../standings/person.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** The racer at an address, if they are shown. */
export async function findShownPerson(context: Context, address: Racer): Promise<Person | null> {
  const person = await findPerson(context.db, address)
  return person !== null && (await hasPage(context, person)) ? person : null
}

/**
 * Whether a racer is shown: whoever has signed in is, and whoever has results that everybody may see. A name that
 * only a held game or an event's snapshot has must not be found by trying.
 */
async function hasPage({ db, now }: Context, { userId, racers }: Person): Promise<boolean> {
  if (userId !== null) {
    return true
  }
  const ids = racers.map(({ racerId }) => racerId)
  const { rows } = await sql<{ isShown: boolean }>`
    select exists (select from racer_totals where racer_id = any(${ids}::integer[]))
      or exists (
        select from racer_badges
        where user_id is null and racer_id = any(${ids}::integer[]) and taken_back_at is null
      )
      or exists (
        select from game_results as result
        join games as game on game.channel_id = result.channel_id
          and game.season = result.season and game.id = result.game_id
        where result.racer_id = any(${ids}::integer[]) and ${isPublicGame(await findHolds(db, now()))}
      ) as "isShown"`.execute(db)
  return rows[0]?.isShown ?? false
}
