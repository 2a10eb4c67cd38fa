/** Signing in and out, as people see it. What the callback refuses: auth-callback.spec.ts. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signInAs, test } from './fixtures.ts'
import { faults, hold, watchCalls, watchUnanswered } from './network.ts'
import { endSession, fetchStatus, openAs, originUnderTest, storedSession } from './sessions.ts'

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login With Twitch' })

test('the login page says what it is, and that sign-in is practice', async ({ page }) => {
  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Login')
  await expect(page.getByRole('note')).toHaveText('Practice sign-in: anyone can be anyone')
})

test('the login page says when it is loading', async ({ page }) => {
  const release = await hold(page, '**/api/auth/site')
  await page.goto('/login')
  // The lists beside the login load at the same time.
  await expect(page.getByRole('status').filter({ hasText: 'Attempting to login...' })).toBeVisible()
  await expect(loginButton(page)).toBeHidden()
  release()
  await expect(loginButton(page)).toBeVisible()
  await expect(page.getByText('Attempting to login...')).toBeHidden()
})

test('a login page that cannot load says so and tries again', async ({ page, expectComplaint }) => {
  expectComplaint(faults.offline.complaint)
  await page.route('**/api/auth/site', (route) => route.abort('internetdisconnected'))
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText('The sign-in could not be loaded.')
  await expect(page).toHaveTitle('Login')
  await page.unroute('**/api/auth/site')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(loginButton(page)).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Login')
})

test('the chosen language is remembered, but only for the login page', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByLabel('Language').selectOption('Deutsch')
  const german = page.getByRole('button', { name: 'Mit Twitch anmelden' })
  await expect(german).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await page.reload()
  await expect(german).toBeVisible()
  await expect(page.getByLabel('Sprache')).toHaveValue('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('de')

  await openAs(page, 'auth_german', '/leaderboards')
  await expect(page.getByRole('heading', { name: 'Streamer Leaderboards' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a valid stored session leads to the dashboard', async ({ page }) => {
  const session = await openAs(page, 'auth_stored', '/login')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('banner')).toContainText('auth_stored')
  expect(await storedSession(page)).toMatchObject({
    token: session.authorization.replace('Bearer ', ''),
  })
})

test('a stored session that has ended is forgotten', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 401/)
  const session = await openAs(page, 'auth_ended', '/favicon.svg')
  await endSession(session)
  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  expect(await storedSession(page)).toEqual({ token: null, user: null })
})

test('a stored session that cannot be checked stays, and is checked again', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 503/)
  await page.route('**/api/user', (route) => route.fulfill({ status: 503 }))
  await openAs(page, 'auth_unchecked', '/login')
  await expect(page.getByRole('alert')).toContainText('Error: HTTP error! status: 503')
  await page.unroute('**/api/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('signing in leaves a session and no trace of the platform token', { tag: '@quick' }, async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/auth/twitch')
  await signInAs(page, 'auth_newcomer')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('banner')).toContainText('auth_newcomer')
  expect(calls).toHaveLength(1)
  const platformToken = calls[0]?.headers().authorization?.replace('Bearer ', '') ?? ''
  expect(platformToken).not.toBe('')

  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toContain(platformToken)
  const devTools = await page.context().newCDPSession(page)
  const { entries } = await devTools.send('Page.getNavigationHistory')
  for (const { url } of entries) {
    expect(url).not.toContain('access_token')
    expect(url).not.toContain(platformToken)
  }
  const { token } = await storedSession(page)
  expect(await fetchStatus({ authorization: `Bearer ${token}` })).toBe(200)
})

test.describe('A sign-in that a page asked for returns there', () => {
  async function signInFromHere(page: Page, name: string): Promise<void> {
    await expect(page).toHaveURL('/login')
    await loginButton(page).click()
    await page.getByLabel('Type a name').fill(name)
    await page.getByRole('button', { name: 'Sign in with this name' }).click()
  }

  test('with its address, also after a reload; the next one leads to the dashboard', async ({
    page,
  }) => {
    await page.goto('/leaderboards?season=74&sort=PPR')
    await expect(page).toHaveURL('/login')
    await page.reload()
    await signInFromHere(page, 'auth_returning')
    await expect(page).toHaveURL('/leaderboards?season=74&sort=PPR')

    await page.getByRole('link', { name: 'Logout' }).click()
    await signInFromHere(page, 'auth_returning')
    await expect(page).toHaveURL('/dashboard/season')
  })

  test('after the session has ended, and after a refusal', async ({ page, expectComplaint }) => {
    expectComplaint(/status of 401/)
    await endSession(await openAs(page, 'auth_expired', '/favicon.svg'))
    await page.goto('/dashboard/lifetime')
    await signInFromHere(page, 'auth_expired')
    await expect(page).toHaveURL('/dashboard/lifetime')

    await endSession(await openAs(page, 'auth_expired', '/favicon.svg'))
    await page.goto('/leaderboards?season=74')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await loginButton(page).click()
    await page.waitForURL(/practice-platform/)
    await page.goto('/auth/callback?error=access_denied')
    await expect(page.getByRole('alert')).toBeVisible()
    await signInFromHere(page, 'auth_expired')
    await expect(page).toHaveURL('/leaderboards?season=74')
  })

  test('but opening the login page afterwards leads to the dashboard', async ({ page }) => {
    await page.goto('/leaderboards?season=74')
    await expect(page).toHaveURL('/login')
    await loginButton(page).click()
    await page.waitForURL(/practice-platform/)
    await page.goto('/login')
    await signInFromHere(page, 'auth_changed_mind')
    await expect(page).toHaveURL('/dashboard/season')
  })

  test('also if the login page was open already', async ({ page }) => {
    await openAs(page, 'auth_back', '/leaderboards?season=74')
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await signInFromHere(page, 'auth_back')
    await expect(page).toHaveURL('/leaderboards?season=74')
  })

  test('but never to another site', async ({ page, expectComplaint }) => {
    expectComplaint(/status of 401/)
    await endSession(await openAs(page, 'auth_lured', '/favicon.svg'))
    await page.goto(`${originUnderTest()}//elsewhere.example/`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInFromHere(page, 'auth_lured')
    await expect(page).toHaveURL('/dashboard/season')
  })
})

test.describe('signing out', () => {
  test('ends the session on the server too', async ({ page }) => {
    const session = await openAs(page, 'auth_leaver', '/leaderboards')
    await expect(page.getByRole('banner')).toContainText('auth_leaver')
    expect((await storedSession(page)).user).toContain('auth_leaver')

    const release = await hold(page, '**/api/auth/logout')
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { name: 'Logging out...' })).toBeVisible()
    release()
    await expect(page).toHaveURL('/login')
    await expect(loginButton(page)).toBeVisible()
    expect(await fetchStatus(session)).toBe(401)
    expect(await storedSession(page)).toEqual({ token: null, user: null })

    await page.goBack()
    await expect(page).toHaveURL('/login')
    await expect(loginButton(page)).toBeVisible()
    await expect(page.getByText('auth_leaver')).toBeHidden()
  })

  test('leaves nothing behind, however soon somebody goes back', async ({ page }) => {
    await openAs(page, 'auth_leaving_back', '/dashboard/lifetime')
    const release = await hold(page, '**/api/auth/logout')
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page.getByText('Logging out...')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/login')
    expect(await storedSession(page)).toEqual({ token: null, user: null })
    release()
  })

  test('works if the call is never answered', async ({ page, clock }) => {
    await clock.install()
    await openAs(page, 'auth_waiting_leaver', '/leaderboards')
    await hold(page, '**/api/auth/logout')
    await Promise.all([
      page.getByRole('link', { name: 'Logout' }).click(),
      expect(page.getByRole('heading', { name: 'Logging out...' })).toBeVisible(),
    ])
    await clock.runFor(3_000)
    await expect(page).toHaveURL('/login')
    expect(await storedSession(page)).toEqual({ token: null, user: null })
  })

  test('in one tab signs out the others', async ({ page, context }) => {
    // A page without live updates, so that the other tab does not find out by a call of its own.
    const path = '/new-leaderboard-config'
    await openAs(page, 'auth_two_tabs', path)
    const other = await context.newPage()
    const unanswered = watchUnanswered(other)
    await other.goto(path)
    await expect(other.getByRole('banner')).toContainText('auth_two_tabs')
    await expect.poll(unanswered).toEqual([])

    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(other).toHaveURL('/login')
    await expect(loginButton(other)).toBeVisible()
    await expect(other.getByText('auth_two_tabs')).toBeHidden()
  })
})

test('signing in in one tab signs in the others', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/login')
  await loginButton(other).click()

  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  await openAs(await context.newPage(), 'auth_first_self', '/leaderboards')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('banner')).toContainText('auth_first_self')

  await page.goto('/leaderboards')
  await expect(page.getByRole('banner')).toContainText('auth_first_self')
  await other.getByLabel('Type a name').fill('auth_second_self')
  await other.getByRole('button', { name: 'Sign in with this name' }).click()
  await expect(page.getByRole('banner')).toContainText('auth_second_self')
  await expect(page).toHaveURL('/leaderboards')
})

test('the login page is accessible in both colour schemes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await expectAccessible(page)
})
