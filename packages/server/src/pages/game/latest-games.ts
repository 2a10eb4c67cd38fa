import { type GameLine, LIVE_FOR_MS } from '@rollcall/contract/games'
import { sql } from 'kysely'
import { listLatestGames } from '../../domain/boards/game-lines.ts'
import type { Hold } from '../../domain/visibility/held-games.ts'
import { findHolds, isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import type { Db } from '../../platform/database/schema.ts'

const LISTED = 6
const MOST_LIVE = 12
/** More than one only while sealed events begin to hold games, or stop. */
const MOST_CACHED = 4

export class LatestGames {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  /** Which ones they are is found once after a game, no matter how many people ask. */
  readonly #found: CachedValues<{ games: readonly FoundGame[] }>

  constructor(context: Pick<AppContext, 'db' | 'changes' | 'now'>) {
    this.#context = context
    this.#found = new CachedValues(context.changes, { maxSize: MOST_CACHED, measure: () => 1 })
  }

  /** On all channels. */
  async list(): Promise<{ games: GameLine[]; live: GameLine[] }> {
    const { db, now } = this.#context
    const holds = await findHolds(db, now())
    const since = new Date(now().getTime() - LIVE_FOR_MS)
    const { games } = await this.#found.get({
      key: JSON.stringify(holds),
      tags: ['games'],
      load: async () => ({ games: await findLatest(db, { holds, since }) }),
    })
    const latest = games.slice(0, LISTED)
    const live = games.filter(({ isNewest, finishedAt }) => isNewest && finishedAt > since)
    const shown = [...latest, ...live.slice(0, MOST_LIVE)].map(({ id }) => id)
    const lines = await listLatestGames(db, {
      which: sql<boolean>`game.id = any(${shown}::bigint[])`,
      holds,
      limit: shown.length,
      names: 'anywhere',
    })
    const among = (found: readonly FoundGame[]) =>
      lines.filter((line) => found.some(({ id }) => id === line.id))
    return { games: among(latest), live: among(live) }
  }
}

interface FoundGame {
  id: number
  finishedAt: Date
  /** Of its channel. */
  isNewest: boolean
}

/** The latest ones, and the newest of each channel that is live. There is an index for a channel's latest games. */
async function findLatest(
  db: Db,
  { holds, since }: { holds: readonly Hold[]; since: Date },
): Promise<FoundGame[]> {
  const { rows } = await sql<FoundGame>`
    select id, finished_at as "finishedAt", place_on_channel = 1 as "isNewest"
    from (
      select latest.id, latest.finished_at,
        row_number() over (order by latest.finished_at desc, latest.id desc) as place,
        row_number() over (
          partition by channel.id order by latest.finished_at desc, latest.id desc
        ) as place_on_channel
      from channels as channel
      cross join lateral (
        select game.id, game.finished_at from games as game
        where game.channel_id = channel.id and ${isPublicGame(holds)}
        order by game.finished_at desc
        limit ${LISTED}
      ) as latest
    ) as found
    where place <= ${LISTED} or (place_on_channel = 1 and finished_at > ${since})
    order by finished_at desc, id desc`.execute(db)
  return rows
}
