/** What a chart shows, and what can be said of it without drawing it. Pure. */

const CHART_KINDS = ['bar', 'line', 'pie'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

interface ChartDataset {
  readonly label: string
  /** One value a label; null: not known. */
  readonly data: readonly (number | null)[]
}

export interface ChartContent {
  readonly title: string
  readonly kind: ChartKind
  readonly labels: readonly string[]
  readonly datasets: readonly ChartDataset[]
}

interface LegendEntry {
  readonly label: string
  readonly slice: { readonly value: number | null; readonly share: number | null } | null
}

export function isChartKind(kind: string): kind is ChartKind {
  return CHART_KINDS.some((known) => known === kind)
}

/** False where a chart would be an empty frame: nothing is known, or a pie has no slice. */
export function hasSomethingToDraw({ kind, datasets }: ChartContent): boolean {
  return datasets.some(({ data }) =>
    data.some((value) => value !== null && (kind !== 'pie' || value > 0)),
  )
}

/** One dataset is a ranking and lies on its side, where long names have room; several stand side by side. */
export function isLyingBar({ kind, datasets }: ChartContent): boolean {
  return kind === 'bar' && datasets.length === 1
}

/** Colours mean datasets, but in a pie they mean slices. */
export function legendOf({ kind, labels, datasets }: ChartContent): LegendEntry[] {
  if (kind !== 'pie') {
    return datasets.map(({ label }) => ({ label, slice: null }))
  }
  const values = labels.map((_, index) => datasets[0]?.data[index] ?? null)
  const whole = values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return labels.map((label, index) => {
    const value = values[index] ?? null
    return { label, slice: { value, share: value === null || whole === 0 ? null : value / whole } }
  })
}
