/** Which answers of the streaming platform the page accepts, and which it refuses. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { faults, watchCalls } from './network.ts'
import { originUnderTest, storedSession } from './sessions.ts'

const SENTENCE = 'Signing in did not work. Please try again.'

/** Clicks through to the platform. @returns the state that this tab sent */
async function startSignIn(page: Page): Promise<string> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login With Twitch' }).click()
  await page.waitForURL(/\/practice-platform\//)
  const state = new URL(page.url()).searchParams.get('state') ?? ''
  expect(state).toMatch(/^[0-9a-f]{32}$/)
  return state
}

/** The address to which the platform redirects the browser, with a valid platform token. */
async function fetchCallback(name: string, state: string | null): Promise<string> {
  const grant = new URL('/practice-platform/oauth2/grant', originUnderTest())
  const redirect_uri = `${originUnderTest()}/auth/callback`
  grant.search = String(new URLSearchParams({ name, redirect_uri, state: state ?? '' }))
  const response = await fetch(grant, { redirect: 'manual' })
  const address = new URL(response.headers.get('location') ?? '')
  const fragment = new URLSearchParams(address.hash.slice(1))
  expect(fragment.get('access_token')).not.toBeNull()
  if (state === null) fragment.delete('state')
  address.hash = String(fragment)
  return address.href
}

/** Nobody is signed in, and the login page says beside its button that it did not work. */
async function expectRefusal(page: Page): Promise<void> {
  await expect(page).toHaveURL('/login')
  const action = page.getByRole('alert').locator('..')
  await expect(action.getByRole('alert')).toHaveText(SENTENCE)
  await expect(action.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
  expect(await storedSession(page)).toEqual({ token: null, user: null })
}

test.describe('Any state but the one that this tab sent is refused without a call:', () => {
  test('missing', async ({ page, expectComplaint }) => {
    expectComplaint(/^User creation failed$/)
    const calls = watchCalls(page, '/api/auth/twitch')
    await startSignIn(page)
    await page.goto(await fetchCallback('auth_refused', null))
    await expectRefusal(page)
    expect(calls).toEqual([])
  })

  test("another tab's", async ({ page, context, expectComplaint }) => {
    expectComplaint(/^User creation failed$/)
    const state = await startSignIn(page)
    const other = await context.newPage()
    const calls = watchCalls(other, '/api/auth/twitch')
    await startSignIn(other)
    await other.goto(await fetchCallback('auth_refused', state))
    await expectRefusal(other)
    expect(calls).toEqual([])
  })

  test('replayed', async ({ page, expectComplaint }) => {
    expectComplaint(/^User creation failed$/)
    const calls = watchCalls(page, '/api/auth/twitch')
    const state = await startSignIn(page)
    const answer = await fetchCallback('auth_replayed', state)
    await page.goto(answer)
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(calls).toHaveLength(1)
    await page.goto(answer)
    await expectRefusal(page)
    expect(calls).toHaveLength(1)
  })

  test('right, but after a wrong one named like a prototype', async ({ page, expectComplaint }) => {
    expectComplaint(/^User creation failed$/)
    const calls = watchCalls(page, '/api/auth/twitch')
    const state = await startSignIn(page)
    await page.goto(await fetchCallback('auth_refused', '__proto__'))
    await expectRefusal(page)
    await page.goto(await fetchCallback('auth_refused', state))
    await expectRefusal(page)
    expect(calls).toEqual([])
  })
})

test('without a token it leads to the login page, without an error', async ({ page }) => {
  const calls = watchCalls(page, '/api/auth/twitch')
  await page.goto('/auth/callback')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  expect(calls).toEqual([])
})

test('the login page says when the platform refused', async ({ page }) => {
  const state = await startSignIn(page)
  await page.goto(`/auth/callback?error=access_denied&state=${state}`)
  await expectRefusal(page)
  await page.reload()
  await expect(page).toHaveURL('/login')
})

test('the token leaves the address and the history at once', async ({ page }) => {
  const answer = await fetchCallback('auth_traces', await startSignIn(page))
  await page.route('**/api/auth/twitch', () => undefined)
  await page.goto(answer)
  await expect(page).toHaveURL('/auth/callback')
  const devTools = await page.context().newCDPSession(page)
  const { entries } = await devTools.send('Page.getNavigationHistory')
  expect(entries.map(({ url }) => url).filter((url) => url.includes('#'))).toEqual([])
})

test.describe('A failed sign-in call leads to the login page and is logged:', () => {
  let lines: string[] = []
  test.beforeEach(({ page }) => {
    lines = []
    page.on('console', (message) => lines.push(message.text()))
  })
  test.afterEach(() => {
    const aboutTheCall = /^(?:Failed to load resource|POST \/api\/auth\/twitch: )/
    const ours = lines.filter((line) => !aboutTheCall.test(line))
    expect(ours).toEqual(['User creation failed'])
  })

  test('refused by the server', async ({ page, expectComplaint }) => {
    expectComplaint(/^User creation failed$/)
    expectComplaint(/status of 401/)
    const state = await startSignIn(page)
    await page.goto(`/auth/callback#access_token=not-one-of-the-platform&state=${state}`)
    await expectRefusal(page)
  })

  test('without an answer', async ({ page, expectComplaint }) => {
    expectComplaint(/^User creation failed$/)
    expectComplaint(faults.offline.complaint)
    const answer = await fetchCallback('auth_unreached', await startSignIn(page))
    await page.route('**/api/auth/twitch', faults.offline.answer)
    await page.goto(answer)
    await expectRefusal(page)
  })

  test('answered without a token', async ({ page, expectComplaint }) => {
    expectComplaint(/^User creation failed$/)
    expectComplaint(faults['malformed JSON'].complaint)
    const answer = await fetchCallback('auth_tokenless', await startSignIn(page))
    await page.route('**/api/auth/twitch', (route) => route.fulfill({ json: {} }))
    await page.goto(answer)
    await expectRefusal(page)
  })
})
