import { GAME_PAGE_SIZE, getGame, listGameRows, listLatestGames } from '@rollcall/contract/games'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findGame, type PublicGame } from './find-game.ts'
import { findGameRows, findPodium, findTopTiltee } from './game-rows.ts'
import { openLatestGames } from './latest-games.ts'
import { findRankChanges } from './rank-changes.ts'

export function serveGames(serve: Serve, context: AppContext): void {
  const { db, now } = context
  const findLatestGames = openLatestGames(context)

  serve(listLatestGames, async () => ({ games: await findLatestGames() }))

  serve(getGame, async ({ params }) => {
    const { details, results, holds } = await findPublic(params.id)
    return {
      ...details,
      topTiltee: await findTopTiltee(db, results),
      podium: await findPodium(db, results),
      changes: await findRankChanges(db, results, { holds, now: now() }),
    }
  })

  serve(listGameRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const { results } = await findPublic(params.id)
    return findGameRows(db, results, { ...query, pageSize: GAME_PAGE_SIZE })
  })

  async function findPublic(id: number): Promise<PublicGame> {
    const game = await findGame(context, id)
    if (game === null) {
      throw new ApiError('no_such_game')
    }
    return game
  }
}
