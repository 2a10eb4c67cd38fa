/** What 'Add Positions' of the setup page does to the list of position points (the specification, sections 2 and 4). */
import { MAX_POSITIONS, type PositionPoints } from './configuration.ts'
import { fromHundredths, toHundredths } from './hundredths.ts'

/**
 * The positions with `count` more behind them, numbered after the last: the first has `decrement`
 * points less than the last, the second twice that, and so on; below 0 where it comes to that. No
 * more are added than a configuration can hold.
 */
export function addPositions(
  positions: readonly PositionPoints[],
  { count, decrement }: { count: number; decrement: number },
): PositionPoints[] {
  const last = positions.at(-1) ?? { position: 0, points: 0 }
  const room = Math.max(0, MAX_POSITIONS - positions.length)
  const added = Array.from({ length: Math.min(count, room) }, (_, index) => ({
    position: last.position + index + 1,
    points: fromHundredths(toHundredths(last.points) - (index + 1) * toHundredths(decrement)),
  }))
  return [...positions, ...added]
}
