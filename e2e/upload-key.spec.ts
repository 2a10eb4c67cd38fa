/** The upload key on the download page: made, shown once, replaced, and used for uploads. */
import type { Page } from '@playwright/test'
import { makeSeason, seasonUpload } from '@rollcall/server/testing/season-files'
import { expect, expectAccessible, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { openAs, originUnderTest } from './sessions.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  contextOptions: { reducedMotion: 'reduce' },
})

const KEY_CALL = '**/api/uploads/key'

const heading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Download Latest Version' })
const make = (page: Page) => page.getByRole('button', { name: 'Make upload key' })
const replace = (page: Page) => page.getByRole('button', { name: 'Replace upload key' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Replace upload key?' })
const newKey = (page: Page) => page.getByLabel('Upload key', { exact: true })
const address = (page: Page) => page.getByLabel('Companion address', { exact: true })
const keyPanel = (page: Page) => page.getByRole('region', { name: 'Your upload key' })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Uploads like a companion that has the address with this key. */
async function uploadWith(key: string, channel: string, points: number): Promise<number> {
  const files = makeSeason({ channel, season: 27, points })
  const { url, headers, payload } = seasonUpload(files, { key })
  const response = await fetch(new URL(String(url), originUnderTest()), {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: payload as Buffer<ArrayBuffer>,
  })
  return response.status
}

async function makeKey(page: Page): Promise<string> {
  await make(page).click()
  await expect(newKey(page)).toHaveValue(/^rck_/)
  return newKey(page).inputValue()
}

test('is shown once, with the address for the companion', async ({ page }) => {
  await openAs(page, 'key_maker', '/download')
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Download')
  await expect(page.getByText('You have no upload key yet.')).toBeVisible()

  const key = await makeKey(page)
  await expect(page.getByText(/it is shown only this once/)).toBeVisible()
  await expect(address(page)).toHaveValue(`${originUnderTest()}/k/${key}`)
  // As dots, so that viewers of a stream can read neither.
  await expect(newKey(page)).toHaveAttribute('type', 'password')
  await expect(address(page)).toHaveAttribute('type', 'password')

  await page.getByRole('button', { name: 'Copy upload key' }).click()
  await expect(page.getByRole('button', { name: 'Copied upload key' })).toBeVisible()
  expect(await clipboard(page)).toBe(key)
  await page.getByRole('button', { name: 'Copy companion address' }).click()
  await expect(page.getByRole('button', { name: 'Copied companion address' })).toBeVisible()
  expect(await clipboard(page)).toBe(`${originUnderTest()}/k/${key}`)

  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(kept).not.toContain(key)
  expect(page.url()).not.toContain(key)

  await page.reload()
  const facts = keyPanel(page)
  await expect(facts).toContainText(`Begins with${key.slice(0, 10)}…`)
  await expect(facts).toContainText('Last usedNever')
  expect(await page.content()).not.toContain(key)

  expect(await uploadWith(key, 'key_maker', 100)).toBe(200)
  await page.reload()
  await expect(facts).toContainText(`Begins with${key.slice(0, 10)}…`)
  await expect(facts.getByRole('time').last()).toHaveText(/\b20\d\d\b/)
  await expect(facts).not.toContainText('Never')

  await facts.getByText('Does the companion use the right key?').click()
  await facts.getByLabel('Upload key or companion address').fill(`${originUnderTest()}/k/${key}`)
  await facts.getByRole('button', { name: 'Test connection' }).click()
  await expect(facts.getByRole('status')).toHaveText('It works: uploads go to key_maker.')
})

test('is also found at its former address', async ({ page }) => {
  await openAs(page, 'key_reader', '/upload-key')
  await expect(page).toHaveURL('/download#upload-key')
  await expect(make(page)).toBeInViewport()
})

test('is lost when the page is left', async ({ page }) => {
  await openAs(page, 'key_loser', '/download')
  const key = await makeKey(page)
  await page.getByRole('link', { name: 'Streamer Leaderboards' }).click()
  await expect(page.getByRole('heading', { name: 'Streamer Leaderboards' })).toBeVisible()
  await page.goBack()
  await expect(replace(page)).toBeVisible()
  await expect(newKey(page)).toBeHidden()
  expect(await page.content()).not.toContain(key)
})

test('is replaced only after a confirmation', async ({ page }) => {
  await openAs(page, 'key_rotator', '/download')
  const previous = await makeKey(page)
  expect(await uploadWith(previous, 'key_rotator', 100)).toBe(200)

  await replace(page).click()
  await expect(question(page)).toContainText('The old key stops working immediately')
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(replace(page)).toBeFocused()
  await replace(page).click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  expect(await uploadWith(previous, 'key_rotator', 101)).toBe(200)

  await replace(page).click()
  await question(page).getByRole('button', { name: 'Replace key' }).click()
  await expect(newKey(page)).not.toHaveValue(previous)
  const key = await newKey(page).inputValue()
  expect(key).toMatch(/^rck_/)
  expect(await uploadWith(previous, 'key_rotator', 102)).toBe(401)
  expect(await uploadWith(key, 'key_rotator', 103)).toBe(200)
  expect(await uploadWith(key, 'key_maker_of_another', 104)).toBe(403)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('It works: uploads go to key_rotator.')).toBeVisible()
})

test('if making it fails, the page says so beside the button', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(faults.offline.complaint)
  await openAs(page, 'key_failing', '/download')
  await expect(make(page)).toBeVisible()
  await page.route(KEY_CALL, faults.offline.answer)
  await make(page).click()
  const action = make(page).locator('..')
  await expect(action.getByRole('alert')).toHaveText('The server could not be reached.')
  await expect(newKey(page)).toBeHidden()
  await page.unroute(KEY_CALL)
  await makeKey(page)
  await expect(keyPanel(page).getByRole('alert')).toBeHidden()
})

test('if the answer is lost, the page shows which key is valid', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(faults.offline.complaint)
  await openAs(page, 'key_lost', '/download')
  const previous = await makeKey(page)
  await page.reload()
  await page.route(KEY_CALL, async (route) => {
    if (route.request().method() !== 'POST') {
      return route.continue()
    }
    await route.fetch()
    return route.abort('internetdisconnected')
  })
  await replace(page).click()
  await question(page).getByRole('button', { name: 'Replace key' }).click()
  const action = replace(page).locator('..')
  await expect(action.getByRole('alert')).toHaveText('The server could not be reached.')
  await expect(keyPanel(page)).not.toContainText(previous.slice(0, 10))
  await expect(keyPanel(page)).toContainText('Begins withrck_')
  expect(await uploadWith(previous, 'key_lost', 100)).toBe(401)
})

test('the page shows that it is loading, and tries again if that fails', async ({
  page,
  expectComplaint,
}) => {
  const { answer, message, complaint } = faults.offline
  expectComplaint(complaint)
  await page.route(KEY_CALL, answer)
  const release = await hold(page, KEY_CALL)
  await openAs(page, 'key_reader', '/download')
  await expect(keyPanel(page).getByText('Loading...')).toBeVisible()
  release()
  await expect(keyPanel(page).getByRole('alert')).toContainText(`Error: ${message}`)
  await expect(make(page)).toBeHidden()
  await page.unrouteAll()
  await keyPanel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You have no upload key yet.')).toBeVisible()
})

test('without permission for the clipboard, the text is selected for copying by hand', async ({
  page,
}) => {
  await openAs(page, 'key_by_hand', '/download')
  const key = await makeKey(page)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Copy upload key' }).click()
  await expect(page.getByText("Your browser couldn't copy it. Press Ctrl+C.")).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe(key)
})

test('is accessible in both colour schemes, and fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await openAs(page, 'key_looks', '/download')
  await expect(make(page)).toBeVisible()
  await expectAccessible(page)
  await makeKey(page)
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
