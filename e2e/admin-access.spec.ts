/** Who may open admin pages, all those in the router's own list. */
import { adminRoutes, settingsPath } from '@rollcall/web/admin-routes'
import { expect, test } from './fixtures.ts'
import { watchCalls } from './network.ts'
import { openAs, openAsAdmin } from './sessions.ts'

const PATHS = [...adminRoutes.map(({ path }) => path), settingsPath('rollcall')]

test('only admins can open admin pages; others are redirected to /unauthorized', async ({
  page,
}) => {
  await openAs(page, 'admin_not', '/leaderboards')
  const calls = watchCalls(page, '/api/admin/*')
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/unauthorized')
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(
      '401 - Unauthorized Access',
    )
  }
  expect(calls.map((call) => call.url())).toEqual([])
})

test('without a session, an admin page redirects to the login page', async ({ page }) => {
  for (const path of [PATHS[0], settingsPath('rollcall')]) {
    await page.goto(path ?? '')
    await expect(page, path).toHaveURL('/login')
  }
})

test('an admin can reach every admin page from the menu', async ({ page }) => {
  await openAsAdmin(page, settingsPath('rollcall'))
  await expect(page).toHaveTitle('Rollcall - Settings')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const { path, title } of adminRoutes) {
    await links.and(page.locator(`[href="${path}"]`)).click()
    await expect(page).toHaveTitle(`Rollcall - ${title}`)
    await expect(page).toHaveURL(path)
  }
})

test('nobody finds an unknown admin path', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })
  await page.goto('/admin/nothing')
  await expect(heading).toBeVisible()
  await openAsAdmin(page, '/admin/update-another-settings')
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Not Found')
})

test('the menu stays open or closed, and links to the project board if there is one', async ({
  page,
}) => {
  await page.route('**/api/auth/site', async (route) => {
    const response = await route.fetch()
    const site = (await response.json()) as object
    await route.fulfill({ json: { ...site, projectBoardUrl: 'https://board.example/rollcall' } })
  })
  await openAsAdmin(page, '/leaderboards')
  const toggle = page.getByRole('button', { name: 'Admin Menu' })
  await toggle.click()
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  const board = page.getByRole('link', { name: 'Project Board (opens in a new tab)' })
  await expect(board).toHaveAttribute('href', 'https://board.example/rollcall')
  await expect(board).toHaveAttribute('target', '_blank')
  await toggle.click()
  await page.goto('/admin/audit-log')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(board).toBeHidden()
})
