import type { BoardMode, BoardSpan } from '@rollcall/contract/channels'
import type { HeldDay } from '@rollcall/contract/endpoint'
import { type AskedPeriod, monthOf, readPeriod, weekOf } from '@rollcall/contract/periods'
import type { PublicChannel } from '../../domain/boards/find-channel.ts'
import { NO_RACERS, type RacerBoard, type RacerBoards } from '../../domain/boards/racers.ts'
import type { Viewer } from '../../domain/rights/roles.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { findToday } from '../../domain/standings/marble-days.ts'
import { findOpeningSeasonOf } from '../../domain/standings/seasons.ts'
import { findFirstHeld, findHeldDay, type HeldParams } from '../../domain/visibility/held-days.ts'
import { seesHeldGames } from '../../domain/visibility/held-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'
import { listSeasonsIn } from './board-period.ts'
import { findBoard, type Span, seasonsOf } from './board-points.ts'

/** A board as an address names it. */
export interface BoardChoice {
  of: BoardSpan
  mode: BoardMode
}

export interface ChosenBoard extends RacerBoard {
  channelId: number
  span: Span
  /** What of its rows is summed from seasons' totals. */
  seasons: ReturnType<typeof seasonsOf>
  /** null unless sealed events hold the board's day, or one of its days. */
  held: HeldDay | null
  /** Whether the viewer sees who is on it; a held day's board is not public. */
  isShown: boolean
  /** Whether the viewer sees everything that is held on the channel. */
  seesHeld: boolean
}

/** @param viewer null: somebody who is not signed in, or a program */
export async function findChosenBoard(
  context: Pick<AppContext, 'db' | 'now'> & { racerBoards: RacerBoards },
  channel: PublicChannel,
  { of, mode }: BoardChoice,
  viewer: Viewer | null = null,
): Promise<ChosenBoard> {
  const { db, racerBoards } = context
  const { id: channelId, userId, holds } = channel
  const span = await findSpan(context, { channelId, of })
  const board = await findBoard(racerBoards, { channelId, span, mode, holds })
  const held = await findHeldIn(db, { span, channelId, holds, viewer })
  const seesHeld = seesHeldGames(userId, viewer)
  const isShown = held === null || seesHeld
  return {
    ...{ channelId, span, seasons: seasonsOf({ span, mode }), held, isShown, seesHeld },
    ...(isShown ? board : NO_RACERS),
  }
}

async function findSpan(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { channelId, of }: { channelId: number; of: BoardSpan },
): Promise<Span> {
  const findDay = async () => (await findToday(db, now())).today
  switch (of) {
    case 'today':
      return { of: 'day', day: await findDay() }
    case 'week':
      return inOneSeason(db, channelId, { ...weekOf(await findDay()), season: null })
    case 'month':
      return inOneSeason(db, channelId, { ...monthOf(await findDay()), season: null })
    case 'season':
      return { of, season: (await findOpeningSeasonOf(db, channelId)).season }
    case 'lifetime':
      return { of, season: (await getSettings(db)).season }
  }
  const period = readPeriod(of)
  return period === null ? { of: 'day', day: of } : inOneSeason(db, channelId, period)
}

/** In the latest season that was played in the period, unless another one is asked for. */
async function inOneSeason(
  db: Db,
  channelId: number,
  { of, first, last, season: asked }: AskedPeriod,
): Promise<Span> {
  const played = await listSeasonsIn(db, { channelId, first, last })
  const isCounted = asked !== null && asked <= (await getSettings(db)).season
  const season = isCounted ? asked : played.at(-1)
  return { of, first, last, season: season ?? (await findOpeningSeasonOf(db, channelId)).season }
}

function findHeldIn(
  db: Db,
  { span, ...asked }: HeldParams & { span: Span },
): Promise<HeldDay | null> | null {
  switch (span.of) {
    case 'day':
      return findHeldDay(db, { ...asked, day: span.day })
    case 'week':
    case 'month':
      return findFirstHeld(db, { ...asked, ...span })
    default:
      return null
  }
}
