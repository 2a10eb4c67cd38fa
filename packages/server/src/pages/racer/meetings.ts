/**
 * Whom somebody has met, and how both did. Such an answer reads all games of a racer, so the answers are given one after
 * the other, and remembered until something changes on a channel on which the racers have played.
 */
import type { Versus } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import { type Person, racersOfPeople } from '../../domain/standings/person.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Turns } from '../../edge/turns.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { CacheTag } from '../../platform/changes/topics.ts'
import type { Db } from '../../platform/database/schema.ts'
import { findRivals, type Rival } from './rivals.ts'
import { compareTwo } from './versus.ts'

interface Moment {
  holds: readonly Hold[]
  /** The current one. */
  season: number
}

/** @param caller whose turn the work takes */
export interface Meetings {
  rivals(person: Person, moment: Moment, caller: string): Promise<readonly Rival[]>
  versus(
    pair: { racer: Person; other: Person },
    moment: Moment,
    caller: string,
  ): Promise<Omit<Versus, 'racer' | 'other'>>
}

/** Each takes some kilobytes. */
const MOST_REMEMBERED = 1_000

export function rememberMeetings(
  { db, pool, changes }: Pick<AppContext, 'db' | 'pool' | 'changes'>,
  turns: Turns,
): Meetings {
  const rivals = new CachedValues<Rival[]>(changes, { maxSize: MOST_REMEMBERED, measure: () => 1 })
  const pairs = new CachedValues<Omit<Versus, 'racer' | 'other'>>(changes, {
    maxSize: MOST_REMEMBERED,
    measure: () => 1,
  })
  return {
    rivals: (person, moment, caller) =>
      turns.run(caller, async () =>
        rivals.get({
          key: JSON.stringify([person, moment]),
          tags: ['names', ...(await listCacheTags(db, [person]))],
          load: () => findRivals(db, person, moment),
        }),
      ),
    versus: ({ racer, other }, moment, caller) =>
      turns.run(caller, async () =>
        pairs.get({
          key: JSON.stringify([racer, other, moment]),
          tags: await listCacheTags(db, [racer, other]),
          load: () => compareTwo({ db, pool }, { racer, other, ...moment }),
        }),
      ),
  }
}

/** What changes the numbers of people: games, snapshots and names of the channels on which they have played. */
async function listCacheTags(db: Db, people: readonly Person[]): Promise<CacheTag[]> {
  const { rows } = await sql<{ id: number }>`
    select total.channel_id as id
    from ${racersOfPeople(people)} as owned
    join racer_totals as total on total.racer_id = owned.racer_id
    union
    select result.channel_id
    from ${racersOfPeople(people)} as owned
    join game_results as result on result.racer_id = owned.racer_id`.execute(db)
  return [
    'logins',
    ...rows.flatMap(({ id }): CacheTag[] => [`games:${id}`, `snapshots:${id}`, `channel:${id}`]),
  ]
}
