/** The frame when a session ends, a call fails or a part of the site does not load. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { faults, hold, watchCalls } from './network.ts'
import { endSession, openAs, storedSession } from './sessions.ts'

const CHUNK_TIMEOUT_MS = 120_000
const LEADERBOARDS_CHUNK = /\/assets\/leaderboards-route-.*\.js/
const DASHBOARD_CHUNK = /\/assets\/dashboard-pages-.*\.js/
const DOWNLOAD_CHUNK = /\/assets\/download-page-.*\.js/

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

test.describe('A session that has ended', () => {
  test('leads from the leaderboards to a page that says so and makes no call', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/status of 401/)
    // A page without live updates, which would find out first.
    const session = await openAs(page, 'fault_ended', '/no-such-page')
    await expect(page.getByRole('banner')).toContainText('fault_ended')
    expect((await storedSession(page)).user).toContain('fault_ended')
    await endSession(session)
    await page.goto('/leaderboards')

    await expect(page).toHaveURL('/unauthorized')
    await expect(heading(page, '401 - Unauthorized Access')).toBeVisible()
    // Until here the leaderboards may have made calls: they disappear only once this page is shown.
    const calls = watchCalls(page, '/api/*')
    await expect(page.getByText('You do not have permission to access this page.')).toBeVisible()
    expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/leaderboards' })
    expect(await storedSession(page)).toEqual({ token: null, user: null })

    await page.reload()
    await expect(heading(page, '401 - Unauthorized Access')).toBeVisible()
    await expectAccessible(page)
    expect(calls.map((call) => call.url())).toEqual([])

    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
  })

  test('is also noticed when the user is refreshed', async ({ page, expectComplaint, clock }) => {
    expectComplaint(/status of 401/)
    await clock.install()
    // A page that makes no calls by itself.
    const session = await openAs(page, 'fault_noticed', '/no-such-page')
    await expect(page.getByRole('banner')).toContainText('fault_noticed')
    await endSession(session)
    await clock.runFor(300_000)
    await expect(page).toHaveURL('/unauthorized')
    expect(await storedSession(page)).toEqual({ token: null, user: null })
  })
})

test('without a session every page of the frame leads to the login page', async ({ page }) => {
  const calls = watchCalls(page, '/api/user')
  for (const path of [
    '/leaderboards',
    '/download',
    '/upload-key',
    '/dashboard',
    '/dashboard/lifetime',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
  }
  expect(calls).toEqual([])
})

test('the frame says so if its call is refused, and the page stays', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 403/)
  await page.route('**/api/user', (route) => route.fulfill({ status: 403 }))
  await openAs(page, 'fault_refused', '/leaderboards')
  await expect(page.getByRole('button', { name: 'Total Points' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'Error: You do not have permission to see this.',
  )
  await expect(page.getByRole('banner')).not.toContainText('Loading...')
  await expect(page).toHaveURL('/leaderboards')
  expect((await storedSession(page)).token).not.toBeNull()
})

test('any answer marked as unauthorized leads to /unauthorized', async ({ page }) => {
  await page.route('**/api/leaderboard/', (route) =>
    route.fulfill({ json: { unauthorized: true } }),
  )
  await openAs(page, 'fault_marked', '/leaderboards')
  await expect(page).toHaveURL('/unauthorized')
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/leaderboards' })
  expect((await storedSession(page)).token).not.toBeNull()

  const call = '**/api/events/leaderboard-config'
  await page.route(call, (route) => route.fulfill({ json: { unauthorized: true } }))
  await page.goto('/new-leaderboard-config')
  await page.getByLabel('Leaderboard name').fill('Mine')
  await page.getByLabel('Racing').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/unauthorized')
})

for (const kind of ['offline', 'malformed JSON'] as const) {
  const { answer, message, complaint } = faults[kind]
  test(`${kind}: the frame says so and tries again`, async ({ page, expectComplaint }) => {
    expectComplaint(complaint)
    await page.route('**/api/user', answer)
    await openAs(page, 'fault_frame', '/leaderboards')
    await expect(page.getByRole('alert')).toContainText(`Error: ${message}`)
    await expect(heading(page, 'Streamer Leaderboards')).toBeVisible()
    await expect(page.getByLabel('Season')).toBeEnabled()
    await page.unroute('**/api/user')
    await tryAgain(page).click()
    await expect(page.getByRole('banner')).toContainText('fault_frame')
    await expect(page.getByRole('alert')).toBeHidden()
  })
}

test('a page that does not load says so inside the frame', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/)
  await openAs(page, 'fault_chunk', '/leaderboards')
  await expect(page.getByRole('banner')).toContainText('fault_chunk')
  await page.route(DOWNLOAD_CHUNK, (route) => route.abort())
  await page.getByRole('link', { name: 'Download Rollcall' }).click()
  await expect(heading(page, 'Unexpected Application Error!')).toBeFocused()
  await expect(page).toHaveTitle('Unexpected Application Error!')
  await expect(page.getByRole('alert')).toContainText('A part of the page did not load.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(DOWNLOAD_CHUNK)
  await tryAgain(page).click()
  await expect(heading(page, 'Download Latest Version')).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Download')
})

test('a first page that does not load says so', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/)
  await page.route(/\/assets\/shell-.*\.js/, (route) => route.abort())
  await openAs(page, 'fault_chunk', '/leaderboards')
  await expect(heading(page, 'Unexpected Application Error!')).toBeVisible()
  await expect(page).toHaveTitle('Unexpected Application Error!')
  await expectAccessible(page)
  await page.unrouteAll()
  await tryAgain(page).click()
  await expect(heading(page, 'Streamer Leaderboards')).toBeVisible()
})

test('a page that never loads says so after two minutes, also behind a redirect', async ({
  page,
  clock,
}) => {
  await clock.install()
  await hold(page, DASHBOARD_CHUNK)
  await openAs(page, 'fault_chunk', '/my-events')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await clock.pause()
  await clock.runFor(CHUNK_TIMEOUT_MS / 2)
  await expect(heading(page, 'My Events')).toBeVisible()
  await clock.runUntil(
    () => expect(heading(page, 'Unexpected Application Error!')).toBeVisible({ timeout: 200 }),
    { stepMs: CHUNK_TIMEOUT_MS / 8 },
  )
  await expect(page.getByRole('alert')).toContainText('Check your connection, then try again.')
})

test('a first page that never loads says so after two minutes', async ({ page, clock }) => {
  await clock.install()
  await hold(page, LEADERBOARDS_CHUNK)
  await openAs(page, 'fault_chunk', '/favicon.svg')
  await page.goto('/leaderboards', { waitUntil: 'commit' })
  await expect(heading(page, 'Loading...')).toBeVisible()
  // The application counts the two minutes, and starts shortly after its heading is shown.
  await clock.runUntil(
    () => expect(heading(page, 'Unexpected Application Error!')).toBeVisible({ timeout: 200 }),
    { stepMs: CHUNK_TIMEOUT_MS / 4 },
  )
  await page.unrouteAll()
  await tryAgain(page).click()
  await expect(heading(page, 'Streamer Leaderboards')).toBeVisible()
})

test.describe('An application that does not start says so and tries again', () => {
  for (const [script, complaints] of [
    ['index', [/ERR_FAILED/]],
    ['start', [/ERR_FAILED/, /Failed to fetch dynamically imported module/]],
  ] as const) {
    test(`if its script fails: ${script}`, async ({ page, expectComplaint }) => {
      for (const complaint of complaints) expectComplaint(complaint)
      await page.route(new RegExp(`/assets/${script}-.*\\.js`), (route) => route.abort())
      await page.goto('/login')
      await expect(heading(page, 'The page could not be loaded.')).toBeVisible()
      await expect(page).toHaveTitle('Unexpected Application Error!')
      await expectAccessible(page)
      await page.unrouteAll()
      await tryAgain(page).click()
      await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
    })
  }

  test('if its script never loads', async ({ page, clock }) => {
    await clock.install()
    await hold(page, /\/assets\/index-.*\.js/)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(heading(page, 'Loading...')).toBeVisible()
    await clock.runFor(CHUNK_TIMEOUT_MS)
    await expect(heading(page, 'The page could not be loaded.')).toBeVisible()
  })
})
