import {
  answerEvent,
  answerLast,
  answerRank,
  answerRecap,
  answerTop,
} from '@rollcall/contract/chat'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { CHAT } from '@rollcall/contract/words/chat'
import { shownName } from '@rollcall/scoring/racer'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import {
  formatPoints,
  titleOf,
  type Uncovered,
  uncoveredRows,
} from '../../domain/show/board/uncovered-rows.ts'
import type { Shows } from '../../domain/show/shows.ts'
import type { ScreenView } from '../../domain/show/views.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { chatLine, chatName } from './chat-line.ts'
import { findLastGame, lastGameSentence } from './last-game.ts'
import { recapLine } from './last-night.ts'
import { findRank, findTop } from './season-ranks.ts'

const TOP = 5
const PODIUM = 3

export function serveChat(
  serve: Serve,
  context: AppContext,
  { shows, racerBoards }: { shows: Shows; racerBoards: RacerBoards },
): void {
  const { db, config } = context

  serve(answerRank, async ({ params: { channel }, query: { user } }) => {
    const name = user.trim().replace(/^@/, '')
    const found = await findRank({ db, racerBoards }, { channel, name })
    if (found === null) {
      throw new ApiError('no_such_command_channel')
    }
    const { own, neighbour } = found
    return chatLine(
      own === null
        ? CHAT.nobody({ ...found, channel: chatName(found.name) })
        : CHAT.rank({ ...found, own: inChat(own), neighbour: neighbour && inChat(neighbour) }),
    )
  })

  serve(answerTop, async ({ params: { channel } }) => {
    const found = await findTop({ db, racerBoards }, { channel, count: TOP })
    if (found === null) {
      throw new ApiError('no_such_command_channel')
    }
    const { name, season, racers } = found
    return chatLine(CHAT.top({ season, channel: chatName(name), racers: racers.map(inChat) }))
  })

  serve(answerLast, async ({ params: { channel } }) => {
    const found = await findLastGame(context, channel)
    if (found === null) {
      throw new ApiError('no_such_command_channel')
    }
    const { name, game } = found
    return chatLine(
      game === null
        ? CHAT.noGame(chatName(name))
        : `${lastGameSentence(name, game)} ${config.publicUrl}${addressOf(PAGES.game, { id: game.id })}`,
    )
  })

  serve(answerRecap, async ({ params: { channel } }) => {
    const line = await recapLine({ ...context, racerBoards }, channel)
    if (line === null) {
      throw new ApiError('no_such_command_channel')
    }
    return chatLine(line)
  })

  serve(answerEvent, async ({ params: { token } }) => {
    const shown = await shows.findPublic(token)
    if (shown === null) {
      throw new ApiError('no_such_link')
    }
    return chatLine(
      `${eventSentence(shown)} ${config.publicUrl}${addressOf(PAGES.event, { token })}`,
    )
  })
}

function eventSentence({ view, podiumCount }: ScreenView): string {
  const event = chatName(titleOf(view))
  const rows = uncoveredRows(view.rows)
  const [first] = rows
  if (first === undefined) {
    return CHAT.notRevealed(event)
  }
  if (first.rank > 1) {
    const others = rows.filter(({ rank }) => rank === first.rank).length - 1
    return CHAT.revealing({ event, latest: rowInChat(first, rows), others })
  }
  const podium = rows.slice(0, PODIUM)
  return CHAT.podium({
    event,
    podium: podium.map((row) => rowInChat(row, podium)),
    others: podiumCount - podium.length,
  })
}

const inChat = <Named extends { name: string }>(racer: Named): Named => ({
  ...racer,
  name: chatName(racer.name),
})

const rowInChat = (row: Uncovered, among: readonly Uncovered[]) => ({
  rank: row.rank,
  name: chatName(shownName(row)),
  points: formatPoints(row, among),
})
