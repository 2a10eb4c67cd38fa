/** The setup page when the network or the server fails: it says so, and nothing typed is lost. */
import type { Page } from '@playwright/test'
import { createConfiguration } from './configurations.ts'
import { expect, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { endSession, openAs } from './sessions.ts'

const SAVE_CALL = '**/api/events/leaderboard-config'
const alert = (page: Page) => page.getByRole('alert')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Leaderboard Name').fill('Kept')
  await page.getByLabel('Racing').check()
}

test.describe('A save that fails keeps what was typed, and can be tried again:', () => {
  test('without an answer', async ({ page, expectComplaint }) => {
    const { answer, complaint } = faults.offline
    expectComplaint(complaint)
    await openAs(page, 'scoring_faults', '/new-leaderboard-config')
    await fillIn(page)
    await page.route(SAVE_CALL, answer)
    await save(page).click()
    await expect(alert(page)).toHaveText('An error occurred while saving')
    await expect(page.getByLabel('Leaderboard Name')).toHaveValue('Kept')
    await page.unroute(SAVE_CALL)
    const release = await hold(page, SAVE_CALL)
    await save(page).click()
    await expect(save(page)).toHaveAttribute('data-loading', 'true')
    await expect(page.getByLabel('Leaderboard Name')).toBeDisabled()
    release()
    await expect(page).toHaveURL('/my-events')
  })

  test('an answer without an id', async ({ page, expectComplaint }) => {
    expectComplaint(faults['malformed JSON'].complaint)
    await openAs(page, 'scoring_faults', '/new-leaderboard-config')
    await fillIn(page)
    await page.route(SAVE_CALL, (route) => route.fulfill({ json: { config: '{}' } }))
    await save(page).click()
    await expect(alert(page)).toHaveText('Unexpected response from server')
  })

  test("a refusal, in the server's words", async ({ page, expectComplaint }) => {
    expectComplaint(/status of 404/)
    const session = await openAs(page, 'scoring_faults', '/favicon.svg')
    const id = await createConfiguration(session, { name: 'Soon gone' })
    await page.goto(`/manage-leaderboard-config/${id}`)
    await fillIn(page)
    await fetch(new URL(`/api/events/leaderboard-config/${id}`, page.url()), {
      method: 'DELETE',
      headers: session,
    })
    await save(page).click()
    await expect(alert(page)).toHaveText('There is no such leaderboard configuration.')
  })
})

test('a session that has ended leads to the login page, without a question', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/)
  const session = await openAs(page, 'scoring_ended', '/new-leaderboard-config')
  await fillIn(page)
  await endSession(session)
  await save(page).click()
  await expect(page).toHaveURL('/login')
})

test('a configuration that does not exist says so', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/)
  await openAs(page, 'scoring_faults', '/manage-leaderboard-config/999999')
  await expect(alert(page)).toHaveText('Error: HTTP error! status: 404')
  await expect(page.getByText('There is no such leaderboard configuration.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Go Back to Event Lists' })).toBeVisible()
})
