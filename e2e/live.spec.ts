/** Pages that refresh by themselves while somebody looks at them. */
import type { BrowserContext, Page, Request } from '@playwright/test'
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
  // Another board starts a new reveal, and only then does the page follow again.
  await page.getByLabel('Streamer').selectOption('All Streamers')
  await stream
  await expect(racers).toHaveCount(15)
})

test('a page without a live stream asks every five seconds', async ({
  page,
  clock,
  expectComplaint,
}) => {
  expectComplaint(/status of 503/)
  await clock.install()
  await page.route('**/api/live?*', (route) => route.fulfill({ status: 503, body: 'no streams' }))
  await uploadBoard(29, [{ channel: 'polled', points: 100 }])
  const refusal = page.waitForResponse('**/api/live?*')
  await openAs(page, 'live_reader', '/leaderboards?season=29')
  await refusal
  const row = page.getByRole('row').filter({ hasText: 'polled' })
  await expect(row).toContainText('100')
  await uploadBoard(29, [{ channel: 'polled', points: 200 }])
  await clock.runFor(5_000)
  await expect(row).toContainText('200')
})

/** The open streams of a browser, each with its page. */
function watchStreams(context: BrowserContext): () => { page: Page; isSignedIn: boolean }[] {
  const open = new Set<Request>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return () =>
    [...open]
      .filter((request) => !request.frame().page().isClosed())
      .map((request) => ({
        page: request.frame().page(),
        isSignedIn: 'authorization' in request.headers(),
      }))
}

test('ten overlays of one browser follow live over HTTP/1.1, also after the leading one is closed', async ({
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
  const streams = watchStreams(context)
  // A replaced address is refused, and ends nobody's stream.
  const replaced = await context.newPage()
  await replaced.goto(`/overlay/e/${'a'.repeat(22)}`)
  const overlays: Page[] = []
  for (let index = 0; index < 10; index += 1) {
    const overlay = await context.newPage()
    await overlay.goto(`/overlay/e/${overlayToken}?rows=${3 + index}`)
    overlays.push(overlay)
  }
  for (const overlay of overlays) {
    await expect(overlay.getByText('Sealed until the reveal')).toBeVisible()
  }
  // A page with a session has a separate stream.
  const member = await context.newPage()
  await openAs(member, 'live_overlays', `/my-events/control/${eventId}`)
  const badge = member.getByRole('status').first()
  await expect(badge).toContainText('Not started')
  const sessions = () =>
    streams()
      .map(({ isSignedIn }) => isSignedIn)
      .toSorted()
  await expect.poll(sessions).toEqual([false, true])

  const asked: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/show/overlay/')) asked.push(pathname)
  })
  await move({ kind: 'start', phase: 'live' })
  for (const overlay of overlays) {
    await expect(overlay.getByText('The reveal')).toBeVisible()
  }
  // The stream has delivered it.
  expect(asked).toEqual([])
  await expect(badge).toContainText('Live')

  const leader = streams().find(({ isSignedIn }) => !isSignedIn)?.page
  await leader?.close()
  await expect.poll(sessions).toEqual([false, true])
  await move({ kind: 'finish' })
  for (const overlay of overlays.filter((it) => it !== leader)) {
    await expect(overlay.getByText('Final results')).toBeVisible()
  }
  await context.close()
})

/** A page that vanished is noticed after four beats of 5 s. */
const BEATS = { timeout: 60_000 }

test('without https four pages follow live, and the others say that they do not', async ({
  browser,
  baseURL,
}) => {
  await uploadBoard(30, [{ channel: 'crowded', points: 100 }])
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  // As on an address that is neither https nor localhost.
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks')
    Object.defineProperty(window, 'isSecureContext', { value: false })
  })
  const streams = watchStreams(context)
  const logged: string[] = []
  context.on('console', (message) => logged.push(message.text()))
  const pages: Page[] = []
  const open = async () => {
    const page = await context.newPage()
    const path = '/leaderboards?season=30'
    await (pages.length === 0 ? openAs(page, 'live_crowd', path) : page.goto(path))
    await expect(page.getByRole('row').filter({ hasText: 'crowded' })).toContainText('100')
    pages.push(page)
  }
  for (let index = 0; index < 4; index += 1) {
    await open()
  }
  await expect.poll(() => streams().length).toBe(4)
  const notice = (page: Page) => page.getByText('only four pages of this site can update live')
  for (const page of pages) {
    await expect(notice(page)).toBeHidden()
  }
  await open()
  await open()
  for (const page of pages) {
    await expect(notice(page)).toBeVisible()
  }
  expect(streams()).toHaveLength(4)
  expect(logged).toEqual([
    expect.stringContaining('More than 4 pages of this site are open'),
    expect.stringContaining('More than 4 pages of this site are open'),
  ])
  await uploadBoard(30, [{ channel: 'crowded', points: 200 }])
  for (const page of pages) {
    await expect(page.getByRole('row').filter({ hasText: 'crowded' })).toContainText('200')
  }
  // The other pages are live once the first ones are closed.
  for (const page of pages.splice(0, 4)) {
    await page.close()
  }
  await expect.poll(() => streams().length, BEATS).toBe(2)
  for (const page of pages) {
    await expect(notice(page)).toBeHidden()
    await page.goto('/my-events/overlays')
    await expect(page.getByText('keeps four overlays live at once')).toBeVisible()
  }
  await context.close()
})
