/** The event leaderboard without results, without permission, failing, and with 1,000 racers. */
import type { Page } from '@playwright/test'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { endSession, openAs } from './sessions.ts'

const BOARD_CALL = '**/api/events/get-leaderboard/*'
const MANY = 1_000
/** How many rows the table adds at a time. */
const PORTION = 100

const boardPath = (eventId: number | string, search = '') =>
  `/my-events/view-leaderboard/${eventId}${search}`
const startReveal = (page: Page) => page.getByRole('button', { name: 'Start Reveal' })
const alert = (page: Page) => page.getByRole('alert')

async function emptyEvent(streamer: string): Promise<number> {
  return createEvent([await signInStreamer(streamer)], `Cup of ${streamer}`)
}

test('an event without results says so', async ({ page }) => {
  await openAs(page, 'board_empty', boardPath(await emptyEvent('board_empty')))
  await expect(page.getByText('No event data for this streamer yet.')).toBeVisible()
  await expect(page.getByText('Cup of board_empty')).toBeVisible()
  await expect(startReveal(page)).toBeDisabled()
  await expect(page.getByLabel('Streamer').locator('option')).toHaveText(['All Streamers'])
  await expectAccessible(page)
})

test('users outside the event are redirected', async ({ page }) => {
  const address = boardPath(await emptyEvent('board_private'))
  await openAs(page, 'board_stranger', address)
  await expect(page).toHaveURL('/unauthorized')
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: address })
})

test('an event that does not exist says so', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/)
  await openAs(page, 'board_seeker', boardPath(999_999))
  await expect(alert(page)).toHaveText('Error: HTTP error! status: 404')
  await expect(page.getByText('There is no such event.')).toBeVisible()
})

test('a board that does not load says so, can be loaded again, and needs a session', async ({
  page,
  expectComplaint,
}) => {
  const { answer, message, complaint } = faults.offline
  expectComplaint(complaint)
  expectComplaint(/status of 401/)
  const eventId = await emptyEvent('board_faults')
  await page.route(BOARD_CALL, answer)
  const session = await openAs(page, 'board_faults', boardPath(eventId))
  await expect(alert(page)).toContainText(`Error: ${message}`)
  await page.unroute(BOARD_CALL)
  const release = await hold(page, BOARD_CALL)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeVisible()
  release()
  await expect(startReveal(page)).toBeVisible()
  await expect(alert(page)).toBeHidden()
  await endSession(session)
  await page.reload()
  await expect(page).toHaveURL('/login')
})

test('1,000 racers scroll to the last one', async ({ page }) => {
  const caster = await signInStreamer('board_crowd')
  const eventId = await createEvent([caster], 'Cup of a crowd')
  await uploadStanding(caster, eventId, ladder(MANY))
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'board_crowd', boardPath(eventId, '?streamer=all&details=on'))
  await startReveal(page).click()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(MANY + 1))
  await expect(page.getByRole('rowheader', { name: 'climber_11', exact: true })).toBeVisible()
  // More are added as the reader scrolls.
  await expect(page.getByRole('rowheader')).toHaveCount(PORTION)

  const last = page.locator(`tr[aria-rowindex="${MANY + 1}"]`)
  await expect
    .poll(
      async () => {
        await page.getByRole('region', { name: 'Event results' }).press('End')
        return await last.isVisible()
      },
      { intervals: [50] },
    )
    .toBe(true)
  await expect(last).toContainText(`climber_${MANY}`)
  await expect(last.getByRole('cell').first()).toHaveText('1,000')
})

test('at 200 % zoom the revealed row and the button are in view', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  const caster = await signInStreamer('board_zoom')
  const eventId = await createEvent([caster], 'Cup of zoom')
  await uploadStanding(caster, eventId, ladder(14))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, 'board_zoom', boardPath(eventId))
  const button = page.getByRole('button', { name: /^(Start Reveal|Reveal Rank \d+)$/ })
  for (const next of ['Reveal Rank 10', 'Reveal Rank 9', 'Reveal Rank 8', 'Reveal Rank 7']) {
    await button.click()
    await expect(button).toHaveText(next)
  }
  await expect(page.getByRole('rowheader', { name: 'climber_08' })).toBeInViewport({ ratio: 1 })
  await expect(button).toBeInViewport({ ratio: 1 })
})

test('on a small phone only the table scrolls sideways, and the name stays in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const caster = await signInStreamer('board_phone')
  const eventId = await createEvent([caster], 'Cup of phones')
  await uploadStanding(caster, eventId, ladder(30))
  await openAs(page, 'board_phone', boardPath(eventId, '?details=on'))
  await startReveal(page).click()
  const name = page.getByRole('rowheader', { name: 'climber_12' })
  await expect(name).toBeInViewport()
  const left = (await name.boundingBox())?.x
  await page
    .getByRole('region', { name: 'Event results' })
    .evaluate((scroller) => scroller.scrollTo({ left: 850, behavior: 'instant' }))
  await expect(page.getByRole('columnheader', { name: 'Kills' })).toBeInViewport()
  expect((await name.boundingBox())?.x).toBeCloseTo(left ?? 0, -1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
