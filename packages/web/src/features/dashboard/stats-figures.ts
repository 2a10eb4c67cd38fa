/** The leading figures of a dashboard, found by the keys of its widgets and graphs. Pure. */
import type { StatsRead } from '@rollcall/contract/dashboard'

type Widget = StatsRead['widgets'][number]
type Graph = StatsRead['graphData'][number]

interface LeadingPoints {
  /** Of races and royales together; null: neither is known. */
  readonly value: number | null
}

/** null: no widget says that it shows points. */
export function findPoints(widgets: readonly Widget[]): LeadingPoints | null {
  const points = widgets.filter(({ key }) => key === 'race-points' || key === 'royale-points')
  return points.length === 0 ? null : { value: sumKnown(points.map(({ value }) => value)) }
}

interface SeasonChange {
  readonly season: number
  readonly points: number
  readonly before: number
  readonly by: number
}

/** What the latest season has against the one before it; null where one of them is not known. */
export function lastChange(graphs: readonly Graph[]): SeasonChange | null {
  const graph = graphs.find(({ key }) => key === 'points-per-season')
  const [before, season] = graph?.seasons?.slice(-2) ?? []
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
