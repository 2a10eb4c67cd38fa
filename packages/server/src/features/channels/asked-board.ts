import type { BoardMode, BoardSpan } from '@rollcall/contract/channels'
import type { AppContext } from '../../app-context.ts'
import { getSettings } from '../../settings.ts'
import type { RacerBoard, RacerBoards } from '../boards/racers.ts'
import { findToday } from '../standings/marble-days.ts'
import { findOpeningSeasonOf } from '../standings/seasons.ts'
import { findBoard, type Span } from './board-points.ts'
import type { PublicChannel } from './find-channel.ts'

/** A board as an address names it. */
export interface BoardChoice {
  of: BoardSpan
  mode: BoardMode
}

export interface ChosenBoard extends RacerBoard {
  channelId: number
  span: Span
}

export async function findChosenBoard(
  { db, now, racerBoards }: Pick<AppContext, 'db' | 'now'> & { racerBoards: RacerBoards },
  { id: channelId, holds }: PublicChannel,
  { of, mode }: BoardChoice,
): Promise<ChosenBoard> {
  const span = await spanOf()
  return { channelId, span, ...(await findBoard(racerBoards, { channelId, span, mode, holds })) }

  async function spanOf(): Promise<Span> {
    switch (of) {
      case 'today':
        return { of: 'day', day: (await findToday(db, now())).today }
      case 'season':
        return { of, season: (await findOpeningSeasonOf(db, channelId)).season }
      case 'lifetime':
        return { of, season: (await getSettings(db)).season }
      default:
        return { of: 'day', day: of }
    }
  }
}
