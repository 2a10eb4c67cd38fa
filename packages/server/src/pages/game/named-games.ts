import type { OwnReceipt } from '@rollcall/contract/uploads-mine'
import { sql } from 'kysely'
import { findHolds, isPublicGame } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'

type NamedGame = OwnReceipt['games'][number]

/** The public ones of the games, the earliest first. */
export async function namePublicGames(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  ids: readonly number[],
): Promise<NamedGame[]> {
  if (ids.length === 0) {
    return []
  }
  const { rows } = await sql<Omit<NamedGame, 'finishedAt'> & { finishedAt: Date }>`
    select game.id, game.mode, map.name as map, game.finished_at as "finishedAt"
    from games as game
    left join maps as map on map.id = game.map_id
    where game.id = any(${ids}::bigint[]) and ${isPublicGame(await findHolds(db, now()))}
    order by game.finished_at, game.id`.execute(db)
  return rows.map((game) => ({ ...game, finishedAt: game.finishedAt.toISOString() }))
}
