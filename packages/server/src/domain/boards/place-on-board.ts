/** Where a person is on a board that ranks logins. Pure. docs/scoring.md, Racers. */
import type { ChannelPosition } from '@rollcall/contract/dashboard'
import type { Ranked } from '@rollcall/scoring/ranking'
import { isRowOf, isSharedRow, type RacerBoard, type RacerRow } from './racers.ts'

export interface Place
  extends Pick<ChannelPosition, 'points' | 'of' | 'next' | 'isShared' | 'isOff'> {
  /** null: behind everybody on the board, or off the channel's boards. */
  rank: number | null
  /** The racers of the rows that the place is about. */
  racerIds: readonly number[]
}

interface PersonOnBoard {
  /** null for a racer without an owner. */
  userId: number | null
  racerIds: readonly number[]
  /** Under all logins that were theirs. */
  points: number
}

/**
 * Rows that are the person's alone count as one racer, who is never behind another of their own logins. A row that they
 * share with another owner of the login stays as it is. The place is that of the better one. Somebody whom the channel
 * does not want on its boards has no place there.
 */
export function placeOn(ranked: RacerBoard, { userId, racerIds, points }: PersonOnBoard): Place {
  const { board, total } = ranked
  const rows = [...new Set(racerIds)]
    .flatMap((racerId) => board.find(racerId, 'points')?.row ?? [])
    .filter((row) => isRowOf(row, userId))
  const alone = rows.filter((row) => !isSharedRow(row))
  if (rows.length === 0 && racerIds.some((racerId) => ranked.off.has(racerId))) {
    return { points, rank: null, of: total, next: null, isOff: true, racerIds: [] }
  }
  const [shared] = rows.filter(isSharedRow).toSorted((a, b) => a.rank - b.rank)
  if (shared === undefined) {
    return placeTogether(ranked, alone, points)
  }
  const own = alone.reduce((sum, row) => sum + row.points, 0)
  return alone.length > 0 && own >= shared.points
    ? placeTogether(ranked, alone, own)
    : {
        points: shared.points,
        rank: shared.rank,
        of: total,
        next: gapTo(board.neighbours(shared, 'points').above, shared.points),
        isShared: true,
        racerIds: [shared.racerId],
      }
}

function placeTogether(
  { board, total }: RacerBoard,
  own: readonly Ranked<RacerRow>[],
  points: number,
): Place {
  const place = {
    points,
    of: total - Math.max(0, own.length - 1),
    racerIds: own.map(({ racerId }) => racerId),
  }
  const [first, ...others] = own
  if (first !== undefined && others.length === 0 && first.points === points) {
    const { above } = board.neighbours(first, 'points')
    return { ...place, rank: first.rank, next: gapTo(above, points) }
  }
  const isOwn = new Set(place.racerIds)
  const ahead = board.list('points').filter((row) => row.points > points && !isOwn.has(row.racerId))
  const next = ahead.at(-1)
  const rankOfNext = next && 1 + ahead.filter((row) => row.points > next.points).length
  const isRanked = board.size === total || own.length > 0
  return {
    ...place,
    rank: isRanked ? 1 + ahead.length : null,
    next: isRanked && next ? gapTo({ ...next, rank: rankOfNext ?? 1 }, points) : null,
  }
}

function gapTo(next: Ranked<RacerRow> | null, points: number): Place['next'] {
  return next && { rank: next.rank, gap: next.points - points }
}
