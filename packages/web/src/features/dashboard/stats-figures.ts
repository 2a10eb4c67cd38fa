/** The leading figures of a dashboard, found by the keys of its widgets and graphs. Pure. */
import type { StatsRead } from '@rollcall/contract/dashboard'
import { sumKnown } from './sum-known.ts'

type Widget = StatsRead['widgets'][number]
type Graph = StatsRead['graphData'][number]

interface LeadingPoints {
  /** For races and royales together; null: neither is known. */
  readonly value: number | null
}

/** Returns null if no widget shows points. */
export function findPoints(widgets: readonly Widget[]): LeadingPoints | null {
  const points = widgets.filter(({ key }) => key === 'race-points' || key === 'royale-points')
  return points.length === 0 ? null : { value: sumKnown(...points.map(({ value }) => value)) }
}

interface SeasonChange {
  readonly season: number
  readonly points: number
  /** null: the season is not over, and part of one is not compared with a whole one. */
  readonly since: { readonly season: number; readonly by: number } | null
}

/** The latest season's points, compared with the previous season's; null if either is unknown. */
export function lastChange(
  graphs: readonly Graph[],
  currentSeason: number | undefined,
): SeasonChange | null {
  const graph = graphs.find(({ key }) => key === 'points-per-season')
  const [before, season] = graph?.seasons?.slice(-2) ?? []
  if (graph === undefined || before === undefined || season === undefined) return null
  const pointsAt = (fromEnd: number) =>
    sumKnown(...graph.datasets.map(({ data }) => data.at(fromEnd) ?? null))
  const [earlier, points] = [pointsAt(-2), pointsAt(-1)]
  return earlier === null || points === null
    ? null
    : {
        season,
        points,
        since: season === currentSeason ? null : { season: before, by: points - earlier },
      }
}
