/** What a page, a stage or an overlay draws of a show's view. Pure. */
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { announceRank, listNames } from '#ui/board/announcement.ts'
import type { RevealState } from '#ui/board/reveal-motion.ts'
import { pointsFormat } from '#ui/format-number.ts'
import type { StageRow } from './stage-board.tsx'

/** The part of the rows that has room: the nearest hidden one above those that are uncovered. */
export function rowsInView(rows: readonly ShowRow[], slots: number): readonly StageRow[] {
  const uncovered = rows.findIndex(({ event_points }) => event_points !== null)
  const next = (uncovered === -1 ? rows.length : uncovered) - 1
  const first = Math.max(0, Math.min(next, rows.length - slots))
  return rows
    .slice(first, first + slots)
    .map(({ event_points: points, ...row }) => ({ ...row, points }))
}

/** How far the show has come, as the parts of a reveal take it. */
export function revealOf({ version, scene, reached, blurMs, board }: RevealView): RevealState {
  return {
    board: board?.username ?? null,
    version,
    pointer: scene === 'reveal' ? reached : null,
    isPodiumOpen: scene === 'podium' || scene === 'final',
    blurMs,
  }
}

type RevealView = Pick<ShowView, 'version' | 'scene' | 'reached' | 'blurMs' | 'board'>

/** What a screen reader says of the last move. */
export function announcementOf(view: ShowView): string {
  const { scene, reached, rows } = view
  if (scene === 'podium' || scene === 'final') {
    const winners = rows.filter(({ rank }) => rank === 1)
    return winners.length === 0 ? '' : `The winner: ${listNames(winners)}.`
  }
  return announceRank(reached, { rows, formatPoints: pointsFormat(view) })
}
