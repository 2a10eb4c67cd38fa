/** Pages that refresh by themselves while somebody looks at them. */
import { uploadBoard } from './boards.ts'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const BOARD = 28
const CHANNELS = Array.from({ length: 23 }, (_, index) => ({
  channel: `live_${String(index + 1).padStart(2, '0')}`,
  points: 10_000 - 100 * index,
}))

test('an upload appears in every open browser, which keeps page, filter, focus and place', async ({
  page,
  browser,
  baseURL,
}) => {
  await uploadBoard(BOARD, CHANNELS)
  await page.setViewportSize({ width: 1280, height: 500 })
  await openAs(page, 'live_reader', `/leaderboards?season=${BOARD}&channel=live&page=2`)
  const second = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await second.newPage()
  await openAs(other, 'live_other', `/leaderboards?season=${BOARD}`)

  const row = page.getByRole('row').filter({ hasText: 'live_15' })
  await expect(row).toContainText('8,600')
  await expect(other.getByRole('rowheader')).toHaveCount(10)
  const report = row.getByRole('button', { name: /Report/ })
  await report.focus()
  const scrolled = () => page.evaluate(() => document.scrollingElement?.scrollTop)
  const place = await scrolled()

  await uploadBoard(BOARD, [
    { channel: 'live_15', points: 8_650 },
    { channel: 'live_01', points: 12_345 },
  ])
  await expect(row).toContainText('8,650')
  await expect(other.getByRole('row').filter({ hasText: 'live_01' })).toContainText('12,345')
  await expect(report).toBeFocused()
  expect(await scrolled()).toBe(place)
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await expect(page.getByLabel('Lookup Channel')).toHaveValue('live')
  await second.close()
})

test('an event follows its uploads until its reveal begins', async ({ page }) => {
  const caster = await signInStreamer('live_caster')
  const eventId = await createEvent([caster], 'Live cup')
  await uploadStanding(caster, eventId, ladder(12))
  await openAs(page, 'live_caster', `/my-events/view-leaderboard/${eventId}`)
  const racers = page.getByRole('rowheader')
  await expect(racers).toHaveCount(12)
  await uploadStanding(caster, eventId, ladder(13))
  await expect(racers).toHaveCount(13)

  await page.getByRole('button', { name: 'Start Reveal' }).click()
  await expect(page.getByRole('button', { name: 'Reveal Rank 10' })).toBeVisible()
  const stream = page.waitForResponse((response) => response.url().includes('/api/live'))
  await uploadStanding(caster, eventId, ladder(15))
  // Another streamer's selection begins anew, and only then is the page told again.
  await page.getByLabel('Streamer').selectOption('All Streamers')
  await stream
  await expect(racers).toHaveCount(15)
})

test('a page that cannot follow asks every five seconds', async ({
  page,
  clock,
  expectComplaint,
}) => {
  expectComplaint(/status of 503/)
  await clock.install()
  await page.route('**/api/live?*', (route) => route.fulfill({ status: 503, body: 'no streams' }))
  await uploadBoard(29, [{ channel: 'polled', points: 100 }])
  const isRefused = page.waitForResponse('**/api/live?*')
  await openAs(page, 'live_reader', '/leaderboards?season=29')
  await isRefused
  const row = page.getByRole('row').filter({ hasText: 'polled' })
  await expect(row).toContainText('100')
  await uploadBoard(29, [{ channel: 'polled', points: 200 }])
  await clock.runFor(5_000)
  await expect(row).toContainText('200')
})
