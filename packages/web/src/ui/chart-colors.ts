import type { MantineTheme } from '@mantine/core'

export type ColorScheme = 'dark' | 'light'

export interface ChartColors {
  /** Fills of datasets or slices, in order; repeats after the last. */
  readonly series: readonly string[]
  readonly text: string
  readonly dimmed: string
  readonly line: string
  readonly surface: string
  readonly raised: string
  readonly fontFamily: string
}

const SERIES = ['marigold', 'glass', 'grape', 'blue', 'pink', 'lime', 'cyan', 'red'] as const
/** Each shade has a contrast of 3 to 1 with the background of a chart. */
const SHADE = { dark: 4, light: 6 } as const

export function seriesColors(theme: MantineTheme, scheme: ColorScheme): string[] {
  return SERIES.flatMap((name) => theme.colors[name]?.[SHADE[scheme]] ?? [])
}

/** Reads the variables of the page as they are now, so ask again once the scheme has changed. */
export function readChartColors(theme: MantineTheme, scheme: ColorScheme): ChartColors {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    series: seriesColors(theme, scheme),
    text: read('--mantine-color-text'),
    dimmed: read('--mantine-color-dimmed'),
    line: read('--rc-line'),
    surface: read('--rc-surface'),
    raised: read('--rc-raised'),
    fontFamily: theme.fontFamily,
  }
}

export function colorAt(series: readonly string[], index: number): string {
  return series[index % series.length] ?? 'currentColor'
}
