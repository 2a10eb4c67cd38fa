/** How much a page jumps while it loads. */
import type { Page } from '@playwright/test'

/** Half of what counts as good, https://web.dev/articles/cls. */
export const MAX_SHIFT = 0.05

declare global {
  interface Window {
    totalShift: () => number
  }
}

/** Sums up the layout shifts that the browser reports. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let total = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) total += (entry as PerformanceEntry & { value: number }).value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    window.totalShift = () => {
      add(observer.takeRecords())
      return total
    }
  })
  return () =>
    page.evaluate(async () => {
      // After two frames everything is drawn, and its shifts are reported.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      return window.totalShift()
    })
}
