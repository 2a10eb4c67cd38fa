/**
 * The only module that imports the charting library. It imports none of our modules, so that it is a chunk of its
 * own.
 */
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
import { useEffect, useRef, useState } from 'react'
import { Chart as ReactChart } from 'react-chartjs-2'
import type { ChartConfig } from './chart-config.ts'
import type { ChartKind } from './chart-content.ts'

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

/** Without a drawing context the library only logs; we treat that as a failure. */
function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null
}

interface ChartCanvasProps {
  readonly config: ChartConfig
  readonly label: string
}

/** @throws if the browser gives no drawing context */
export function ChartCanvas({ config, label }: ChartCanvasProps) {
  const [isPossible] = useState(canDraw)
  if (!isPossible) {
    throw new Error('Failed to create chart')
  }
  const drawn = useRef<ChartJs<ChartKind, (number | null)[], string>>(null)
  // Runs after the library has made the chart, in an effect of the child.
  useEffect(() => {
    if (drawn.current && !drawn.current.ctx) {
      throw new Error('Failed to create chart')
    }
  }, [])
  return (
    <ReactChart
      // The library cannot change a chart's type or direction.
      key={`${config.type} ${config.options.indexAxis}`}
      ref={drawn}
      type={config.type}
      data={config.data}
      options={config.options}
      aria-label={label}
    />
  )
}
