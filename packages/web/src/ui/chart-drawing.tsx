import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { use, useMemo } from 'react'
import { readChartColors } from './chart-colors.ts'
import { chartConfig } from './chart-config.ts'
import type { ChartContent } from './chart-content.ts'
import { loadChartCanvas } from './chart-loader.ts'

/** The chart in the colours of the scheme, still for who wants no motion; suspends until it can draw. */
export function ChartDrawing({ content }: { readonly content: ChartContent }) {
  const theme = useMantineTheme()
  const scheme = useComputedColorScheme('dark')
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false })
  const config = useMemo(
    () => chartConfig(content, { colors: readChartColors(theme, scheme), isStill }),
    [content, theme, scheme, isStill],
  )
  const { ChartCanvas } = use(loadChartCanvas())
  return <ChartCanvas config={config} label={`${content.title}, ${content.kind} chart`} />
}
