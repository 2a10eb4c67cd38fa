/** Pictures of games, and the tags in the head of their pages. */
import { getGameCard } from '@rollcall/contract/sharing'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findGame } from '../games/find-game.ts'
import { findPodium, findTopTiltee } from '../games/game-rows.ts'
import { makeGameCard } from './make-game-card.ts'
import { type MakeHead, makeTags } from './page-tags.ts'
import { cardVersion, type PictureQueues } from './pictures.ts'
import { sendCard } from './send-card.ts'

const GAME_PAGE = /^\/g\/([1-9]\d{0,8})\/?(?:\?|$)/

export function serveGameCards(
  serve: Serve,
  context: AppContext,
  pictures: PictureQueues,
): MakeHead {
  const { config, db } = context

  serve(getGameCard, async ({ params, request, reply }) => {
    const found = await findCard(params.id)
    if (found === null) {
      throw new ApiError('no_such_game')
    }
    const draw = pictures.inTurn(`channel ${found.channelId}`)
    return sendCard(found.card, { request, reply, draw })
  })

  return async (request) => {
    const [, id] = GAME_PAGE.exec(request.url) ?? []
    const found = id === undefined ? null : await findCard(Number(id))
    return (
      found && {
        tags: makeTags(found.card, {
          config,
          page: `/g/${id}`,
          picture: `/g/${id}/card.png?v=${cardVersion(found.card)}`,
        }),
        isListed: false,
      }
    )
  }

  async function findCard(id: number) {
    const game = await findGame(context, id)
    return (
      game && {
        card: makeGameCard(config, game, {
          podium: await findPodium(db, game.results),
          topTiltee: await findTopTiltee(db, game.results),
        }),
        channelId: game.results.channelId,
      }
    )
  }
}
