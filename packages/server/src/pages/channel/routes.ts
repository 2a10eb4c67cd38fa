import {
  ExportedChannelRow,
  exportChannelBoard,
  findOwnChannelRow,
  getChannel,
  getChannelGames,
  pageOfChannelBoard,
} from '@rollcall/contract/channels'
import { getNight, listNights } from '@rollcall/contract/nights'
import { findPublicChannel, type PublicChannel } from '../../domain/boards/find-channel.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { SeasonBoards } from '../../domain/boards/season.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { allPages, EXPORT_PORTION, sendExport } from '../../edge/send-export.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { findChosenBoard } from './asked-board.ts'
import { findOwn, isOff, searchBoard } from './board-pages.ts'
import { describePeriod } from './board-period.ts'
import { isPeriod } from './board-points.ts'
import { GamesOfChannels } from './channel-games.ts'
import { getChannelPage } from './channel-page.ts'
import { findNight } from './night.ts'
import { pageOfNights } from './nights.ts'

export function serveChannels(
  serve: Serve,
  context: AppContext,
  boards: { racerBoards: RacerBoards; seasonBoards: SeasonBoards },
): void {
  const { db } = context
  const { racerBoards } = boards
  const games = new GamesOfChannels(context)

  serve(getChannel, async ({ params }) =>
    getChannelPage({ ...context, ...boards }, await findPublic(params.channel)),
  )

  serve(getChannelGames, async ({ params }) => games.of(await findPublic(params.channel)))

  serve(pageOfChannelBoard, async ({ params, query, request, caller }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const channel = await findPublic(params.channel)
    const board = await findChosenBoard({ ...context, racerBoards }, channel, query, caller)
    const { held, span, isShown } = board
    const { pageOf, findNamed } = await searchBoard(db, board, query.search)
    return {
      ...(await pageOf(query)),
      best: board.board.list('points')[0]?.points ?? null,
      found: await findNamed(),
      ...(isPeriod(span) &&
        isShown && { period: await describePeriod(db, { channelId: channel.id, ...span }) }),
      ...(held !== null && { held }),
    }
  })

  serve(exportChannelBoard, async ({ params, query, reply, caller }) => {
    const { of, mode, search, format } = query
    const channel = await findPublic(params.channel)
    const board = await findChosenBoard({ ...context, racerBoards }, channel, query, caller)
    if (board.held !== null && !board.isShown) {
      throw new ApiError('day_held', { day: board.held.day })
    }
    const { pageOf } = await searchBoard(db, board, search)
    return sendExport(reply, {
      format,
      name: [channel.label.login, of, mode],
      row: ExportedChannelRow,
      rows: allPages((page) => pageOf({ page, limit: EXPORT_PORTION })),
    })
  })

  serve(getNight, async ({ params, caller }) => {
    const channel = await findPublic(params.channel)
    return findNight({ ...context, racerBoards }, channel, { day: params.day, viewer: caller })
  })

  serve(listNights, async ({ params, query: { before = null }, caller }) => {
    const channel = await findPublic(params.channel)
    return pageOfNights({ ...context, racerBoards }, channel, { before, viewer: caller })
  })

  serve(findOwnChannelRow, async ({ params, query, caller }) => {
    const channel = await findPublic(params.channel)
    const board = await findChosenBoard({ ...context, racerBoards }, channel, query, caller)
    const own = await findOwn(db, board, caller.userId)
    return {
      own,
      ...(own === null && (await isOff(db, board, caller.userId)) && { isOff: true as const }),
    }
  })

  async function findPublic(address: string): Promise<PublicChannel> {
    const channel = await findPublicChannel(context, address)
    if (channel === null) {
      throw new ApiError('no_such_channel_page')
    }
    return channel
  }
}
