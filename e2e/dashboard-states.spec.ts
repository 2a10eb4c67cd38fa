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
] as const

test('each page says when there is nothing yet', async ({ page }) => {
  await openAs(page, 'dash_newcomer', '/favicon.svg')
  for (const { path, empty } of PAGES) {
    await page.goto(path)
    await expect(page.getByText(empty, { exact: true })).toBeVisible()
  }
  await page.goto('/dashboard/season')
  // They may have raced in events.
  await expect(page.getByText(/^You have no points in this season yet\./)).toBeVisible()
  await expectAccessible(page)
})

for (const { path, api, empty } of PAGES) {
  test(`${path} shows that it is loading and what failed, and tries again`, async ({
    page,
    expectComplaint,
  }) => {
    const { answer, message, complaint } = faults['status 500']
    expectComplaint(complaint)
    await page.route(api, answer)
    const release = await hold(page, api)
    await open(page, path)
    await expect(
      page.getByRole('main').getByText('Loading...', { exact: true }).first(),
    ).toBeVisible()
    release()
    await expect(page.getByRole('alert')).toContainText(`Error: ${message}`)
    await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(empty, { exact: true })).toHaveCount(0)
  })
}

test('a session that has ended leads to the login page; a refusal does not', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/403/)
  expectComplaint(/401/)
  const [{ path, api }] = PAGES
  await page.route(api, (route) => route.fulfill({ status: 403, body: '' }))
  const session = await open(page, path)
  await expect(page.getByRole('alert')).toContainText('You do not have permission to see this.')
  await expect(page).toHaveURL(path)
  await expectAccessible(page)

  await page.unroute(api)
  await endSession(session)
  await page.reload()
  await expect(page).toHaveURL('/login')
})
