/** Loading the drawing library: once for all charts, with an end, and anew when somebody asks again. */

const LOAD_TIMEOUT_MS = 120_000

type ChartCanvasModule = typeof import('./chart-canvas.tsx')

async function load(): Promise<ChartCanvasModule> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The charts did not load.')), LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([import('./chart-canvas.tsx'), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

let loading: Promise<ChartCanvasModule> | null = null

/** The same promise for every caller, so that a page may start it before it has anything to draw. */
export function loadChartCanvas(): Promise<ChartCanvasModule> {
  if (loading === null) {
    loading = load()
    // Whoever draws sees the failure; a page that only started early must not.
    loading.catch(() => undefined)
  }
  return loading
}

export function forgetChartCanvas(): void {
  loading = null
}
