/** The public page of an event does not shift while it loads. */
import type { Page } from '@playwright/test'
import { type ControlRoom, MAX_START_RANK } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { hold } from './network.ts'
import { originUnderTest } from './sessions.ts'

/** Half of what counts as good, https://web.dev/articles/cls. */
const MAX_SHIFT = 0.05

declare global {
  interface Window {
    totalShift: () => number
  }
}

/** Sums up the layout shifts that the browser reports. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
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

test('nothing jumps while it loads, before, during and after the show', async ({ page }) => {
  const host = await signInStreamer('shift_host')
  const eventId = await createEvent([host], 'Steady Cup')
  await uploadStanding(host, eventId, ladder(60))
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const call = <Answer>(path: string, body?: object, method?: 'PUT') =>
    client.call<Answer>(`${control}${path}`, host.session, body, method)
  const { publicToken } = await call<{ publicToken: string }>('/token', { of: 'public' })
  await call('/settings', { isPublic: true }, 'PUT')
  const move = async (next: object) => {
    const { version } = await call<{ version: number }>('')
    await call('/move', { version, move: next })
  }
  const totalShift = await watchShifts(page)
  for (const { steps, shown } of [
    { steps: [], shown: 'Results are coming soon' },
    // From a rank that nobody has, so that nothing blurs.
    { steps: [{ kind: 'start', phase: 'live', startRank: MAX_START_RANK }], shown: 'Find a racer' },
    { steps: [{ kind: 'finish' }], shown: 'Share the results' },
  ]) {
    for (const step of steps) await move(step)
    // Steps that viewers have not seen yet would rightly shift the page.
    const coming = async () => (await call<Pick<ControlRoom, 'coming'>>('')).coming
    await expect.poll(coming).toEqual([])
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      const releaseView = await hold(page, '**/api/show/public/*')
      const releaseRows = await hold(page, '**/api/show/public/*/rows*')
      await page.goto(`/e/${publicToken}`)
      await expect(page.getByText('Loading...')).toBeVisible()
      releaseView()
      await expect(page.getByRole('heading', { name: shown })).toBeAttached()
      releaseRows()
      if (shown === 'Share the results') {
        await expect(page.getByRole('list', { name: 'The whole board' })).toBeVisible()
      }
      expect.soft(await totalShift(), `${shown} at ${viewport.width} px`).toBeLessThan(MAX_SHIFT)
    }
  }
})
