/** The frame around the pages. What it does when something fails: shell-faults.spec.ts. */
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { hold, watchCalls } from './network.ts'
import { openAs, openAsAdmin } from './sessions.ts'

const bar = (page: Page) => page.getByRole('banner')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const colourScheme = (page: Page, scheme: 'dark' | 'light') =>
  expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)

test('the top bar shows who is signed in, and a grey circle until it knows', async ({ page }) => {
  const release = await hold(page, '**/api/user')
  await openAs(page, 'shell_person', '/leaderboards')
  const user = bar(page).getByRole('link', { name: 'Loading...' })
  await expect(user).toBeVisible()
  await expect(user.locator('img')).toHaveCount(0)
  const circle = user.locator('span').first()
  await expect(circle).toHaveCSS('border-radius', '50%')
  await expect(circle).toHaveCSS('width', '36px')
  release()
  const picture = bar(page).getByRole('link', { name: 'shell_person' }).locator('img')
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(bar(page).getByText('Loading...')).toBeHidden()

  // The stored user fills the bar at once.
  await hold(page, '**/api/user')
  await page.reload()
  await expect(bar(page)).toContainText('shell_person')
})

test('the sidebar leads everywhere', { tag: '@quick' }, async ({ page }) => {
  await openAs(page, 'shell_person', '/leaderboards')
  const links = menu(page).getByRole('link')
  await expect(links).toHaveText([
    'Dashboard',
    'Download Rollcall',
    'My Events',
    // Also for users who have uploaded nothing: the page says how to begin.
    'My Uploads',
    'Streamer Leaderboards',
    'Events',
    'Seasons',
    'Maps',
    'Luck',
    'Your Account',
    'Front Page',
  ])
  const paths = [
    ...['/dashboard', '/download', '/my-events', '/my-uploads', '/leaderboards'],
    ...['/events', '/seasons', '/maps', '/luck', '/account', '/'],
  ]
  for (const [index, path] of paths.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', path)
  }
  await expect(links.nth(4)).toHaveAttribute('aria-current', 'page')
  await expect(bar(page)).toContainText('shell_person')
  await expect(page.getByRole('button', { name: 'Admin Menu' })).toBeHidden()

  for (const link of [
    page.getByRole('link', { name: 'Rollcall', exact: true }),
    bar(page).getByRole('link', { name: 'shell_person' }),
  ]) {
    await page.goto('/leaderboards')
    await link.click()
    await expect(page).toHaveURL('/dashboard/season')
  }
  await links.getByText('My Uploads').click()
  await page.getByRole('link', { name: 'Upload Key' }).click()
  await expect(page).toHaveURL('/download#upload-key')
})

test('admins have an additional menu that opens and closes', async ({ page }) => {
  await openAsAdmin(page, '/leaderboards')
  const toggle = menu(page).getByRole('button', { name: 'Admin Menu' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const settings = menu(page).getByRole('link', { name: 'Rollcall Settings' })
  await expect(settings).toBeHidden()
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(settings).toHaveAttribute('href', '/admin/update-rollcall-settings')
  for (const [name, path] of [
    ['Upload New Version', '/admin/upload-new-version'],
    ['Create Patch Note', '/admin/create-patch-notes'],
    ['User Reports', '/admin/user-reports'],
    ['CSV Upload Testing', '/admin/csv-testing'],
    ['Snapshots', '/admin/snapshots'],
    ['Audit Log', '/admin/audit-log'],
  ] as const) {
    await expect(menu(page).getByRole('link', { name })).toHaveAttribute('href', path)
  }
  // None is configured here.
  await expect(menu(page).getByRole('link', { name: /Project Board/ })).toBeHidden()
  await expectAccessible(page)
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(settings).toBeHidden()
})

test('the user is refreshed every five minutes', async ({ page, clock }) => {
  await clock.install()
  const calls = watchCalls(page, '/api/user')
  await openAs(page, 'shell_person', '/my-events')
  await expect(bar(page)).toContainText('shell_person')
  await clock.pause()
  expect(calls).toHaveLength(1)
  await clock.runFor(4 * 60_000)
  expect(calls).toHaveLength(1)
  await clock.runFor(60_000)
  await expect.poll(() => calls.length).toBe(2)
  // Finding the time zone is slow, so it is not done while a page loads.
  expect(await calls[0]?.headerValue('x-time-zone')).toBeNull()
  expect(await calls[1]?.headerValue('x-time-zone')).not.toBeNull()
  await clock.resume()
  await calls[1]?.response()
  await clock.runFor(5 * 60_000)
  await expect.poll(() => calls.length).toBe(3)
})

test('the first Tab stop skips to the content', async ({ page }) => {
  await openAs(page, 'shell_person', '/leaderboards')
  await expect(heading(page, 'Streamer Leaderboards')).toBeVisible()
  // Tab skips it as long as it has no seasons.
  await expect(page.getByLabel('Season')).toBeEnabled()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Season')).toBeFocused()
})

test('after a navigation the focus is on the heading', async ({ page }) => {
  await openAs(page, 'shell_person', '/leaderboards')
  await menu(page).getByRole('link', { name: 'Download Rollcall' }).click()
  await expect(heading(page, 'Download Latest Version')).toBeFocused()
  await menu(page).getByRole('link', { name: 'Streamer Leaderboards' }).click()
  await expect(heading(page, 'Streamer Leaderboards')).toBeFocused()
})

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

test('with the keyboard alone from the login page to a sorted leaderboard', async ({ page }) => {
  await page.goto('/login')
  await tabTo(page, page.getByRole('button', { name: 'Login With Twitch' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Type a name'))
  await page.keyboard.type('shell_keyboard')
  await page.keyboard.press('Enter')
  await tabTo(page, menu(page).getByRole('link', { name: 'Streamer Leaderboards' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Streamer Leaderboards')).toBeFocused()
  const sort = page.getByRole('button', { name: 'Total Races' })
  await tabTo(page, sort)
  await expect(sort).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  const column = page.getByRole('columnheader', { name: 'Total Races' })
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  await expect(sort).toBeFocused()
  await page.keyboard.press('Space')
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the menu is a drawer', async ({ page }) => {
    await openAsAdmin(page, '/leaderboards')
    const open = page.getByRole('button', { name: 'Open menu' })
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu(page)).toBeHidden()

    await open.click()
    await expect(drawer.getByRole('button', { name: 'Admin Menu' })).toBeVisible()
    await expect(drawer).toBeInViewport({ ratio: 1 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(open).toBeFocused()

    await open.click()
    await drawer.getByRole('button', { name: 'Close menu' }).click()
    await expect(drawer).toBeHidden()

    await open.click()
    await page.mouse.click(350, 400)
    await expect(drawer).toBeHidden()

    await open.click()
    await drawer.getByRole('link', { name: 'Streamer Leaderboards' }).click()
    await expect(drawer).toBeHidden()
    await open.click()
    await drawer.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(drawer).toBeHidden()
  })

  test('the longest name leaves room for the rest of the bar', async ({ page }) => {
    const name = 'W'.repeat(25)
    await openAs(page, name, '/leaderboards')
    await expect(bar(page)).toContainText(name)
    for (const control of [
      page.getByRole('button', { name: 'Open menu' }),
      page.getByRole('button', { name: 'Use light colours' }),
      bar(page).getByRole('link', { name: 'Logout' }),
    ]) {
      await expect(control).toBeInViewport({ ratio: 1 })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

test('dark is the default, and a chosen light scheme applies from the first moment', async ({
  page,
}) => {
  await openAs(page, 'shell_person', '/leaderboards')
  await colourScheme(page, 'dark')
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await colourScheme(page, 'light')
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  // Even before the application runs, so that nothing flashes.
  await hold(page, /\/assets\/index-.*\.js/)
  await page.reload({ waitUntil: 'commit' })
  await colourScheme(page, 'light')
  await expect(page.locator('html')).toHaveCSS('background-color', light)
  await page.unrouteAll()
  await page.goto('/login')
  await colourScheme(page, 'light')
  await page.getByRole('button', { name: 'Use dark colours' }).click()
  await colourScheme(page, 'dark')
})

test.describe('An unknown path says so', () => {
  test('to somebody signed in, inside the frame', async ({ page }) => {
    await openAs(page, 'shell_person', '/no/such/page')
    await expect(heading(page, '404 - Page Not Found')).toBeVisible()
    await expect(page).toHaveTitle('Rollcall - Not Found')
    await expect(page.getByRole('main')).toContainText(
      'Sorry, the page you are looking for does not exist.',
    )
    await expect(page.getByRole('main').locator('.tabler-icon-mood-sad')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the leaderboards' }).click()
    await expect(heading(page, 'Streamer Leaderboards')).toBeFocused()
  })

  test('to anybody else', async ({ page }) => {
    await page.goto('/no-such-page')
    await expect(heading(page, '404 - Page Not Found')).toBeVisible()
    await expect(page).toHaveTitle('Rollcall - Not Found')
    await page.getByRole('link', { name: 'Go to the login page' }).click()
    await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
  })
})
