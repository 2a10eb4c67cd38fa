/** Making, changing and deleting leaderboard configurations. */
import type { Page } from '@playwright/test'
import { callAs, createConfiguration, createEvent } from './configurations.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, openAsAdmin } from './sessions.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const position = (page: Page, number: number) =>
  page.getByLabel(`Position ${number}`, { exact: true })
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Position Points' }).getByRole('listitem')
const bar = (page: Page, text: string) => page.getByText(text, { exact: true })

async function openConfiguration(page: Page, name: string, id: number): Promise<void> {
  await openAs(page, name, `/manage-leaderboard-config/${id}`)
  await expect(page.getByLabel('Leaderboard Name')).toBeVisible()
}

async function readPoints(page: Page): Promise<string[]> {
  const inputs = page.getByRole('list', { name: 'Position Points' }).getByRole('spinbutton')
  return inputs.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))
}

test('a configuration is made, listed and opened as it was saved', { tag: '@quick' }, async ({
  page,
}) => {
  await openAs(page, 'scoring_maker', '/my-events')
  await page.getByRole('link', { name: 'New Config' }).click()
  await expect(page).toHaveURL('/new-leaderboard-config')
  await expect(page).toHaveTitle('Rollcall - Leaderboard Setup')
  await expect(position(page, 1)).toHaveValue('100')
  await expect(page.getByLabel('Point Decrement Per Placement Added')).toHaveValue('5')
  await expect(page.getByLabel('Number of Positions')).toHaveValue('1')
  await expect(page.getByLabel('Give Position Points on DNF')).toHaveValue('No')
  await expect(bar(page, 'The leaderboard needs a name.')).toBeVisible()

  await page.getByLabel('Leaderboard Name').fill('Friday league')
  await expect(bar(page, 'Check at least one game mode.')).toBeVisible()
  await expect(save(page)).toBeHidden()
  await page.getByLabel('Battle Royale').check()
  await expect(save(page)).toBeVisible()
  await expect(page.getByLabel('Points Per Checkpoint')).toBeHidden()
  await page.getByLabel('Points Per Kill').fill('1.25')
  await page.getByLabel('Points Per Crown Win').fill('-3')
  await page.getByLabel('Tilted').check()
  await page.getByLabel('Tilt Top Tiltee Points').fill('7')
  await page.getByLabel('Racing').check()
  await page.getByLabel('Points Per Checkpoint').fill('0.5')
  await page.getByLabel('Participation Points Per Race').fill('2')
  await page.getByLabel('Give Position Points on DNF').selectOption('Yes')
  await page.getByLabel('Number of Positions').fill('2')
  await page.getByRole('button', { name: 'Add Positions' }).click()
  await expect(page.getByText('2 positions added.')).toBeVisible()
  // A double click saves one configuration.
  await save(page).dblclick()

  await expect(page).toHaveURL('/my-events')
  await page.getByRole('link', { name: 'Manage Friday league' }).click()
  await expect(page.getByLabel('Leaderboard Name')).toHaveValue('Friday league')
  expect(await readPoints(page)).toEqual(['100', '95', '90'])
  await expect(page.getByLabel('Points Per Kill')).toHaveValue('1.25')
  await expect(page.getByLabel('Points Per Damage')).toHaveValue('0')
  await expect(page.getByLabel('Points Per Crown Win')).toHaveValue('-3')
  await expect(page.getByLabel('Tilt Level Survived Points')).toHaveValue('0')
  await expect(page.getByLabel('Tilt Top Tiltee Points')).toHaveValue('7')
  await expect(page.getByLabel('Points Per Checkpoint')).toHaveValue('0.5')
  await expect(page.getByLabel('Participation Points Per Race')).toHaveValue('2')
  await expect(page.getByLabel('Give Position Points on DNF')).toHaveValue('Yes')
  await expect(page.getByLabel('Number of Positions')).toHaveValue('2')
  await expect(save(page)).toBeHidden()
  await expect(page.getByLabel('Default')).toBeHidden()
  await page.getByRole('link', { name: 'Go Back to Event Lists' }).click()
  await expect(page).toHaveURL('/my-events')
})

test('positions are removed, renumbered, added and cleared', async ({ page }) => {
  await openAs(page, 'scoring_positions', '/new-leaderboard-config')
  const remove = (number: number) =>
    page.getByRole('button', { name: `Remove position ${number}`, exact: true })
  await expect(remove(1)).toBeHidden()
  await page.getByLabel('Point Decrement Per Placement Added').fill('0.1')
  await page.getByLabel('Number of Positions').fill('3')
  // Animations are paused, so that they can be checked.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Animation.enable')
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(4)
  expect(await readPoints(page)).toEqual(['100', '99.9', '99.8', '99.7'])
  await expect(rows(page).last()).toHaveCSS('animation-duration', '0.3s')

  await remove(2).click()
  const leaving = page.locator('li[data-leaving]')
  await expect(leaving).toHaveCSS('animation-duration', '0.3s')
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await expect(leaving).toHaveCount(0)
  await expect(rows(page)).toHaveCount(3)
  expect(await readPoints(page)).toEqual(['100', '99.8', '99.7'])
  await expect(remove(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(position(page, 1)).toBeFocused()
  await expect(position(page, 1)).toHaveValue('100')
  await expect(remove(1)).toBeHidden()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Add Positions' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).last()).toHaveCSS('animation-name', 'none')
  await remove(4).click()
  expect(await leaving.count()).toBe(0)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Only the first position is left.')).toBeVisible()
})

test('invalid values are explained beside their fields, and not saved', async ({ page }) => {
  await openAs(page, 'scoring_wrong', '/new-leaderboard-config')
  await page.getByLabel('Leaderboard Name').fill('Wrong')
  await page.getByLabel('Racing').check()
  await expect(save(page)).toBeVisible()

  const checkpoint = page.getByLabel('Points Per Checkpoint')
  await checkpoint.fill('1.234')
  await expect(checkpoint).toHaveAccessibleDescription(/up to 2 decimals/)
  await expect(save(page)).toBeHidden()
  // An invalid field that is hidden does not prevent saving.
  await page.getByLabel('Racing').uncheck()
  await page.getByLabel('Tilted').check()
  await expect(save(page)).toBeVisible()

  await position(page, 1).fill('')
  await expect(position(page, 1)).toHaveAccessibleDescription(/must be a number/)
  await expect(page.getByText(/^Position 1: Points for a position must be/)).toHaveCount(2)
  await page.getByRole('button', { name: 'Add Positions' }).click()
  await expect(page.getByRole('alert')).toContainText('Points for a position must be a number')
  await position(page, 1).fill('-0.01')
  await page.getByLabel('Number of Positions').fill('0')
  await expect(save(page)).toBeHidden()
  await page.getByRole('button', { name: 'Add Positions' }).click()
  await expect(page.getByText(/^The number of positions to add/)).toHaveCount(1)
  await page.getByLabel('Number of Positions').fill('1')
  await expect(save(page)).toBeVisible()
})

test('two thousand positions stay usable', async ({ page }) => {
  await openAs(page, 'scoring_thousands', '/new-leaderboard-config')
  await page.getByLabel('Leaderboard Name').fill('Everybody')
  await page.getByLabel('Racing').check()
  await page.getByLabel('Number of Positions').fill('2000')
  await page.getByRole('button', { name: 'Add Positions' }).click()
  await expect(page.getByText('1,999 positions added.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Positions' }).click()
  await expect(page.getByRole('alert')).toHaveText('A leaderboard can have up to 2,000 positions.')
  const list = page.getByRole('list', { name: 'Position Points' })
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await position(page, 2_000).fill('12.5')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(position(page, 1_999)).toBeFocused()
  await save(page).click()
  await expect(page).toHaveURL('/my-events')
  await page.getByRole('link', { name: 'Manage Everybody' }).click()
  await expect(page.getByText('2,000 positions', { exact: true })).toBeVisible()
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(position(page, 2_000)).toHaveValue('12.5')
})

test('leaving asks if something is not saved', async ({ page }) => {
  await openAs(page, 'scoring_leaver', '/new-leaderboard-config')
  const back = page.getByRole('link', { name: 'Go Back to Event Lists' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByLabel('Leaderboard Name').fill('Half done')
  await back.click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Leaderboard Name')).toHaveValue('Half done')
  await back.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/my-events')

  await page.goBack()
  await page.getByLabel('Leaderboard Name').fill('Back again')
  await page.getByLabel('Leaderboard Name').fill('')
  await back.click()
  await expect(page).toHaveURL('/my-events')
})

test('a change that re-scores finished events is saved after a question that names them', async ({
  page,
}) => {
  const session = await openAs(page, 'scoring_finished', '/favicon.svg')
  const id = await createConfiguration(session, { name: 'Season end' })
  await createEvent(session, { name: 'Cup of yore', day: '2020-05-01', leaderboard: id })
  await createEvent(session, { name: 'Cup to come', day: '2099-05-01', leaderboard: id })
  await page.goto(`/manage-leaderboard-config/${id}`)
  await page.getByLabel('Participation Points Per Race').fill('3')
  const question = page.getByRole('alertdialog', { name: 'Re-score finished events?' })
  await save(page).click()
  await expect(question.getByRole('listitem')).toHaveText(['Cup of yore'])
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Participation Points Per Race')).toHaveValue('3')

  await save(page).click()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/my-events')
  const path = `/api/events/leaderboard-config/${id}`
  const stored = await callAs<{ config: string }>(session, { method: 'GET', path })
  expect(JSON.parse(stored.config)).toMatchObject({ participationPoints: 3 })
})

test('a configuration in use says by what, and cannot be deleted; another one can', async ({
  page,
}) => {
  const session = await openAs(page, 'scoring_deleter', '/favicon.svg')
  const used = await createConfiguration(session, { name: 'In use' })
  await createEvent(session, { name: 'The cup', day: '2099-05-01', leaderboard: used })
  const unused = await createConfiguration(session, { name: 'Not in use' })
  const question = page.getByRole('alertdialog', { name: 'Delete leaderboard configuration?' })
  const remove = page.getByRole('button', { name: 'Delete', exact: true }).first()

  await page.goto(`/manage-leaderboard-config/${used}`)
  await expect(page.getByText('Used by The cup, so it cannot be deleted.')).toBeVisible()
  await expect(remove).toHaveCount(0)
  await page.goto(`/manage-leaderboard-config/${unused}`)
  await remove.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/my-events')
  await expect(page.getByRole('heading', { name: 'In use', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not in use' })).toBeHidden()
})

test('everybody can read a default configuration, and only admins can change it', async ({
  page,
}) => {
  const admin = await openAsAdmin(page, '/new-leaderboard-config')
  await page.getByLabel('Leaderboard Name').fill('House rules')
  await page.getByLabel('Racing').check()
  await page.getByLabel('Default').check()
  await save(page).click()
  await expect(page).toHaveURL('/my-events')
  const path = '/api/events/leaderboards'
  const all = await callAs<{ id: number; name: string; isDefault: boolean }[]>(admin, {
    method: 'GET',
    path,
  })
  const made = all.find(({ name }) => name === 'House rules')
  expect(made?.isDefault).toBe(true)

  await openConfiguration(page, 'scoring_reader', made?.id ?? 0)
  await expect(page.getByText(/^This is a default configuration:/)).toBeVisible()
  for (const field of await page.getByRole('main').locator('input, select, button').all()) {
    if (await field.isVisible()) {
      await expect(field).toBeDisabled()
    }
  }
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden()

  await openAsAdmin(page, `/manage-leaderboard-config/${made?.id}`)
  await expect(page.getByLabel('Default')).toBeChecked()
  await page.getByLabel('Default').uncheck()
  await save(page).click()
  await expect(page).toHaveURL('/my-events')
  await openAs(page, 'scoring_reader', '/my-events')
  await expect(page.getByRole('heading', { name: 'Standard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'House rules' })).toBeHidden()
})

test('the page is accessible and fits a phone, in both schemes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const session = await openAs(page, 'scoring_looks', '/favicon.svg')
  const gameModes = { racing: true, battleRoyale: true, tilted: true }
  const id = await createConfiguration(session, { name: 'W'.repeat(200), gameModes })
  await page.goto(`/manage-leaderboard-config/${id}`)
  await page.getByLabel('Points Per Damage').fill('1.234')
  await page.getByLabel('Number of Positions').fill('20')
  await page.getByRole('button', { name: 'Add Positions' }).click()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('all configurations are on a page of their own, with what they are worth', async ({
  page,
}) => {
  const session = await openAs(page, 'scoring_lister', '/favicon.svg')
  const leaderboard = await createConfiguration(session, { name: 'Friday rules' })
  await createEvent(session, { name: 'Friday', day: '2099-01-01', leaderboard })
  await page.goto('/my-events')
  await page.getByRole('main').getByRole('link', { name: 'Scoring', exact: true }).click()
  await expect(page).toHaveURL('/my-events/scoring')
  await expect(page).toHaveTitle('Rollcall - Leaderboard Configurations')
  const lines = page.getByRole('list', { name: 'Leaderboard Configurations' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Standard' })).toContainText('Default')
  await expect(lines.filter({ hasText: 'Standard' })).toContainText(
    '100, 95, 90 … for the first 10 places',
  )
  await expect(lines.filter({ hasText: 'Friday rules' })).toContainText('Used by 1 event.')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: 'Manage Friday rules' }).click()
  await expect(page).toHaveURL(`/manage-leaderboard-config/${leaderboard}`)
})
