import { NIGHTS_A_PAGE, type NightLine } from '@rollcall/contract/nights'
import { dayAfter } from '@rollcall/contract/periods'
import type { PublicChannel } from '../../domain/boards/find-channel.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { Viewer } from '../../domain/rights/roles.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { findToday } from '../../domain/standings/marble-days.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { findChosenBoard } from './asked-board.ts'
import { pageOfRacerBoard } from './board-pages.ts'
import { countNightGames, findNightBeside } from './night-facts.ts'

type Context = Pick<AppContext, 'db' | 'now'> & { racerBoards: RacerBoards }

/**
 * The latest days on which anything was played, each with its winner.
 *
 * @param before null: up to today
 * @param viewer null: somebody who is not signed in, or a program
 */
export async function pageOfNights(
  context: Context,
  channel: PublicChannel,
  { before, viewer }: { before: string | null; viewer: Viewer | null },
): Promise<{ nights: NightLine[]; hasEarlier: boolean }> {
  const { db, now } = context
  const { id: channelId, holds } = channel
  const { season } = await getSettings(db)
  const { today } = await findToday(db, now())
  const days: string[] = []
  let next: string | null = before ?? dayAfter(today, 1)
  while (days.length <= NIGHTS_A_PAGE) {
    next = await findNightBeside(db, { channelId, day: next, holds, season }, 'before')
    if (next === null) {
      break
    }
    days.push(next)
  }
  const nights = days
    .slice(0, NIGHTS_A_PAGE)
    .map((day) => findLine(context, channel, { day, today, viewer }))
  return { nights: await Promise.all(nights), hasEarlier: days.length > NIGHTS_A_PAGE }
}

async function findLine(
  context: Context,
  channel: PublicChannel,
  { day, today, viewer }: { day: string; today: string; viewer: Viewer | null },
): Promise<NightLine> {
  const { db } = context
  const board = await findChosenBoard(context, channel, { of: day, mode: 'all' }, viewer)
  const { held, isShown } = board
  const line = { day, isRunning: day === today, ...(held !== null && { held }) }
  if (!isShown) {
    return { ...line, recap: null }
  }
  const { rows } = await pageOfRacerBoard(db, board, { page: 1, limit: 1, search: '' })
  const [winner = null] = rows
  const first = board.board.list('points').filter(({ points }) => points === winner?.score)
  const played = await countNightGames(db, { channelId: channel.id, day, holds: channel.holds })
  return {
    ...line,
    recap: {
      games: played.race + played.royale + played.tilt,
      racers: board.total,
      winner,
      more: Math.max(0, first.length - 1),
    },
  }
}
