/** Somebody's own account: the name that others see, and where they are signed in. */
import { raceFiles } from '@rollcall/server/testing/game-files'
import { signInStreamer, uploadGame } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { fetchStatus, openAs } from './sessions.ts'
import { PHONE } from './show-pages.ts'

test('a viewer hides their name, sees what a stranger sees, and shows it again in two presses', {
  tag: '@quick',
}, async ({ page, browser }) => {
  const streamer = await signInStreamer('account_caster')
  await uploadGame(streamer.session, raceFiles(['account_shy', 'account_other'], new Date()))
  const strangers = await browser.newContext()
  const stranger = await strangers.newPage()
  await stranger.goto('/c/account_caster')
  await expect(stranger.getByRole('link', { name: 'account_shy' }).first()).toBeVisible()

  await openAs(page, 'account_shy', '/leaderboards')
  await page.getByRole('link', { name: 'Your Account' }).click()
  await expect(page.getByRole('heading', { name: 'Your Account', level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Hide my name' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your name is hidden.' })).toBeFocused()
  await expectAccessibleInBothSchemes(page)

  // The open page follows at once, and the number leads nowhere.
  await expect(stranger.getByText(/^Hidden racer \d+$/).first()).toBeVisible()
  await expect(stranger.getByText('account_shy')).toHaveCount(0)
  await expect(stranger.getByRole('link', { name: /Hidden racer/ })).toHaveCount(0)
  await stranger.goto('/r/twitch/account_shy')
  await expect(stranger.getByText('Nobody with that name has public results.')).toBeVisible()

  await page.goto('/r/twitch/account_shy')
  await expect(page.getByRole('heading', { name: 'account_shy', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Only you see this page/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ranks in Season 75' })).toContainText(
    'account_caster',
  )

  await page.goto('/account')
  await page.setViewportSize(PHONE)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Show my name' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Show your name again?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Show my name' }).click()
  await expect(page.getByText('Your name is shown again.')).toBeVisible()
  await stranger.goto('/c/account_caster')
  await expect(stranger.getByRole('link', { name: 'account_shy' }).first()).toBeVisible()
  await strangers.close()
})

test('a person ends a session elsewhere and takes their data with them', async ({ page }) => {
  const { session: elsewhere } = await signInStreamer('account_sessions')
  await openAs(page, 'account_sessions', '/account')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End the session that began/ }).click()
  await expect(sessions.getByText('That session has ended.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect(await fetchStatus(elsewhere)).toBe(401)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything about me' }).click()
  expect((await downloading).suggestedFilename()).toBe('my-data.json')
})

test('a person asks to delete their account, sees until when, signs in again and keeps it', async ({
  page,
  browser,
}) => {
  await openAs(page, 'account_leaving', '/account')
  const panel = page.getByRole('region', { name: 'Delete your account' })
  await panel.getByRole('button', { name: 'Delete my account' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete in 14 days' }).click()
  const asked = panel.getByRole('status').filter({ hasText: 'will be deleted in 14 days.' })
  await expect(asked).toBeFocused()
  await expect(panel.getByText(/^Your account will be deleted on /)).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await openAs(other, 'account_leaving', '/account')
  await expect(other.getByText(/^Your account will be deleted on /)).toBeVisible()
  await other.getByRole('button', { name: 'Keep my account' }).click()
  await expect(other.getByText('You keep your account.')).toBeVisible()
  await expect(other.getByText(/^Your account will be deleted on /)).toHaveCount(0)
  await elsewhere.close()
})
