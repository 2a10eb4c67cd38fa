/** The one module that carries the drawing library, loaded by chart.tsx once there is something to draw. */
import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Chart as ReactChart } from 'react-chartjs-2'
import { readChartColors } from './chart-colors.ts'
import { chartConfig } from './chart-config.ts'
import { type ChartContent, type ChartKind, isLyingBar } from './chart-content.ts'

ChartJs.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
)

const FAILURE = 'Failed to create chart'

/** The library only logs that it got no context, and draws nothing; here that is a failure. */
function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null
}

interface ChartCanvasProps {
  readonly content: ChartContent
}

/** @throws while rendering, where the browser gives nothing to draw on */
export function ChartCanvas({ content }: ChartCanvasProps) {
  const [isPossible] = useState(canDraw)
  if (!isPossible) throw new Error(FAILURE)

  const theme = useMantineTheme()
  const scheme = useComputedColorScheme('dark')
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false })
  const config = useMemo(
    () => chartConfig(content, { colors: readChartColors(theme, scheme), isStill }),
    [content, theme, scheme, isStill],
  )
  const drawn = useRef<ChartJs<ChartKind, (number | null)[], string>>(null)
  // Runs after the library has made the chart, in an effect of the child.
  useEffect(() => {
    if (drawn.current && !drawn.current.ctx) throw new Error(FAILURE)
  }, [])
  return (
    <ReactChart
      // The library cannot turn a chart that stands into one that lies.
      key={`${content.kind} ${isLyingBar(content)}`}
      ref={drawn}
      type={config.type}
      data={config.data}
      options={config.options}
      aria-label={`${content.title}, ${content.kind} chart`}
    />
  )
}
