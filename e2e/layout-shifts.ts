/** How much a page jumps while it loads. */
import type { Page } from '@playwright/test'

/** Half of what counts as good, https://web.dev/articles/cls. */
export const MAX_SHIFT = 0.05

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

declare global {
  interface Window {
    totalShift: () => number
    moved: string[]
  }
}

/** Sums up the layout shifts that the browser reports. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let total = 0
    window.moved = []
    const add = (entries: PerformanceEntryList) => {
      for (const { value, sources } of entries as LayoutShift[]) {
        total += value
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const text = node?.textContent?.slice(0, 40) ?? 'something that is gone'
          return `'${text}' from ${from.y} to ${to.y}, ${from.height} to ${to.height} px high`
        })
        window.moved.push(`${value.toFixed(3)}: ${moved.join('; ')}`)
      }
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

/** What the page's shifts moved, the first one first. */
export function listMoved(page: Page): Promise<string> {
  return page.evaluate(() => window.moved.join('\n'))
}
