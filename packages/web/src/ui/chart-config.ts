import type { ChartData, ChartOptions, TooltipItem } from 'chart.js'
import { type ChartColors, pickColor } from './chart-colors.ts'
import { type ChartContent, type ChartKind, isLyingBar } from './chart-content.ts'
import { formatCompact, formatNumber } from './format-number.ts'

const ANIMATION_MS = 1000
const BAR_CATEGORY_PERCENTAGE = 0.8
const BAR_PERCENTAGE = 0.9
const MAX_LABEL_LENGTH = 13
/** With more points than this on a line, they are drawn small, or they would hide it. */
const MANY_POINTS = 40

export interface ChartConfig {
  readonly type: ChartKind
  readonly data: ChartData<ChartKind, (number | null)[], string>
  readonly options: ChartOptions<ChartKind>
}

interface Look {
  readonly colors: ChartColors
  readonly isStill: boolean
}

export function shortLabel(label: string): string {
  const letters = [...label]
  return letters.length > MAX_LABEL_LENGTH
    ? `${letters.slice(0, MAX_LABEL_LENGTH - 1).join('')}…`
    : label
}

export function chartConfig(content: ChartContent, look: Look): ChartConfig {
  const { kind, labels, datasets } = content
  return {
    type: kind,
    data: {
      labels: [...labels],
      datasets: datasets.map(({ label, data }, index) => ({
        label,
        data: [...data],
        ...datasetLook(content, { colors: look.colors, index }),
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: look.isStill
        ? false
        : {
            duration: ANIMATION_MS,
            // The library forgets a change of size that comes with the last frame of an animation.
            onComplete: ({ chart }) => chart.resize(),
          },
      font: { family: look.colors.fontFamily, size: 12 },
      color: look.colors.dimmed,
      plugins: { tooltip: tooltip(kind, look.colors) },
      ...(kind === 'pie' ? pieOptions : axesOptions(content, look.colors)),
    },
  }
}

function datasetLook(
  { kind, labels, modes, datasets }: ChartContent,
  { colors, index }: { colors: ChartColors; index: number },
) {
  const color = pickColor(colors.palette, datasets[index]?.mode, index)
  if (kind === 'pie') {
    return {
      backgroundColor: labels.map((_, slice) => pickColor(colors.palette, modes?.[slice], slice)),
      borderColor: colors.surface,
      borderWidth: 2,
      hoverOffset: 6,
    }
  }
  if (kind === 'line') {
    return {
      borderColor: color,
      backgroundColor: color,
      borderWidth: 2.5,
      // The curve never overshoots its points.
      cubicInterpolationMode: 'monotone' as const,
      // A gap means unknown, so nothing is drawn across it.
      spanGaps: false,
      pointRadius: labels.length > MANY_POINTS ? 1.5 : 5,
      pointHoverRadius: 8,
      pointStyle: index % 2 === 0 ? ('circle' as const) : ('rectRot' as const),
      pointBorderColor: colors.surface,
      pointBorderWidth: labels.length > MANY_POINTS ? 0 : 1.5,
    }
  }
  return {
    backgroundColor: color,
    borderRadius: 4,
    maxBarThickness: 44,
    categoryPercentage: BAR_CATEGORY_PERCENTAGE,
    barPercentage: BAR_PERCENTAGE,
  }
}

const pieOptions = { layout: { padding: 8 } }

function axesOptions(content: ChartContent, colors: ChartColors): ChartOptions<'bar' | 'line'> {
  const isLying = isLyingBar(content)
  const ticks = { color: colors.dimmed, font: { size: 11 } }
  const categories = {
    type: 'category' as const,
    // A single point is centred, as a bar is.
    offset: content.kind === 'bar' || content.labels.length === 1,
    grid: { display: false },
    border: { color: colors.line },
    ticks: {
      ...ticks,
      maxRotation: 0,
      autoSkip: !isLying,
      callback: (_: string | number, index: number) => shortLabel(content.labels[index] ?? ''),
    },
  }
  const values = {
    type: 'linear' as const,
    ...(content.isOfRanks ? { reverse: true, min: 1 } : { beginAtZero: true }),
    grid: { color: colors.line },
    border: { display: false },
    ticks: {
      ...ticks,
      maxRotation: 0,
      maxTicksLimit: isLying ? 4 : 6,
      // Counts need no fractions on the axis.
      precision: 0,
      callback: (value: string | number) => formatCompact(Number(value)),
    },
  }
  return {
    indexAxis: isLying ? 'y' : 'x',
    interaction: { mode: 'index', intersect: false, axis: isLying ? 'y' : 'x' },
    scales: isLying ? { x: values, y: categories } : { x: categories, y: values },
  }
}

function tooltip(kind: ChartKind, colors: ChartColors) {
  return {
    backgroundColor: colors.raised,
    titleColor: colors.text,
    bodyColor: colors.text,
    borderColor: colors.dimmed,
    borderWidth: 1,
    padding: 10,
    cornerRadius: 8,
    boxPadding: 4,
    usePointStyle: true,
    callbacks: {
      label: ({ dataset, label, raw }: TooltipItem<ChartKind>) =>
        `${kind === 'pie' ? label : dataset.label}: ${formatNumber(typeof raw === 'number' ? raw : null)}`,
    },
  }
}
