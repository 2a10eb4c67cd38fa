/** Who moves between two tables of a league. */

export interface Standing {
  /** null: below the ranked rows. */
  rank: number | null
  total: number
}

export interface Move {
  row: string
  /** null: not in that table. */
  before: Standing | null
  after: Standing | null
}

interface Moves {
  /** Those with another rank, in the order of the later table. */
  moved: Move[]
  /** How many keep their rank with another total. */
  retotalled: number
}

type Ranked = readonly (Standing & { row: string })[]

export function findMoves(before: Ranked, after: Ranked): Moves {
  const [earlier, later] = [standingsOf(before), standingsOf(after)]
  const rows = [...new Set([...after, ...before].map(({ row }) => row))].map((row) => ({
    row,
    before: earlier.get(row) ?? null,
    after: later.get(row) ?? null,
  }))
  const hasMoved = (each: Move) => (each.before?.rank ?? null) !== (each.after?.rank ?? null)
  return {
    moved: rows.filter(hasMoved),
    retotalled: rows.filter(
      (each) =>
        !hasMoved(each) && each.before && each.after && each.before.total !== each.after.total,
    ).length,
  }
}

const standingsOf = (rows: Ranked): ReadonlyMap<string, Standing> =>
  new Map(rows.map(({ row, rank, total }) => [row, { rank, total }]))
