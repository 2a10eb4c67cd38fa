/** The 'All Streamers' view: several streamers' boards as one. docs/scoring.md, All Streamers. */
import { addKnown, type BoardRow } from './board-row.ts'
import { mergeTerms } from './explanation.ts'
import { addPoints } from './points.ts'
import { compareCodePoints } from './ranking.ts'

/**
 * Merges rows by racer name, sums every numeric field, even high scores, and orders the rows by name; `rankRows` ranks
 * them. The order and grouping of boards does not matter, except for colours. The sum of an unknown and a known number
 * is the known one. A merged row has an explanation only if each of its rows has one. It has the racer's name on merged
 * boards, and a colour if all boards that know one agree.
 */
export function mergeBoards(boards: readonly (readonly BoardRow[])[]): BoardRow[] {
  const rowsByName = Map.groupBy(boards.flat(), ({ racer_name }) => racer_name)
  return [...rowsByName.values()]
    .map((rows) => ({ ...sumRows(rows), ...mergeLabels(rows), ...mergeExplanations(rows) }))
    .toSorted((a, b) => compareCodePoints(a.racer_name, b.racer_name))
}

function sumRows(rows: readonly BoardRow[]): BoardRow {
  const { display_name: _, merged_name: __, color: ___, ...sum } = rows.reduce(addRows)
  return sum
}

function addRows(a: BoardRow, b: BoardRow): BoardRow {
  return {
    racer_name: a.racer_name,
    event_points: addPoints(a.event_points, b.event_points),
    race_points: addKnown(a.race_points, b.race_points),
    race_wins: a.race_wins + b.race_wins,
    race_races: a.race_races + b.race_races,
    race_hs: addKnown(a.race_hs, b.race_hs),
    br_points: addKnown(a.br_points, b.br_points),
    br_wins: a.br_wins + b.br_wins,
    br_races: a.br_races + b.br_races,
    br_hs: addKnown(a.br_hs, b.br_hs),
    kills: addKnown(a.kills, b.kills),
    eliminations: addKnown(a.eliminations, b.eliminations),
    crown_wins: a.crown_wins + b.crown_wins,
  }
}

/** The name on merged boards is the same in every row, so we can take the first row's. */
function mergeLabels(rows: readonly BoardRow[]): Pick<BoardRow, 'display_name' | 'color'> {
  const [first] = rows
  const name = first?.merged_name ?? first?.display_name
  const [color, ...others] = new Set(rows.flatMap((row) => row.color ?? []))
  return {
    ...(name !== undefined && name !== first?.racer_name && { display_name: name }),
    ...(color !== undefined && others.length === 0 && { color }),
  }
}

function mergeExplanations(rows: readonly BoardRow[]): Pick<BoardRow, 'terms'> {
  const lists = rows.map(({ terms }) => terms)
  return lists.every((terms) => terms !== undefined) ? { terms: mergeTerms(lists) } : {}
}
