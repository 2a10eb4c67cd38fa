import type { MantineTheme } from '@mantine/core'
import { MODE_COLORS } from '#theme'
import type { ChartMode } from './chart-content.ts'

type ColorScheme = 'dark' | 'light'

/** The colours of datasets and slices. */
interface Palette {
  readonly modes: Readonly<Record<ChartMode, string>>
  /** For everything else, in order; repeats after the last. */
  readonly others: readonly string[]
}

export interface ChartColors {
  readonly palette: Palette
  readonly text: string
  readonly dimmed: string
  readonly line: string
  readonly surface: string
  readonly raised: string
  readonly fontFamily: string
}

/** For data that belongs to no mode, in this order. */
const OTHERS = ['gray', 'pink', 'lime', 'orange', 'cyan', 'red'] as const
/** Each shade has a contrast of 3 to 1 with the background of a chart. */
const SHADE = { dark: 4, light: 6 } as const

export function makePalette(theme: MantineTheme, scheme: ColorScheme): Palette {
  return {
    modes: MODE_COLORS[scheme],
    others: OTHERS.flatMap((name) => theme.colors[name]?.[SHADE[scheme]] ?? []),
  }
}

/** Reads the page's current variables, so it must be called again after a change of scheme. */
export function readChartColors(theme: MantineTheme, scheme: ColorScheme): ChartColors {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    palette: makePalette(theme, scheme),
    text: read('--mantine-color-text'),
    dimmed: read('--mantine-color-dimmed'),
    line: read('--rc-line'),
    surface: read('--rc-surface'),
    raised: read('--rc-raised'),
    fontFamily: theme.fontFamily,
  }
}

export function pickColor(
  { modes, others }: Palette,
  mode: ChartMode | undefined,
  index: number,
): string {
  return (mode && modes[mode]) ?? others[index % others.length] ?? 'currentColor'
}
