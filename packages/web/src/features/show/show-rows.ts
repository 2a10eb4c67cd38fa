/** What a page, a stage or an overlay draws of a show's view. Pure, and without texts: the overlay has its own. */
import type { ShowView } from '@rollcall/contract/show-view'
import type { RevealState } from '#ui/board/reveal-motion.ts'
import type { StageRow } from './stage/stage-board.tsx'

/** The rows that fit: the lowest hidden one, and the uncovered ones below it. */
export function rowsInView(rows: readonly StageRow[], slots: number): readonly StageRow[] {
  const uncovered = rows.findIndex(({ points }) => points !== null)
  const next = (uncovered === -1 ? rows.length : uncovered) - 1
  const first = Math.max(0, Math.min(next, rows.length - slots))
  return rows.slice(first, first + slots)
}

/** All rows of a view as a board draws them, those whose names are held with their points. */
export function stageRows({
  rows,
  held = [],
}: {
  readonly rows: ShowView['rows']
  readonly held: ShowView['held']
}): StageRow[] {
  return rows.map(({ event_points: points, ...row }) => {
    const shown = held.find(({ id }) => id === row.id)
    return { ...row, points, ...(shown && { held: shown.points }) }
  })
}

/** How far the show has come, for drawing the reveal. */
export function revealState({
  version,
  scene,
  reached,
  blurMs,
  step,
  board,
  table,
}: RevealView): RevealState {
  return {
    board: table ? `league:${table.of}` : (board?.username ?? null),
    version,
    pointer: scene === 'reveal' ? reached : null,
    isPodiumOpen: scene === 'podium' || scene === 'final',
    blurMs,
    step,
  }
}

type RevealView = Pick<
  ShowView,
  'version' | 'scene' | 'reached' | 'blurMs' | 'step' | 'board' | 'table'
>

/**
 * Chooses between the view on the page and one from the stream. A view that was on its way while the page asked is
 * older than the answer. With equal versions, the stream's view is newer, because the event may have changed.
 */
export function newestView(shown: ShowView | null | undefined, brought: ShowView): ShowView {
  return shown && shown.version > brought.version ? shown : brought
}
