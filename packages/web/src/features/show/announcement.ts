import type { ShowView } from '@rollcall/contract/show-view'
import { announceRank, listNames } from '#ui/board/announcement.ts'
import { texts } from './texts.ts'

/** What a screen reader says after a move. */
export function announceMove(view: ShowView): string {
  const { scene, reached, rows } = view
  if (scene === 'podium' || scene === 'final') {
    const winners = rows.filter(({ rank }) => rank === 1)
    return winners.length === 0 ? '' : texts.winner(listNames(winners))
  }
  return announceRank(reached, rows)
}
