import type { GameLine } from '@rollcall/contract/games'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import type { Db } from '../../database/schema.ts'
import type { Hold } from '../events/held-games.ts'
import { findHolds, isPublicGame } from '../events/public-games.ts'
import { listLatestGames } from './game-lines.ts'

const LISTED = 6
/** More than one only while sealed events begin to hold games, or stop. */
const MOST_CACHED = 4

/** The latest games on all channels: which ones is found once after a game, however many people ask. */
export function openLatestGames({
  db,
  changes,
  now,
}: Pick<AppContext, 'db' | 'changes' | 'now'>): () => Promise<GameLine[]> {
  const cache = new CachedValues<{ ids: readonly number[] }>(changes, {
    maxSize: MOST_CACHED,
    measure: () => 1,
  })
  return async () => {
    const holds = await findHolds(db, now())
    const { ids } = await cache.get({
      key: JSON.stringify(holds),
      concerns: ['games'],
      load: async () => ({ ids: await findLatest(db, holds) }),
    })
    return listLatestGames(db, {
      which: sql<boolean>`game.id = any(${ids}::bigint[])`,
      holds,
      limit: LISTED,
      names: 'anywhere',
    })
  }
}

/** From each channel's latest games, because there is an index for them. */
async function findLatest(db: Db, holds: readonly Hold[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select latest.id
    from channels as channel
    cross join lateral (
      select game.id, game.finished_at from games as game
      where game.channel_id = channel.id and ${isPublicGame(holds)}
      order by game.finished_at desc
      limit ${LISTED}
    ) as latest
    order by latest.finished_at desc, latest.id desc
    limit ${LISTED}`.execute(db)
  return rows.map(({ id }) => id)
}
