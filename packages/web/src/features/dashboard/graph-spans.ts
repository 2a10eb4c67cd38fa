/** How a dashboard's graphs share the columns of their grid (docs/decisions/070). Pure. */

export const GRAPH_COLUMNS = 4

interface GraphToPlace {
  /** Whether it has a row to itself. */
  readonly isWide: boolean
  readonly labelCount: number
}

/**
 * The number of columns for each graph: all for a wide one, one for each of the others. If the last row is not full,
 * the graph with the most labels, or the first of those, gets the remaining columns.
 */
export function graphSpans(graphs: readonly GraphToPlace[]): number[] {
  const spans = graphs.map<number>(({ isWide }) => (isWide ? GRAPH_COLUMNS : 1))
  const narrow = graphs.flatMap(({ isWide }, index) => (isWide ? [] : [index]))
  const lastRow = narrow.slice(GRAPH_COLUMNS * Math.floor((narrow.length - 1) / GRAPH_COLUMNS))
  const countLabels = (index: number) => graphs[index]?.labelCount ?? 0
  const [most] = lastRow.toSorted((a, b) => countLabels(b) - countLabels(a))
  if (most !== undefined) spans[most] = 1 + GRAPH_COLUMNS - lastRow.length
  return spans
}
