/** Ranks boards of any size; between portions of them others are answered. */
import type { BoardRow } from '@rollcall/scoring/board-row'
import { compareRows, type Ranked, rankSorted } from '@rollcall/scoring/ranking'
import { Pace } from '../../pace.ts'

/** Sorted in one go. */
const PORTION = 500
/** As `rankRows` does it; the rows' array is used up. */
export async function rankBoard(rows: BoardRow[]): Promise<Ranked<BoardRow>[]> {
  const pace = new Pace()
  let runs: BoardRow[][] = []
  for (let from = 0; from < rows.length; from += PORTION) {
    runs.push(rows.slice(from, from + PORTION).sort(compareRows))
    await pace.pause()
  }
  while (runs.length > 1) {
    const longer: BoardRow[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      longer.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], pace))
    }
    runs = longer
  }
  const ranked: Ranked<BoardRow>[] = []
  for (const row of rankSorted(runs[0] ?? [])) {
    ranked.push(row)
    if (pace.isOver()) {
      await pace.pause()
    }
  }
  return ranked
}

async function merge(
  one: readonly BoardRow[],
  other: readonly BoardRow[],
  pace: Pace,
): Promise<BoardRow[]> {
  const merged: BoardRow[] = []
  let at = 0
  for (const row of one) {
    for (let next = other[at]; next && compareRows(next, row) < 0; next = other[at]) {
      merged.push(next)
      at += 1
      if (pace.isOver()) {
        await pace.pause()
      }
    }
    merged.push(row)
    if (pace.isOver()) {
      await pace.pause()
    }
  }
  return merged.concat(other.slice(at))
}
