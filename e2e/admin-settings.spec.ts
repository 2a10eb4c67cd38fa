/** The settings, and putting back snapshots. */
import type { Page } from '@playwright/test'
import { uploadBoard } from './boards.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { changeAnswer, faults, hold, watchCalls } from './network.ts'
import { openAsAdmin } from './sessions.ts'

const SETTINGS = '/admin/update-rollcall-settings'
const UPDATE = '**/api/admin/updateSettings*'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

test('settings are saved, and shown the next time', { tag: '@quick' }, async ({ page }) => {
  const release = await hold(page, '**/api/admin/getSettings')
  await openAsAdmin(page, SETTINGS)
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  release()
  const form = page.getByRole('form', { name: 'Settings' })
  await expect(form.getByRole('textbox')).toHaveCount(4)
  for (const label of ['Season', 'Version', 'Development Season', 'Development Version']) {
    await expect(field(page, label)).toBeVisible()
  }
  await expect(field(page, 'Season')).toHaveValue('75')
  await expect(save(page)).toBeDisabled()
  await field(page, 'Development Version').fill('2.0-beta')
  const sent = page.waitForRequest(UPDATE)
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ season: '75', dev_version: '2.0-beta' })
  await expect(page.getByText('Success! Settings updated successfully.')).toBeVisible()
  await changeAnswer(page, UPDATE, () => ({ message: 'A different message.' }))
  await field(page, 'Development Version').fill('2.0-rc')
  await expect(page.getByText('Success! Settings updated successfully.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Success! Settings updated successfully.')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await page.reload()
  await expect(field(page, 'Development Version')).toHaveValue('2.0-rc')
})

test('impossible settings are refused with a sentence, and nothing typed is lost', async ({
  page,
  expectComplaint,
}) => {
  await openAsAdmin(page, SETTINGS)
  expectComplaint(/422/)
  await field(page, 'Development Season').fill('12')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Error! Error updating settings')
  await expect(page.getByRole('alert')).toContainText('must be later than the current one')
  await expect(field(page, 'Development Season')).toHaveValue('12')

  const { answer, complaint } = faults.offline
  expectComplaint(complaint)
  await page.route(UPDATE, answer)
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.')
  await expect(field(page, 'Development Season')).toHaveValue('12')
  await page.getByRole('link', { name: 'Streamer Leaderboards' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Development Season')).toHaveValue('12')
})

test('a different season is sent only after a question', async ({ page, expectComplaint }) => {
  await changeAnswer<object>(page, '**/api/admin/season', (state) => ({
    ...{ ...state, channels: 2, companions: 1, runningEvents: 1 },
  }))
  await openAsAdmin(page, SETTINGS)
  await field(page, 'Season').fill('76')
  await expect(page.getByText('Season 76 becomes the current season when you save')).toBeVisible()
  const next = page.getByRole('alertdialog', { name: 'Start season 76?' })
  await save(page).click()
  await expect(next.getByRole('listitem')).toHaveText([
    /^2 channels have results in season 75\./,
    /^1 connected companion resets to season 76 at the next check/,
    /^1 event is running/,
  ])
  await expect(next).toContainText('You can undo this until a companion asks')
  await expectAccessible(page)
  await next.getByRole('button', { name: 'Cancel' }).click()
  await field(page, 'Season').fill('90')
  const calls = watchCalls(page, '/api/admin/updateSettings')
  await save(page).click()
  const question = page.getByRole('alertdialog', { name: 'Change the season?' })
  await expect(question).toContainText('The season goes from 75 to 90 and skips 14.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(field(page, 'Season')).toHaveValue('90')
  expect(calls).toHaveLength(1)

  // Changing the season would break the other journeys, so the last call does not arrive.
  await save(page).click()
  await expect(question).toBeVisible()
  const { answer, complaint } = faults.offline
  expectComplaint(complaint)
  await page.route(UPDATE, answer)
  await question.getByRole('button', { name: 'Change season' }).click()
  await expect(page.getByRole('alert')).toContainText('Error! Error updating settings')
  await expect(field(page, 'Season')).toHaveValue('90')
  expect(calls.map((call) => new URL(call.url()).search)).toEqual([
    '?isConfirmed=false',
    '?isConfirmed=false',
    '?isConfirmed=true',
  ])
  expect(calls.at(-1)?.postDataJSON()).toMatchObject({ season: '90' })

  await field(page, 'Season').fill('76')
  await save(page).click()
  expect(calls).toHaveLength(3)
  await next.getByRole('button', { name: 'Start season' }).click()
  await expect.poll(() => calls.at(-1)?.postDataJSON().season).toBe('76')
  await expect(page.getByRole('alert')).toContainText('Error! Error updating settings')
})

test('the last change of the season offers Undo, and then says why it is final', async ({
  page,
  expectComplaint,
}) => {
  // The season stays, because other journeys need it: the page hears of a change that has not been made.
  let final: string | null = null
  await changeAnswer(page, '**/api/admin/season', (answer) => ({
    ...(answer as object),
    lastChange: { from: 74, to: 75, at: '2026-09-14T18:00:00Z', final },
  }))
  await openAsAdmin(page, SETTINGS)
  const change = page.getByRole('region', { name: 'Last season change' })
  await expect(change).toContainText('Season 75 has been the current one since Sep 14, 2026')
  await expectAccessible(page)
  final = 'season_asked_for'
  expectComplaint(/409/)
  await change.getByRole('button', { name: 'Undo' }).click()
  await expect(change).toContainText(
    'This can no longer be undone: a companion has asked for the season',
  )
  await expect(change.getByRole('button', { name: 'Undo' })).toHaveCount(0)

  final = null
  await page.reload()
  await page.route('**/api/admin/undo-season-change', (route) =>
    route.fulfill({
      json: { settings: { season: '74', version: '', dev_season: '', dev_version: '' } },
    }),
  )
  await change.getByRole('button', { name: 'Undo' }).click()
  await expect(change.getByRole('status')).toHaveText('Season 74 is the current one again.')
  await expect(field(page, 'Season')).toHaveValue('74')
})

test('a snapshot is put back after a question, and counts at once', async ({
  page,
  expectComplaint,
}) => {
  for (const [marbleDay, points] of [
    ['2026-09-14', 100],
    ['2026-09-15', 200],
    ['2026-09-16', 300],
  ] as const) {
    await uploadBoard(46, [{ channel: 'kept_channel', points, marbleDay }])
  }
  await openAsAdmin(page, '/admin/snapshots')
  await page.getByLabel('Channel', { exact: true }).fill('KEPT_channel')
  await expect(page).toHaveURL('/admin/snapshots?channel=KEPT_channel')
  const rows = page.getByRole('region', { name: 'Season 46' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText(/DaySep 16, 2026Racers1Points\d+Counts now/)
  await expect(rows.nth(2)).toContainText('Sep 14, 2026')

  const putBack = rows.nth(2).getByRole('button', { name: /^Put Back/ })
  const question = page.getByRole('alertdialog', { name: 'Put this snapshot back?' })
  await putBack.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.route('**/put-back', faults['status 503'].answer)
  expectComplaint(faults['status 503'].complaint)
  await putBack.click()
  await question.getByRole('button', { name: 'Put back' }).click()
  await expect(rows.nth(2).getByRole('alert')).toContainText('HTTP error! status: 503')
  await page.unrouteAll()

  await putBack.click()
  await question.getByRole('button', { name: 'Put back' }).click()
  await expect(rows.nth(0)).toContainText('Sep 14, 2026')
  await expect(rows.nth(0)).toContainText('Counts now')
  await expect(rows.nth(0).getByRole('status')).toContainText(/0 added, \d changed, 0 removed\./)
  await page.goto('/leaderboards?season=46')
  await expect(page.getByRole('row').nth(1)).toContainText('kept_channel')
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('100')
})

test('a channel without snapshots says so', async ({ page }) => {
  await openAsAdmin(page, '/admin/snapshots?channel=nobody_at_all')
  await expect(page.getByText('There are no snapshots of a channel called')).toBeVisible()
})

test('a new site says what the public companion does without a version', async ({ page }) => {
  const setup = (version: string) =>
    changeAnswer(page, '**/api/admin/setup', (answer) => ({
      ...(answer as object),
      publicCompanionVersion: version,
      hasPublicInstaller: false,
    }))
  await setup('')
  await openAsAdmin(page, '/dashboard/season')
  const step = page.getByRole('listitem').filter({ hasText: "The public companion's version" })
  await expect(step.getByRole('img', { name: 'Not done yet' })).toBeVisible()
  await expect(step).toContainText('offers an update that has no version, and the update fails.')
  await expectAccessible(page)
  await expect(step.getByRole('link', { name: 'Upload its installer' })).toHaveAttribute(
    'href',
    '/admin/upload-new-version',
  )
  await setup('2.4.0')
  await page.reload()
  await expect(step.getByRole('img', { name: 'Done', exact: true })).toBeVisible()
  await step.getByRole('link', { name: "The public companion's version" }).click()
  await expect(field(page, 'Version')).toBeVisible()
})
