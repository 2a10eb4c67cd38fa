import type { MantineTheme } from '@mantine/core'
import { MODE_COLORS } from '#theme'
import type { ChartMode } from './chart-content.ts'

type ColorScheme = 'dark' | 'light'

/** What datasets and slices are drawn in. */
interface Palette {
  readonly modes: Readonly<Record<ChartMode, string>>
  /** For everything else, in order; repeats after the last. */
  readonly further: readonly string[]
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

/** What belongs to no mode comes first. */
const FURTHER = ['gray', 'pink', 'lime', 'orange', 'cyan', 'red'] as const
/** Each shade has a contrast of 3 to 1 with the background of a chart. */
const SHADE = { dark: 4, light: 6 } as const

export function paletteOf(theme: MantineTheme, scheme: ColorScheme): Palette {
  return {
    modes: MODE_COLORS[scheme],
    further: FURTHER.flatMap((name) => theme.colors[name]?.[SHADE[scheme]] ?? []),
  }
}

/** Reads the variables of the page as they are now, so ask again once the scheme has changed. */
export function readChartColors(theme: MantineTheme, scheme: ColorScheme): ChartColors {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    palette: paletteOf(theme, scheme),
    text: read('--mantine-color-text'),
    dimmed: read('--mantine-color-dimmed'),
    line: read('--rc-line'),
    surface: read('--rc-surface'),
    raised: read('--rc-raised'),
    fontFamily: theme.fontFamily,
  }
}

export function colorOf(
  { modes, further }: Palette,
  mode: ChartMode | undefined,
  index: number,
): string {
  return (mode && modes[mode]) ?? further[index % further.length] ?? 'currentColor'
}
