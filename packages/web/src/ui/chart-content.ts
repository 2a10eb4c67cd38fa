/** What a chart shows, and what we know about it before drawing it. Pure. */

const CHART_KINDS = ['bar', 'line', 'pie'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/** Each game mode has its own colour everywhere. */
export type ChartMode = 'race' | 'royale' | 'tilt'

interface ChartDataset {
  readonly label: string
  /** Absent: it belongs to no single mode. */
  readonly mode?: ChartMode | undefined
  /** One value for each label; null: unknown. */
  readonly data: readonly (number | null)[]
}

export interface ChartContent {
  readonly title: string
  readonly kind: ChartKind
  readonly labels: readonly string[]
  /** The modes that the labels name, if they name modes. */
  readonly modes?: readonly ChartMode[] | undefined
  readonly datasets: readonly ChartDataset[]
  /** Of a line: the values are ranks, so 1 is at the top. */
  readonly isOfRanks?: true
}

interface LegendEntry {
  readonly label: string
  readonly mode: ChartMode | undefined
  readonly slice: { readonly value: number | null; readonly share: number | null } | null
}

export function isChartKind(kind: string): kind is ChartKind {
  return CHART_KINDS.some((known) => known === kind)
}

/** False if the chart would be an empty frame: all values are unknown, or a pie has no slice. */
export function hasSomethingToDraw({ kind, datasets }: ChartContent): boolean {
  return datasets.some(({ data }) =>
    data.some((value) => value !== null && (kind !== 'pie' || value > 0)),
  )
}

/** A single dataset is a ranking: its bars lie on their side, so that long names have room. */
export function isLyingBar({ kind, datasets }: ChartContent): boolean {
  return kind === 'bar' && datasets.length === 1
}

/** A colour stands for a dataset or, in a pie, for a slice. */
export function makeLegend({ kind, labels, modes, datasets }: ChartContent): LegendEntry[] {
  if (kind !== 'pie') {
    return datasets.map(({ label, mode }) => ({ label, mode, slice: null }))
  }
  const values = labels.map((_, index) => datasets[0]?.data[index] ?? null)
  const whole = values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return labels.map((label, index) => {
    const value = values[index] ?? null
    const share = value === null || whole === 0 ? null : value / whole
    return { label, mode: modes?.[index], slice: { value, share } }
  })
}
