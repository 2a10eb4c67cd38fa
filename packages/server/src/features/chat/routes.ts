import { answerEvent, answerLast, answerRank, answerTop } from '@rollcall/contract/chat'
import { ordinal } from '@rollcall/scoring/explanation'
import { type Racer, shownName } from '@rollcall/scoring/racer'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { racersCalled } from '../../racer-names.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { formatPoints, uncoveredRows } from '../sharing/make-card.ts'
import { findPublicShow } from '../show/token-routes.ts'
import type { PlaceView, Shows } from '../show/views.ts'
import { chatLine, chatName } from './chat-line.ts'
import { findLastGame, lastGameSentence } from './last-game.ts'
import { findRank, findTop, type RankedName } from './season-ranks.ts'

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
    const found = await findRank(
      { db, racerBoards },
      { channel, racers: [...racersCalled(name), onAnyPlatform(name)] },
    )
    if (found === null) {
      throw new ApiError('no_such_command_channel')
    }
    // Does not repeat the name; otherwise viewers could make a bot say anything.
    return chatLine(
      found.own === null
        ? `No points under that name in Season ${found.season} of ${chatName(found.name)}.`
        : rankSentence({ ...found, own: found.own }),
    )
  })

  serve(answerTop, async ({ params: { channel } }) => {
    const found = await findTop({ db, racerBoards }, { channel, count: TOP })
    if (found === null) {
      throw new ApiError('no_such_command_channel')
    }
    const { name, season, racers } = found
    return chatLine(
      racers.length === 0
        ? `Nobody has points in Season ${season} of ${chatName(name)} yet.`
        : `Season ${season} of ${chatName(name)}: ${racers.map(rankWords).join(', ')}`,
    )
  })

  serve(answerLast, async ({ params: { channel } }) => {
    const found = await findLastGame(context, channel)
    if (found === null) {
      throw new ApiError('no_such_command_channel')
    }
    const { name, game } = found
    return chatLine(
      game === null
        ? `${chatName(name)} has no public game yet.`
        : `${lastGameSentence(name, game)} ${config.publicUrl}/g/${game.id}`,
    )
  })

  serve(answerEvent, async ({ params: { token } }) => {
    const shown = await findPublicShow(shows, token)
    if (shown === null) {
      throw new ApiError('no_such_link')
    }
    return chatLine(`${eventSentence(shown)} ${config.publicUrl}/e/${token}`)
  })
}

function eventSentence({ view, podiumCount }: PlaceView): string {
  const name = chatName(view.event.name)
  const rows = uncoveredRows(view.rows)
  const [first] = rows
  if (first === undefined) {
    return `${name} has not been revealed yet.`
  }
  if (first.rank > 1) {
    const others = rows.filter(({ rank }) => rank === first.rank).length - 1
    const latest = `${first.rank}. ${chatName(shownName(first))} ${formatPoints(first, rows)}`
    return `${name} is being revealed: ${latest}${others === 0 ? ' is' : ` and ${others} more are`} the latest.`
  }
  const podium = rows.slice(0, PODIUM)
  const places = podium.map(
    (row) => `${row.rank}. ${chatName(shownName(row))} ${formatPoints(row, podium)}`,
  )
  const others = podiumCount - podium.length
  return `${name}: ${places.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

const onAnyPlatform = (login: string): Racer => ({ platform: '', login })

function rankSentence({
  season,
  of,
  own,
  neighbour,
}: {
  season: number
  of: number
  own: RankedName
  neighbour: RankedName | null
}): string {
  const stands = `${chatName(own.name)} is ${ordinal(own.rank)} of ${numbers.format(of)}`
  const has = `in Season ${season}: ${points(own.points)}`
  if (neighbour === null) {
    return `${stands} ${has}.`
  }
  const gap = numbers.format(Math.abs(neighbour.points - own.points))
  const side = neighbour.rank < own.rank ? 'behind' : 'ahead of'
  return `${stands} ${has}, ${gap} ${side} ${chatName(neighbour.name)}.`
}

const rankWords = ({ rank, name, points }: RankedName) =>
  `${rank}. ${chatName(name)} ${numbers.format(points)}`

const numbers = new Intl.NumberFormat('en-US')
const points = (count: number) => `${numbers.format(count)} ${count === 1 ? 'point' : 'points'}`
