/** Turns a graph from the server into a chart, with our own texts if it has keys. Pure. */
import type { StatsRead } from '@rollcall/contract/dashboard'
import { type ChartContent, isChartKind } from '#ui/chart-content.ts'
import { seasonName } from '#ui/season-name.ts'
import { texts } from './texts.ts'

type Graph = StatsRead['graphData'][number]

export function graphTitle({ key, title }: Graph): string {
  return key === undefined ? title : texts.stats.graphs[key]
}

/** Returns null for a graph of an unknown kind. */
export function toChartContent(graph: Graph): ChartContent | null {
  const { graphType, datasets, parts } = graph
  return isChartKind(graphType)
    ? {
        kind: graphType,
        title: graphTitle(graph),
        labels: graphLabels(graph),
        modes: parts,
        datasets: datasets.map(({ key, label, data }) => ({
          label: key === undefined ? label : texts.stats.datasets[key],
          mode: key === 'points' ? undefined : key,
          data,
        })),
      }
    : null
}

function graphLabels({ labels, seasons, parts }: Graph): readonly string[] {
  return (
    seasons?.map((season) => seasonName(season)) ??
    parts?.map((part) => texts.stats.datasets[part]) ??
    labels
  )
}
