/** Pages that refresh by themselves while somebody looks at them. */
import type { Page } from '@playwright/test'
import type { ControlRoom } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { uploadBoard } from './boards.ts'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

const BOARD = 28
const CHANNELS = Array.from({ length: 23 }, (_, index) => ({
  channel: `live_${String(index + 1).padStart(2, '0')}`,
  points: 10_000 - 100 * index,
}))

test('an upload appears in every open browser, which keeps page, filter, focus and scroll position', async ({
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
  const scrollTop = await scrolled()

  await uploadBoard(BOARD, [
    { channel: 'live_15', points: 8_650 },
    { channel: 'live_01', points: 12_345 },
  ])
  await expect(row).toContainText('8,650')
  await expect(other.getByRole('row').filter({ hasText: 'live_01' })).toContainText('12,345')
  await expect(report).toBeFocused()
  expect(await scrolled()).toBe(scrollTop)
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await expect(page.getByLabel('Lookup Channel')).toHaveValue('live')
  await second.close()
})

test('an event follows its uploads until its reveal begins', { tag: '@quick' }, async ({
  page,
}) => {
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
  const socket = page.waitForEvent('websocket')
  await uploadStanding(caster, eventId, ladder(15))
  // Another board starts a new reveal, and only then does the page follow again.
  await page.getByLabel('Streamer').selectOption('All Streamers')
  await socket
  await expect(racers).toHaveCount(15)
})

test('a page without a socket asks every five seconds', async ({
  page,
  clock,
  expectComplaint,
}) => {
  // The page asks why its socket did not open: nothing but the socket itself was refused.
  expectComplaint(/status of 426/)
  await clock.install()
  await page.routeWebSocket('**/api/live?*', (socket) => socket.close())
  const isRefused = page.waitForEvent('console', (message) => /status of 426/.test(message.text()))
  await uploadBoard(29, [{ channel: 'polled', points: 100 }])
  await openAs(page, 'live_reader', '/leaderboards?season=29')
  await isRefused
  const row = page.getByRole('row').filter({ hasText: 'polled' })
  await expect(row).toContainText('100')
  await uploadBoard(29, [{ channel: 'polled', points: 200 }])
  await clock.runFor(5_000)
  await expect(row).toContainText('200')
})

test("a show's page without a socket asks which version is shown, and for the view only if it is another one", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 426/)
  await page.routeWebSocket('**/api/live?*', (socket) => socket.close())
  const caster = await signInStreamer('live_cached')
  const eventId = await createEvent([caster], 'Cached')
  await uploadStanding(caster, eventId, ladder(12))
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const settings = { isSealed: false, isPublic: true, isListed: false, pausesOverlays: false }
  await client.call(`${control}/settings`, caster.session, settings, 'PUT')
  const { publicToken, version } = await client.call<ControlRoom>(
    `${control}/token`,
    caster.session,
    { of: 'public' },
  )
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.push(pathname.replace(publicToken ?? '', 'TOKEN').replace(/frame\/.*/, 'frame'))
  })
  await page.goto(`/e/${publicToken}`)
  await expect(page.getByRole('heading', { name: 'Cached', level: 1 })).toBeVisible()
  await expect.poll(() => asked).toContain('/api/show/TOKEN/frame')
  const frames = () => asked.filter((path) => path === '/api/show/TOKEN/frame').length
  expect(frames()).toBe(1)
  const move = { kind: 'start', phase: 'live' }
  await client.call(`${control}/move`, caster.session, { version, move })
  await expect(page.getByText('climber_12')).toBeVisible()
  expect(frames()).toBe(2)
})

test('ten overlays of one browser follow live over HTTP/1.1, beside a page with a session', async ({
  browser,
  baseURL,
}) => {
  const caster = await signInStreamer('live_overlays')
  const eventId = await createEvent([caster], 'Ten overlays')
  await uploadStanding(caster, eventId, ladder(12))
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const move = async (next: object) => {
    const { version, waitMs } = await client.call<ControlRoom>(control, caster.session)
    // Moves are refused until the blur has cleared.
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await client.call(`${control}/move`, caster.session, { version, move: next })
  }
  const { overlayToken } = await client.call<ControlRoom>(`${control}/token`, caster.session, {
    of: 'overlay',
  })
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  // A replaced address is refused.
  const replaced = await context.newPage()
  await replaced.goto(`/overlay/e/${'a'.repeat(22)}`)
  const overlays: Page[] = []
  const carrying: Promise<unknown>[] = []
  for (let index = 0; index < 10; index += 1) {
    const overlay = await context.newPage()
    const socket = overlay.waitForEvent('websocket')
    carrying.push(socket.then((opened) => opened.waitForEvent('framereceived')))
    await overlay.goto(`/overlay/e/${overlayToken}?rows=${3 + index}`)
    overlays.push(overlay)
  }
  for (const overlay of overlays) {
    await expect(overlay.getByText('Sealed until the reveal')).toBeVisible()
  }
  await Promise.all(carrying)
  const member = await context.newPage()
  await openAs(member, 'live_overlays', `/my-events/control/${eventId}`)
  const badge = member.getByRole('status').first()
  await expect(badge).toContainText('Not started')

  const asked: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/show/overlay/')) asked.push(pathname)
  })
  await move({ kind: 'start', phase: 'live' })
  for (const overlay of overlays) {
    await expect(overlay.getByText('The reveal')).toBeVisible()
  }
  // The sockets have delivered it.
  expect(asked).toEqual([])
  await expect(badge).toContainText('Live')

  await move({ kind: 'finish' })
  for (const overlay of overlays) {
    await expect(overlay.getByText('Final results')).toBeVisible()
  }
  await context.close()
})
