/** The leading figures of a dashboard, from what the server sends for its widgets and graphs. Pure. */
import type { Graph, Widget } from '@rollcall/contract/dashboard'

/** Points of races and royales together; null: neither is known. */
export function pointsOf(widgets: readonly Widget[]): number | null {
  return sumKnown(widgets.filter(({ label }) => label === 'Points').map(({ value }) => value))
}

interface SeasonChange {
  readonly season: string
  readonly points: number
  readonly before: string
  readonly by: number
}

/** What the latest season has against the one before it; null where one of them is not known. */
export function lastChange(graphs: readonly Graph[]): SeasonChange | null {
  const graph = graphs.find(({ graphType }) => graphType === 'line')
  const [before, season] = graph?.labels.slice(-2) ?? []
  if (graph === undefined || before === undefined || season === undefined) return null
  const pointsAt = (fromEnd: number) =>
    sumKnown(graph.datasets.map(({ data }) => data.at(fromEnd) ?? null))
  const [earlier, points] = [pointsAt(-2), pointsAt(-1)]
  return earlier === null || points === null
    ? null
    : { season, points, before, by: points - earlier }
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
