/** What a chart shows, and what can be said of it without drawing it. Pure. */

const CHART_KINDS = ['bar', 'line', 'pie'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/** A game mode has its colour wherever it stands. */
export type ChartMode = 'race' | 'royale' | 'tilt'

interface ChartDataset {
  readonly label: string
  /** Left out: it is of no one mode. */
  readonly mode?: ChartMode | undefined
  /** One value a label; null: not known. */
  readonly data: readonly (number | null)[]
}

export interface ChartContent {
  readonly title: string
  readonly kind: ChartKind
  readonly labels: readonly string[]
  /** Those that the labels name, where they name modes. */
  readonly modes?: readonly ChartMode[] | undefined
  readonly datasets: readonly ChartDataset[]
}

interface LegendEntry {
  readonly label: string
  readonly mode: ChartMode | undefined
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
export function legendOf({ kind, labels, modes, datasets }: ChartContent): LegendEntry[] {
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
