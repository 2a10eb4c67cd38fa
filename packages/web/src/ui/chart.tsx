import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import classes from './chart.module.css'
import { ChartBoundary } from './chart-boundary.tsx'
import { type ChartContent, hasSomethingToDraw } from './chart-content.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { forgetChartCanvas } from './chart-loader.ts'
import { ChartTable } from './chart-table.tsx'

interface ChartProps {
  /** Keep its identity while it is the same content: a new one is drawn anew. */
  readonly content: ChartContent
}

/** A bar, line or pie chart with its legend, and its numbers as a table for screen readers. */
export function Chart({ content }: ChartProps) {
  const isDrawn = hasSomethingToDraw(content)
  return (
    <div className={classes.chart}>
      <div className={classes.canvas}>
        {isDrawn ? (
          <ChartBoundary content={content} onRetry={forgetChartCanvas}>
            <Suspense fallback={<Skeleton height="100%" />}>
              <ChartDrawing content={content} />
            </Suspense>
          </ChartBoundary>
        ) : (
          <p className={classes.instead}>Nothing known to draw yet</p>
        )}
      </div>
      <ChartLegend content={content} />
      <ChartTable content={content} />
    </div>
  )
}
