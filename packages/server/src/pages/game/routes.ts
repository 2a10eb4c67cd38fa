import {
  findOwnGameRow,
  type GameDetails,
  getGame,
  listGameRows,
  listLatestGames,
} from '@rollcall/contract/games'
import type { Viewer } from '../../domain/rights/roles.ts'
import { findToday } from '../../domain/standings/marble-days.ts'
import { findHeldDay } from '../../domain/visibility/held-days.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { findGame, findNeighbours, type PublicGame } from './find-game.ts'
import { findGameRows, findOwn, findPodium, findTopTiltee } from './game-rows.ts'
import { LatestGames } from './latest-games.ts'
import { findRankChanges } from './rank-changes.ts'

export function serveGames(serve: Serve, context: AppContext): void {
  const { db, now } = context
  const latestGames = new LatestGames(context)

  serve(listLatestGames, () => latestGames.list())

  serve(getGame, async ({ params, caller }) => {
    const { details, results, holds } = await findPublic(params.id)
    return {
      ...details,
      ...(await findNeighbours(db, results, holds)),
      topTiltee: await findTopTiltee(db, results),
      podium: await findPodium(db, results),
      ...(await findChanges(results, { holds, viewer: caller })),
    }
  })

  serve(listGameRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const { results } = await findPublic(params.id)
    return findGameRows(db, results, query)
  })

  serve(findOwnGameRow, async ({ params, caller }) => {
    const { results } = await findPublic(params.id)
    return { own: await findOwn(db, results, caller.userId) }
  })

  /** On a held day the ranks would tell the points of held games. */
  async function findChanges(
    game: PublicGame['results'],
    { holds, viewer }: Pick<PublicGame, 'holds'> & { viewer: Viewer | null },
  ): Promise<Pick<GameDetails, 'changes' | 'held'>> {
    const changes = await findRankChanges(db, game, now())
    const { channelId } = game
    const { today: day } = await findToday(db, now())
    const held = changes === null ? null : await findHeldDay(db, { channelId, day, holds, viewer })
    return held === null ? { changes } : { changes: null, held }
  }

  async function findPublic(id: number): Promise<PublicGame> {
    const game = await findGame(context, id)
    if (game === null) {
      throw new ApiError('no_such_game')
    }
    return game
  }
}
