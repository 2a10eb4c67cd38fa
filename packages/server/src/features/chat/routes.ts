import { answerEvent, answerRank, answerTop } from '@rollcall/contract/chat'
import { ordinal } from '@rollcall/scoring/explanation'
import { type Racer, shownName } from '@rollcall/scoring/racer'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { racersCalled } from '../events/reported-racer.ts'
import { pointsOf, uncoveredRows } from '../sharing/card-of-show.ts'
import { findPublicShow } from '../show/token-routes.ts'
import { noSuchAddress } from '../show/tokens.ts'
import type { PlaceView, Shows } from '../show/views.ts'
import { chatLine, chatName } from './chat-line.ts'
import { findRank, findTop, type Place } from './season-places.ts'

const TOP = 5
const PODIUM = 3

export function serveChat(
  serve: Serve,
  { db, config }: AppContext,
  { shows, racerBoards }: { shows: Shows; racerBoards: RacerBoards },
): void {
  serve(answerRank, async ({ params: { channel }, query: { user } }) => {
    const name = user.trim().replace(/^@/, '')
    const found = await findRank(
      { db, racerBoards },
      { channel, racers: [...racersCalled(name), onAny(name)] },
    )
    if (found === null) {
      throw noSuchChannel()
    }
    // The name is not repeated: a bot would say to everybody whatever a viewer wrote.
    return chatLine(
      found.own === null
        ? `No points under that name in Season ${found.season} of ${chatName(found.name)}.`
        : rankSentence({ ...found, own: found.own }),
    )
  })

  serve(answerTop, async ({ params: { channel } }) => {
    const found = await findTop({ db, racerBoards }, { channel, count: TOP })
    if (found === null) {
      throw noSuchChannel()
    }
    const { name, season, places } = found
    return chatLine(
      places.length === 0
        ? `Nobody has points in Season ${season} of ${chatName(name)} yet.`
        : `Season ${season} of ${chatName(name)}: ${places.map(placeWords).join(', ')}`,
    )
  })

  serve(answerEvent, async ({ params: { token } }) => {
    const shown = await findPublicShow(shows, token)
    if (shown === null) {
      throw noSuchAddress()
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
    const latest = `${first.rank}. ${chatName(shownName(first))} ${pointsOf(first, rows)}`
    return `${name} is being revealed: ${latest}${others === 0 ? ' is' : ` and ${others} more are`} the latest.`
  }
  const podium = rows.slice(0, PODIUM)
  const places = podium.map(
    (row) => `${row.rank}. ${chatName(shownName(row))} ${pointsOf(row, podium)}`,
  )
  const others = podiumCount - podium.length
  return `${name}: ${places.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

const onAny = (login: string): Racer => ({ platform: '', login })

function noSuchChannel(): ApiError {
  return new ApiError(
    'not_found',
    'There is no channel of that name. Check the address of the command.',
  )
}

function rankSentence({
  season,
  of,
  own,
  neighbour,
}: {
  season: number
  of: number
  own: Place
  neighbour: Place | null
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

const placeWords = ({ rank, name, points }: Place) =>
  `${rank}. ${chatName(name)} ${numbers.format(points)}`

const numbers = new Intl.NumberFormat('en-US')
const points = (count: number) => `${numbers.format(count)} ${count === 1 ? 'point' : 'points'}`
