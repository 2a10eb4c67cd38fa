/** A graph of the server as the page draws it, in the page's own words where it knows the keys. Pure. */
import type { StatsRead } from '@rollcall/contract/dashboard'
import { type ChartContent, isChartKind } from '#ui/chart-content.ts'
import { seasonName } from '#ui/season-name.ts'
import { texts } from './texts.ts'

type Graph = StatsRead['graphData'][number]

export function titleOf({ key, title }: Graph): string {
  return key === undefined ? title : texts.stats.graphs[key]
}

/** null: of a kind that nobody can draw. */
export function contentOf(graph: Graph): ChartContent | null {
  const { graphType, datasets, parts } = graph
  return isChartKind(graphType)
    ? {
        kind: graphType,
        title: titleOf(graph),
        labels: labelsOf(graph),
        modes: parts,
        datasets: datasets.map(({ key, label, data }) => ({
          label: key === undefined ? label : texts.stats.datasets[key],
          mode: key === 'points' ? undefined : key,
          data,
        })),
      }
    : null
}

function labelsOf({ labels, seasons, parts }: Graph): readonly string[] {
  return (
    seasons?.map((season) => seasonName(season)) ??
    parts?.map((part) => texts.stats.datasets[part]) ??
    labels
  )
}
