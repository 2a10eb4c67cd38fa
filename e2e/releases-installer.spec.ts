/** Uploading and downloading installers. Only this file uploads any, so that it knows which is the latest. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeInstaller } from '@rollcall/server/testing/sample-installer'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { changeAnswer, faults, hold, watchCalls, watchUnanswered } from './network.ts'
import { installerFile, uploadInstaller } from './releases.ts'
import { endSession, openAs, openAsAdmin } from './sessions.ts'
import { lostTexts, translate } from './translator.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  contextOptions: { reducedMotion: 'reduce' },
})

const ADDRESS = '/admin/upload-new-version'
const UPLOAD_CALL = '**/api/admin/upload'
const LATEST_CALL = '**/api/latest-version'
const FILE_CALL = '**/download/*.exe'
const NONE = 'No version has been uploaded yet.'

const form = (page: Page) => page.getByRole('form', { name: 'Upload New Version' })
const picker = (page: Page) => page.getByLabel('Installer file')
const upload = (page: Page) => form(page).getByRole('button', { name: 'Upload', exact: true })
const alert = (page: Page) => form(page).getByRole('alert')
const panel = (page: Page) => page.getByRole('region', { name: 'Companion for Windows' })
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const chosen = (page: Page) => picker(page).evaluate((it: HTMLInputElement) => it.files?.length)

test('the download page says so if there is none, without an error', async ({ page }) => {
  await openAs(page, 'installer_reader', '/download')
  await expect(panel(page).getByText(NONE)).toBeVisible()
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
  await expect(panel(page).getByRole('button')).toHaveCount(0)
})

test('an error about the latest version is a red button that tries again', async ({ page }) => {
  const sentence = 'The list of versions is being repaired.'
  await page.route(LATEST_CALL, (route) => route.fulfill({ json: { error: sentence } }))
  await openAs(page, 'installer_reader', '/download')
  await expect(button(page, sentence)).toHaveCSS('background-color', 'rgb(179, 38, 30)')
  const calls = watchCalls(page, '/api/latest-version')
  await button(page, sentence).click()
  await expect.poll(() => calls.length).toBe(1)
  await expect(button(page, sentence)).toBeEnabled()
})

test('without motion, what waited for a part above it is there at once', async ({ page }) => {
  const release = await hold(page, LATEST_CALL)
  await openAs(page, 'installer_reader', '/download')
  const waiting = page.locator('[data-waiting]', {
    has: page.getByRole('heading', { name: 'Patch Notes', includeHidden: true }),
  })
  const hiddenOnceShown = await waiting.evaluateHandle((following) => {
    const shown = new Promise((resolve) => {
      new MutationObserver(resolve).observe(following, { attributes: true })
    })
    const isHidden = (part: Element) => getComputedStyle(part).visibility !== 'visible'
    return {
      parts: shown.then(() => [...following.querySelectorAll('*')].filter(isHidden).length),
    }
  })
  release()
  expect(await hiddenOnceShown.evaluate(({ parts }) => parts)).toBe(0)
})

test('an uploaded installer is the latest version', async ({ page, expectComplaint }) => {
  await openAsAdmin(page, ADDRESS)
  await expect(page.getByRole('heading', { level: 1, name: 'Upload New Version' })).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Upload New Version')
  await expect(picker(page)).toHaveAttribute('accept', '.exe')
  const calls = watchCalls(page, '/api/admin/upload')
  await upload(page).click()
  await expect(alert(page)).toHaveText('Please select a file to upload.')
  await picker(page).setInputFiles({ ...installerFile('x.exe'), name: 'setup.msi' })
  await expect(alert(page)).toBeHidden()
  await upload(page).click()
  await expect(alert(page)).toContainText('.exe')
  expect(calls).toEqual([])

  // The answer's message is optional.
  await changeAnswer(page, UPLOAD_CALL, () => ({}))
  const release = await hold(page, UPLOAD_CALL)
  await picker(page).setInputFiles(installerFile('Journey-Setup-1.2.3.exe'))
  await upload(page).click()
  await expect(form(page).getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: /Journey-Setup/ })).toBeVisible()
  release()
  await expect(form(page).getByText('File uploaded successfully.')).toBeVisible()
  expect(await chosen(page)).toBe(0)
  await expect(upload(page)).toBeEnabled()

  await page.unrouteAll()
  // A name can be used only once.
  expectComplaint(/status of 409/)
  await picker(page).setInputFiles(installerFile('Journey-Setup-1.2.3.exe'))
  await expect(form(page).getByText('File uploaded successfully.')).toBeHidden()
  await upload(page).click()
  await expect(alert(page)).toContainText(
    'There is already an installer called Journey-Setup-1.2.3.exe',
  )
  expect(await chosen(page)).toBe(1)

  expectComplaint(/status of 422/)
  const text = Buffer.from('No program at all.')
  await picker(page).setInputFiles({ ...installerFile('Other.exe'), buffer: text })
  await upload(page).click()
  await expect(alert(page)).toContainText('Windows')

  await page.getByRole('link', { name: 'Download Rollcall' }).click()
  await expect(button(page, 'Journey-Setup-1.2.3.exe')).toBeVisible()
  await expect(panel(page)).toContainText('1.2.3')
})

test('a failed upload says so, and a cancelled one stops', async ({ page, expectComplaint }) => {
  expectComplaint(faults.offline.complaint)
  expectComplaint(faults['malformed JSON'].complaint)
  await openAsAdmin(page, ADDRESS)
  await picker(page).setInputFiles(installerFile('Broken-1.0.exe'))
  for (const { answer } of [faults.offline, faults['malformed JSON']]) {
    await page.route(UPLOAD_CALL, answer)
    const request = page.waitForRequest(UPLOAD_CALL)
    await upload(page).click()
    await request
    await expect(alert(page)).toHaveText('Error uploading file.')
    await page.unroute(UPLOAD_CALL)
  }
  expectComplaint(/status of 503/)
  await page.route(UPLOAD_CALL, faults['status 503'].answer)
  await upload(page).click()
  await expect(alert(page)).toHaveText('HTTP error! status: 503')
  await page.unroute(UPLOAD_CALL)

  await hold(page, UPLOAD_CALL)
  await upload(page).click()
  await page.getByRole('link', { name: 'Download Rollcall' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await form(page).getByRole('button', { name: 'Cancel upload' }).click()
  await expect(form(page).getByText('The upload was cancelled.')).toBeVisible()
  await expect(upload(page)).toBeEnabled()
  expect(await chosen(page)).toBe(1)
})

test('an installer is downloaded unchanged, and its details are shown', async ({ page }) => {
  const name = 'Fetched (beta) 2.0.exe'
  await uploadInstaller(name)
  await openAs(page, 'installer_reader', '/download')
  await expect(panel(page)).toContainText(/Version2\.0Size98 kBDate\w+ \d+, 20\d\d/)
  await page.getByRole('button', { name: 'Copy sha-256' }).click()
  await expect(page.getByRole('button', { name: 'Copied sha-256' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^[0-9a-f]{64}$/)
  await expect(page.getByLabel('SHA-256', { exact: true })).toHaveValue(copied)

  const release = await hold(page, FILE_CALL)
  await button(page, name).focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Downloading...')).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: `Download of ${name}` })).toBeVisible()
  const downloading = page.waitForEvent('download')
  release()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(name)
  expect(await readFile(await download.path())).toEqual(Buffer.from(makeInstaller(100_000)))
  await expect(button(page, name)).toBeFocused()
  await expect(panel(page).getByRole('status').last()).toHaveText(`${name} has been downloaded.`)

  await hold(page, FILE_CALL)
  await button(page, name).click()
  await button(page, 'Cancel download').click()
  await expect(button(page, name)).toBeEnabled()
})

test('a download ends on a page that the browser translates', async ({ page }) => {
  const name = 'Translated-2.1.exe'
  await uploadInstaller(name)
  await translate(page)
  await openAs(page, 'installer_reader', '/download')
  const saved = page.waitForEvent('download')
  await button(page, name).click()
  await saved
  await expect(panel(page).getByRole('status').last()).toHaveText(`${name} has been downloaded.`)
  expect(await lostTexts(page)).toEqual([])
})

test('a download that fails says why on a red button that tries again', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(faults.offline.complaint)
  expectComplaint(faults['malformed JSON'].complaint)
  expectComplaint(/status of 404/)
  expectComplaint(/status of 503/)
  const name = 'Failing-3.exe'
  await uploadInstaller(name)
  await openAs(page, 'installer_reader', '/download')
  const failures = [
    [faults.offline.answer, faults.offline.message],
    [faults['malformed JSON'].answer, 'Invalid response format'],
    [faults['status 503'].answer, 'Invalid response format'],
  ] as const
  let pressed = name
  for (const [answer, message] of failures) {
    await page.route(FILE_CALL, answer)
    const request = page.waitForRequest(FILE_CALL)
    await button(page, pressed).click()
    await request
    await page.mouse.move(0, 0)
    await expect(button(page, message)).toHaveCSS('background-color', 'rgb(179, 38, 30)')
    await expect(button(page, message)).toBeEnabled()
    await page.unroute(FILE_CALL)
    pressed = message
  }
  await expect(panel(page)).toContainText('HTTP error! status: 503')
  // The server's own words.
  await page.route(FILE_CALL, (route) => route.continue({ url: `${route.request().url()}.gone` }))
  await button(page, pressed).click()
  await expect(button(page, 'There is no such file.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.unroute(FILE_CALL)
  const downloading = page.waitForEvent('download')
  await button(page, 'There is no such file.').click()
  expect((await downloading).suggestedFilename()).toBe(name)
  await expect(button(page, name)).toBeEnabled()
})

test('the red button also says why the latest version does not load', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 500/)
  expectComplaint(faults['malformed JSON'].complaint)
  await uploadInstaller('Late-4.exe')
  await page.route(LATEST_CALL, faults['status 500'].answer)
  await openAs(page, 'installer_reader', '/download')
  await expect(button(page, 'HTTP error! status: 500')).toBeVisible()
  await page.unroute(LATEST_CALL)
  await page.route(LATEST_CALL, (route) => route.fulfill({ json: {} }))
  await button(page, 'HTTP error! status: 500').click()
  const unknown = 'Latest file information is not available'
  await expect(button(page, unknown)).toBeVisible()
  await page.unroute(LATEST_CALL)
  await button(page, unknown).click()
  await expect(button(page, 'Late-4.exe')).toBeVisible()
})

test('a session that has ended leads from a download to /unauthorized', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/)
  await uploadInstaller('Ended-5.exe')
  const unanswered = watchUnanswered(page)
  // So that no other call of the page finds out first.
  await page.routeWebSocket('**/api/live*', () => {})
  const session = await openAs(page, 'installer_ended', '/download')
  await expect(button(page, 'Ended-5.exe')).toBeVisible()
  await expect.poll(unanswered).toEqual([])
  await endSession(session)
  await button(page, 'Ended-5.exe').click()
  await expect(page).toHaveURL('/unauthorized')
})

test('uploading is accessible in both schemes, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await openAsAdmin(page, ADDRESS)
  await hold(page, UPLOAD_CALL)
  await picker(page).setInputFiles(installerFile(`${'Long'.repeat(30)}.exe`))
  await upload(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('while only another companion can be downloaded, the first steps ask for the upload address', async ({
  page,
}) => {
  await uploadInstaller('Journey-Public-2.9.0.exe')
  await openAs(page, 'installer_newcomer', '/dashboard')
  const steps = page.getByRole('region', { name: 'Do you stream the game?' })
  await expect(steps).toContainText(
    'Give it your upload address, which you find on Download under Upload Key.',
  )
  await expect(steps).not.toContainText('it opens this site')
  await steps.getByRole('link', { name: 'Download', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Companions' })).toContainText(
    'Rollcall Companion cannot be downloaded here yet',
  )
})

// Last, because from here on there are two installers.
test("Rollcall's own companion is recognised, and offered before the public one", async ({
  page,
}) => {
  await uploadInstaller('Journey-Public-3.0.0.exe')
  await openAsAdmin(page, ADDRESS)
  await picker(page).setInputFiles(installerFile('Journey-Public-3.1.0.exe'))
  await expect(page.getByLabel('The public companion')).toBeChecked()
  await picker(page).setInputFiles(installerFile('Rollcall-Companion-Setup-1.0.0.exe'))
  await expect(page.getByLabel('Rollcall Companion', { exact: true })).toBeChecked()
  await upload(page).click()
  await expect(form(page).getByText('File uploaded successfully.')).toBeVisible()
  await page.getByRole('link', { name: 'Download Rollcall' }).click()
  const panels = page.getByRole('region', { name: 'Companion for Windows' })
  await expect(panels).toHaveCount(2)
  await expect(panels.first().getByRole('button', { name: /^Rollcall-Companion/ })).toBeVisible()
  await expect(
    panels.last().getByRole('button', { name: 'Journey-Public-3.0.0.exe' }),
  ).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  const saved = page.waitForEvent('download')
  await panels
    .first()
    .getByRole('button', { name: /^Rollcall-Companion/ })
    .click()
  await saved
  // The download completes a streamer's first step.
  await openAs(page, 'installer_first', '/dashboard')
  const steps = page.getByRole('region', { name: 'Do you stream the game?' })
  await expect(steps.getByRole('status')).toHaveText(
    '1 of 3 done. This page updates automatically.',
  )
  await expect(steps).toContainText('it opens this site, and you confirm')
  await expect(steps).not.toContainText('upload address')
})
