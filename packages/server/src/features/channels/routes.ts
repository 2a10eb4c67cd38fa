import {
  findOwnChannelRow,
  getChannel,
  getChannelGames,
  pageOfChannelBoard,
} from '@rollcall/contract/channels'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { findChosenBoard } from './asked-board.ts'
import { findOwn, pageOfBoard } from './board-pages.ts'
import { openChannelGames } from './channel-games.ts'
import { getChannelPage } from './channel-page.ts'
import { findPublicChannel, type PublicChannel } from './find-channel.ts'

export function serveChannels(
  serve: Serve,
  context: AppContext,
  { racerBoards }: { racerBoards: RacerBoards },
): void {
  const { db } = context
  const findGames = openChannelGames(context)

  serve(getChannel, async ({ params }) => getChannelPage(context, await findPublic(params.channel)))

  serve(getChannelGames, async ({ params }) => findGames(await findPublic(params.channel)))

  serve(pageOfChannelBoard, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const channel = await findPublic(params.channel)
    return pageOfBoard(
      db,
      await findChosenBoard({ ...context, racerBoards }, channel, query),
      query,
    )
  })

  serve(findOwnChannelRow, async ({ params, query, caller }) => {
    const channel = await findPublic(params.channel)
    const board = await findChosenBoard({ ...context, racerBoards }, channel, query)
    return { own: await findOwn(db, board, caller.userId) }
  })

  async function findPublic(address: string): Promise<PublicChannel> {
    const channel = await findPublicChannel(context, address)
    if (channel === null) {
      throw new ApiError('no_such_channel_page')
    }
    return channel
  }
}
