/** Loads the charting library once for all charts, and again where that failed. */
import { loadPart } from './load-part.ts'

type ChartCanvasModule = typeof import('./chart-canvas.tsx')

let loading: Promise<ChartCanvasModule> | null = null

/** The same promise for every caller, so that a page may start it before it has anything to draw. */
export function loadChartCanvas(): Promise<ChartCanvasModule> {
  if (loading === null) {
    loading = loadPart(() => import('./chart-canvas.tsx'))
    // Whoever draws sees the failure; a page that only started early must not.
    loading.catch(() => undefined)
  }
  return loading
}

export function forgetChartCanvas(): void {
  loading = null
}
