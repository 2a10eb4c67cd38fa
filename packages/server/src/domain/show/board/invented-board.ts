/** The board of a rehearsal. */
import type { FrozenRow } from '../../events/boards/frozen-board.ts'

const FIRST_PARTS = ['Amber', 'Brisk', 'Copper', 'Dusty', 'Eager', 'Frosty', 'Golden', 'Humble']
const SECOND_PARTS = ['Acorn', 'Button', 'Comet', 'Dimple', 'Ember', 'Flint', 'Gadget', 'Hazel']

/** Invented names and points, with a shared rank among the first ten. */
export function inventBoard(startRank: number): FrozenRow[] {
  const count = Math.min(Math.max(startRank + 9, 20), 200)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / (FIRST_PARTS.length * SECOND_PARTS.length))
    const first = FIRST_PARTS[index % FIRST_PARTS.length]
    const second = SECOND_PARTS[Math.floor(index / FIRST_PARTS.length) % SECOND_PARTS.length]
    const rank = index === 4 ? 4 : index + 1
    return {
      rank,
      racer_name: `${first}${second}${round === 0 ? '' : round + 1}`,
      event_points: (count + 1 - rank) * 25,
    }
  })
}
