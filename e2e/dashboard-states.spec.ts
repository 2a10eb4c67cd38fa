/** Each dashboard page with nothing on it, loading, failing, and without a session. */
import { open, uploadRacer } from './dashboard-racer.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { endSession, openAs } from './sessions.ts'

test.beforeAll(uploadRacer)

const PAGES = [
  {
    path: '/dashboard/season',
    api: /\/api\/dashboard\/get-user-seasons\/?$/,
    empty: 'No Data Available',
  },
  {
    path: '/dashboard/lifetime',
    api: '**/api/dashboard/lifetime-stats',
    empty: 'No stats available',
  },
  { path: '/dashboard/channel', api: '**/api/dashboard/channels', empty: 'No channels available' },
  {
    path: '/dashboard/season/32',
    api: '**/api/dashboard/get-user-season-channels/32',
    empty: 'No channels available',
  },
  {
    path: '/dashboard/channel/dash_alpha',
    api: '**/api/dashboard/channel/dash_alpha',
    empty: 'No stats available',
  },
  {
    path: '/dashboard/channel/dash_alpha/32',
    api: '**/api/dashboard/season/32/dash_alpha',
    empty: 'No stats available',
  },
]

for (const { path, api, empty } of PAGES) {
  test.describe(path, () => {
    test('says when there is nothing yet', async ({ page }) => {
      await openAs(page, 'dash_newcomer', path)
      await expect(page.getByText(empty, { exact: true })).toBeVisible()
      await expectAccessible(page)
    })

    test('says that it loads', async ({ page }) => {
      const letGo = await hold(page, api)
      await open(page, path)
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(1)
      letGo()
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
    })

    test('says what failed, and tries again', async ({ page, expectComplaint }) => {
      const { answer, message, complaint } = faults['status 500']
      if (complaint) expectComplaint(complaint)
      await page.route(api, answer)
      await open(page, path)
      await expect(page.getByRole('alert')).toContainText(`Error: ${message}`)
      await expectAccessible(page)
      await page.unroute(api)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText(empty, { exact: true })).toHaveCount(0)
    })

    test('leads to the login page when the session has ended', async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/401/)
      await endSession(await open(page, '/favicon.svg'))
      await page.goto(path)
      await expect(page).toHaveURL('/login')
    })

    test('stays where it is when it is refused', async ({ page, expectComplaint }) => {
      expectComplaint(/403/)
      await page.route(api, (route) => route.fulfill({ status: 403, body: '' }))
      await open(page, path)
      await expect(page.getByRole('alert')).toContainText('You do not have permission to see this.')
      await expect(page).toHaveURL(path)
    })
  })
}

test('nobody gets in without a session', async ({ page }) => {
  for (const { path } of PAGES) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
})
