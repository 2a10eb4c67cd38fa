/** How the graphs of a dashboard share the columns of their grid. Pure. docs/decisions/070. */

export const GRAPH_COLUMNS = 4

interface GraphToPlace {
  /** It has a row to itself. */
  readonly isWide: boolean
  readonly labelCount: number
}

/**
 * The columns that each graph takes: a wide one all of them, the others one each. A row that would stay
 * half empty gives what is left to the graph with most labels, the first one where several have as many.
 */
export function graphSpans(graphs: readonly GraphToPlace[]): number[] {
  const spans = graphs.map<number>(({ isWide }) => (isWide ? GRAPH_COLUMNS : 1))
  const narrow = graphs.flatMap(({ isWide }, index) => (isWide ? [] : [index]))
  const lastRow = narrow.slice(GRAPH_COLUMNS * Math.floor((narrow.length - 1) / GRAPH_COLUMNS))
  const labelsOf = (index: number) => graphs[index]?.labelCount ?? 0
  const [most] = lastRow.toSorted((a, b) => labelsOf(b) - labelsOf(a))
  if (most !== undefined) spans[most] = 1 + GRAPH_COLUMNS - lastRow.length
  return spans
}
