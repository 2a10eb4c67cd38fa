/** Pictures of channels' boards, and what their pages have in the head. */
import { BoardMode, BoardSpan } from '@rollcall/contract/channels'
import { MAX_CHANNEL_NAME_LENGTH } from '@rollcall/contract/endpoint'
import { getChannelCard } from '@rollcall/contract/sharing'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { type BoardChoice, findChosenBoard } from '../channels/asked-board.ts'
import { pageOfRacerBoard } from '../channels/board-pages.ts'
import { findPublicChannel } from '../channels/find-channel.ts'
import type { Card } from './card.ts'
import { makeChannelCard, PODIUM } from './make-channel-card.ts'
import { type MakeHead, makeTags } from './page-tags.ts'
import { cardVersion, type PictureQueues } from './pictures.ts'
import { sendCard } from './send-card.ts'

const CHANNEL_PAGE = /^\/c\/([^/?]+)\/?(?:\?|$)/

export function serveChannelCards(
  serve: Serve,
  context: AppContext,
  { racerBoards, pictures }: { racerBoards: RacerBoards; pictures: PictureQueues },
): MakeHead {
  const { config, db } = context

  serve(getChannelCard, async ({ params, query, request, reply }) => {
    const found = await findCard(params.channel, query)
    if (found === null) {
      throw new ApiError('no_such_channel_page')
    }
    const draw = pictures.inTurn(`channel ${found.channelId}`)
    return sendCard(found.card, { request, reply, draw })
  })

  return async (request) => {
    const [address, name] = CHANNEL_PAGE.exec(request.url) ?? []
    if (address === undefined || name === undefined) {
      return null
    }
    const choice = choiceOf(new URLSearchParams(request.url.slice(address.length)))
    const found = await findCard(decodeURIComponent(name), choice)
    if (found === null) {
      return null
    }
    const board = new URLSearchParams({ of: choice.of, mode: choice.mode })
    return {
      tags: makeTags(found.card, {
        config,
        page: `/c/${name}?${board}`,
        picture: `/c/${name}/card.png?${board}&v=${cardVersion(found.card)}`,
      }),
      isListed: true,
    }
  }

  async function findCard(
    address: string,
    choice: BoardChoice,
  ): Promise<{ card: Card; channelId: number } | null> {
    const channel =
      address.length > MAX_CHANNEL_NAME_LENGTH ? null : await findPublicChannel(context, address)
    if (channel === null) {
      return null
    }
    const board = await findChosenBoard({ ...context, racerBoards }, channel, choice)
    const { rows } = await pageOfRacerBoard(db, board, { page: 1, search: '', limit: PODIUM })
    const last = rows.at(-1)?.score ?? 0
    const onPodium = board.board.list('points').filter(({ points }) => points >= last).length
    const about = { channelName: channel.label.name, span: board.span, mode: choice.mode }
    return {
      card: makeChannelCard(config, {
        ...about,
        total: board.total,
        rows,
        more: onPodium - rows.length,
      }),
      channelId: channel.id,
    }
  }
}

/** The board that the page's address asks for: by default the season, with races and royales together. */
function choiceOf(search: URLSearchParams): BoardChoice {
  return {
    of: BoardSpan.safeParse(search.get('of')).data ?? 'season',
    mode: BoardMode.safeParse(search.get('mode')).data ?? 'all',
  }
}
