/** Who may open the pages for admins, from the list the router makes its routes of. */
import { adminRoutes, settingsPathOf } from '@rollcall/web/admin-routes'
import { expect, test } from './fixtures.ts'
import { watchCalls } from './network.ts'
import { openAs, openAsAdmin } from './sessions.ts'

const PATHS = [...adminRoutes.map(({ path }) => path), settingsPathOf('rollcall')]

test('only admins can open admin pages; others are led to /unauthorized', async ({ page }) => {
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

test('nobody is led to the login page from an admin page', async ({ page }) => {
  for (const path of [PATHS[0], settingsPathOf('rollcall')]) {
    await page.goto(path ?? '')
    await expect(page, path).toHaveURL('/login')
  }
})

test('an admin finds every admin page behind the menu', async ({ page }) => {
  await openAsAdmin(page, settingsPathOf('rollcall'))
  await expect(page).toHaveTitle('Rollcall - Settings')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const { path, title } of adminRoutes) {
    await links.and(page.locator(`[href="${path}"]`)).click()
    await expect(page).toHaveTitle(`Rollcall - ${title}`)
    await expect(page).toHaveURL(path)
  }
})

test('an unknown admin path is not found, for anybody', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })
  await page.goto('/admin/nothing')
  await expect(heading).toBeVisible()
  await openAsAdmin(page, '/admin/update-another-settings')
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Not Found')
})

test('the menu stays as it was left, and leads to the board where there is one', async ({
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
