/** The leaderboard page when the network or the server fails: never blank, and it can be loaded again. */
import type { Page } from '@playwright/test'
import { uploadBoard } from './boards.ts'
import { expect, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { openAs } from './sessions.ts'

const SEASON = 43
const ADDRESS = `/leaderboards?season=${SEASON}`
const SEASONS_CALL = '**/api/leaderboard/seasons'
const BOARD_CALL = '**/api/leaderboard/'

test.beforeAll(() => uploadBoard(SEASON, [{ channel: 'still_here' }]))

const channel = (page: Page) => page.getByRole('rowheader', { name: 'still_here' })
const alert = (page: Page) => page.getByRole('alert')
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

for (const kind of ['offline', 'malformed JSON'] as const) {
  const { answer, message, complaint } = faults[kind]
  test(`${kind}: the page says so and can be loaded again`, async ({ page, expectComplaint }) => {
    expectComplaint(complaint)
    await page.route(SEASONS_CALL, answer)
    await page.route(BOARD_CALL, answer)
    await openAs(page, 'fault_finder', ADDRESS)
    await expect(alert(page)).toContainText('Error loading seasons data')
    await expect(page.getByRole('cell', { name: 'Error loading data' })).toBeVisible()

    await page.unroute(SEASONS_CALL)
    await tryAgain(page).click()
    await expect(alert(page)).toContainText(`Error loading leaderboard data: ${message}`)
    await expect(page.getByRole('cell', { name: 'Error loading data' })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(10)
    await expect(page).toHaveURL(ADDRESS)

    await page.unroute(BOARD_CALL)
    await tryAgain(page).click()
    await expect(channel(page)).toBeVisible()
    await expect(alert(page)).toBeHidden()
  })
}

test('without a network, what was typed stays', async ({ page, context, expectComplaint }) => {
  expectComplaint(faults.offline.complaint)
  await openAs(page, 'fault_finder', ADDRESS)
  await expect(channel(page)).toBeVisible()
  await context.setOffline(true)
  const lookup = page.getByLabel('Lookup Channel')
  await lookup.fill('still')
  // The search has failed, not just the live updates of the season.
  await expect(page.getByRole('cell', { name: 'Error loading data' })).toBeVisible()
  await expect(alert(page)).toContainText('The server could not be reached.')
  await expect(lookup).toHaveValue('still')
  await context.setOffline(false)
  await tryAgain(page).click()
  await expect(channel(page)).toBeVisible()
  await expect(lookup).toHaveValue('still')
})

test('the page shows that it is loading, however long an answer takes', async ({ page, clock }) => {
  const release = await hold(page, BOARD_CALL)
  await clock.install()
  await openAs(page, 'fault_finder', ADDRESS)
  const loading = page.getByRole('cell', { name: 'Loading...' })
  await expect(loading).toBeVisible()
  await clock.runFor(10_000)
  await expect(loading).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  await expect(alert(page)).toBeHidden()
  release()
  await expect(channel(page)).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
})

test('what has loaded stays when the seasons cannot be reloaded', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 500/)
  await openAs(page, 'fault_finder', ADDRESS)
  await expect(channel(page)).toBeVisible()
  await page.getByRole('link', { name: 'Download Rollcall' }).click()
  await expect(page.getByRole('heading', { name: 'Download Latest Version' })).toBeVisible()
  await page.route(SEASONS_CALL, (route) => route.fulfill({ status: 500 }))
  await page.goBack()
  await expect(alert(page)).toContainText('Error loading seasons data')
  await expect(channel(page)).toBeVisible()
})
