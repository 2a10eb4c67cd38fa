import {
  ChannelBoardRow,
  exportChannelBoard,
  findOwnChannelRow,
  getChannel,
  getChannelGames,
  pageOfChannelBoard,
} from '@rollcall/contract/channels'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { allPages, EXPORT_PORTION, sendExport } from '../../http/send-export.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { findChosenBoard } from './asked-board.ts'
import { findOwn, pageOfRacerBoard, searchBoard } from './board-pages.ts'
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
    return pageOfRacerBoard(
      db,
      await findChosenBoard({ ...context, racerBoards }, channel, query),
      query,
    )
  })

  serve(exportChannelBoard, async ({ params, query, reply }) => {
    const { of, mode, search, format } = query
    const channel = await findPublic(params.channel)
    const board = await findChosenBoard({ ...context, racerBoards }, channel, query)
    const pageOf = await searchBoard(db, board, search)
    return sendExport(reply, {
      format,
      name: [channel.label.login, of, mode],
      row: ChannelBoardRow,
      rows: allPages((page) => pageOf({ page, limit: EXPORT_PORTION })),
    })
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
