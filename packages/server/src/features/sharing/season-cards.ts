/** Pictures of seasons, and what their pages have in the head. */
import { getSeasonCard } from '@rollcall/contract/sharing'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { SeasonBoards } from '../boards/season.ts'
import { findSeason } from '../seasons/season-page.ts'
import type { Card } from './card.ts'
import { makeSeasonCard } from './make-season-card.ts'
import { type MakeHead, makeTags } from './page-tags.ts'
import { cardVersion, type PictureQueues } from './pictures.ts'
import { sendCard } from './send-card.ts'

const SEASON_PAGE = /^\/seasons\/([1-9]\d{0,8})\/?(?:\?|$)/

export function serveSeasonCards(
  serve: Serve,
  { db, config }: AppContext,
  { seasonBoards, pictures }: { seasonBoards: SeasonBoards; pictures: PictureQueues },
): MakeHead {
  serve(getSeasonCard, async ({ params: { season }, request, reply }) => {
    const card = await findCard(season)
    if (card === null) {
      throw new ApiError('no_such_season')
    }
    return sendCard(card, { request, reply, draw: pictures.inTurn(`season ${season}`) })
  })

  return async (request) => {
    const [, season] = SEASON_PAGE.exec(request.url) ?? []
    const card = season === undefined ? null : await findCard(Number(season))
    return (
      card && {
        tags: makeTags(card, {
          config,
          page: `/seasons/${season}`,
          picture: `/seasons/${season}/card.png?v=${cardVersion(card)}`,
        }),
        isListed: true,
      }
    )
  }

  async function findCard(season: number): Promise<Card | null> {
    const shown = await findSeason(db, season)
    return shown && makeSeasonCard(config, shown, await seasonBoards(season))
  }
}
