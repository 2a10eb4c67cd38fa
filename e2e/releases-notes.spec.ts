/** Patch notes on the download page. Only this file makes any, so that it can count them. */
import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { expectHarmless, INJECTION_NOTE, RUN, watchHosts } from './injection-note.ts'
import { faults, hold } from './network.ts'
import { replaceNotes } from './releases.ts'
import { openAs, openAsAdmin } from './sessions.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const LIST_CALL = '**/api/patch-notes'
const THREE = [
  { title: 'Version 1', content: 'The **first** of all.' },
  { title: 'Version 2', content: '# Twice as good\n\n- once\n- twice' },
  { title: 'Version 3', content: 'Three [links](https://example.com/3).' },
]

const notes = (page: Page) => page.getByRole('region', { name: 'Patch Notes' })
const titles = (page: Page) => notes(page).getByRole('heading', { level: 3 })
const note = (page: Page, name: string) => notes(page).getByRole('article', { name })
const title = (page: Page, name: string) => note(page, name).getByRole('button', { name })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm Deletion' })

function expectOpen(page: Page, name: string, isOpen = true): Promise<void> {
  return expect(title(page, name)).toHaveAttribute('aria-expanded', String(isOpen))
}

test('the page says so if there are none, and while they load', async ({ page }) => {
  await replaceNotes([])
  const release = await hold(page, LIST_CALL)
  await openAs(page, 'notes_reader', '/download')
  await expect(page).toHaveTitle('Rollcall - Download')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Download Latest Version' }),
  ).toBeVisible()
  await expect(notes(page).getByRole('status')).toHaveText('Loading...')
  release()
  await expect(notes(page).getByText('No patch notes available.')).toBeVisible()
  await expect(notes(page).getByRole('status')).toBeHidden()
  await expect(notes(page).getByRole('link', { name: 'Create New Post' })).toBeHidden()
})

test('the page says so if they do not load, and tries again', async ({ page, expectComplaint }) => {
  await replaceNotes(THREE.slice(0, 1))
  const { answer, message, complaint } = faults.offline
  expectComplaint(complaint)
  const alert = notes(page).getByRole('alert')
  await page.route(LIST_CALL, answer)
  await openAs(page, 'notes_reader', '/download')
  await expect(alert).toContainText(`Error: ${message}`)
  await page.unroute(LIST_CALL)
  await notes(page).getByRole('button', { name: 'Try again' }).click()
  await expectOpen(page, 'Version 1')
  await expect(alert).toBeHidden()
})

test('the newest is expanded, and each expands and collapses separately', async ({ page }) => {
  await replaceNotes(THREE)
  await openAs(page, 'notes_reader', '/download')
  await expect(titles(page)).toHaveText(['Version 3', 'Version 2', 'Version 1'])
  await expectOpen(page, 'Version 3')
  await expectOpen(page, 'Version 2', false)
  const link = note(page, 'Version 3').getByRole('link', { name: 'links' })
  await expect(link).toHaveAttribute('href', 'https://example.com/3')

  await title(page, 'Version 2').focus()
  await page.keyboard.press('Enter')
  await expect(note(page, 'Version 2').getByRole('listitem')).toHaveText(['once', 'twice'])
  await expectOpen(page, 'Version 3')
  await title(page, 'Version 3').click()
  await expect(link).toBeHidden()
  await expectOpen(page, 'Version 2')
  await page.keyboard.press('Space')
  await expect(link).toBeVisible()

  // Only admins can change them.
  for (const name of ['Edit', 'Delete', 'Create New Post']) {
    await expect(notes(page).getByText(name, { exact: true })).toBeHidden()
  }
})

test('a note is deleted only after a confirmation; then the next newest is expanded', async ({
  page,
}) => {
  await replaceNotes(THREE)
  await openAsAdmin(page, '/download')
  const remove = note(page, 'Version 3').getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect(question(page)).toContainText('Are you sure you want to delete this patch note?')
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await page.keyboard.press('Escape')
  await expect(titles(page)).toHaveCount(3)

  await remove.click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(titles(page)).toHaveText(['Version 2', 'Version 1'])
  await expect(notes(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expectOpen(page, 'Version 2')

  // Not the newest: nothing else expands or collapses.
  await note(page, 'Version 1').getByRole('button', { name: 'Delete' }).click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(titles(page)).toHaveText(['Version 2'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Version 2'])
})

test('a deletion that fails says so where it failed', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 503/)
  const [id] = await replaceNotes(THREE.slice(0, 2))
  await openAsAdmin(page, '/download')
  const call = `**/api/patch-notes/${id}`
  await page.route(call, faults['status 503'].answer)
  const remove = async () => {
    await note(page, 'Version 1').getByRole('button', { name: 'Delete' }).click()
    await question(page).getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  const item = notes(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('article', { name: 'Version 1' }) })
  await expect(item.getByRole('alert')).toHaveText('HTTP error! status: 503')
  await page.unroute(call)
  await remove()
  await expect(titles(page)).toHaveText(['Version 2'])
})

test('a note that somebody else has deleted disappears', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/)
  await replaceNotes(THREE.slice(0, 1))
  await openAsAdmin(page, '/download')
  await note(page, 'Version 1').getByRole('button', { name: 'Delete' }).click()
  await replaceNotes([])
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(notes(page).getByText('No patch notes available.')).toBeVisible()
  await expect(notes(page).getByRole('alert')).toBeHidden()
})

test('an admin writes a note, sees it first in the list, and changes it', async ({ page }) => {
  await replaceNotes(THREE)
  await openAsAdmin(page, '/download')
  await notes(page).getByRole('link', { name: 'Create New Post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Patch Note' })).toBeFocused()
  await page.getByLabel('Title').fill('Version 4')
  await page.getByRole('textbox', { name: 'Content' }).fill('Better _by far_.')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('emphasis')).toHaveText('by far')
  const release = await hold(page, LIST_CALL)
  await page.getByRole('button', { name: 'Create Patch Note' }).click()
  await expect(page.getByRole('button', { name: 'Create Patch Note' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/download')
  await expect(titles(page)).toHaveText(['Version 4', 'Version 3', 'Version 2', 'Version 1'])
  await expectOpen(page, 'Version 4')
  await expect(note(page, 'Version 4').getByRole('emphasis')).toHaveText('by far')

  await note(page, 'Version 2').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Patch Note' })).toBeVisible()
  await expect(page).toHaveTitle('Rollcall - Edit Patch Note')
  await expect(page.getByLabel('Title')).toHaveValue('Version 2')
  await expect(preview.getByRole('heading', { name: 'Twice as good' })).toBeVisible()
  await page.getByLabel('Title').fill('Version 2.1')
  await page.getByRole('textbox', { name: 'Content' }).fill('Only once.')
  await page.getByRole('button', { name: 'Update Patch Note' }).click()
  await expect(page).toHaveURL('/download')
  await expect(titles(page)).toHaveText(['Version 4', 'Version 3', 'Version 2.1', 'Version 1'])
  await title(page, 'Version 2.1').click()
  await expect(note(page, 'Version 2.1')).toContainText('Only once.')
})

test('a note full of injections is harmless on the download page', async ({
  page,
  expectComplaint,
}) => {
  await replaceNotes([INJECTION_NOTE])
  const hosts = watchHosts(page)
  await openAs(page, 'notes_reader', '/download')
  await expectOpen(page, INJECTION_NOTE.title)
  const contentId = await title(page, INJECTION_NOTE.title).getAttribute('aria-controls')
  await expectHarmless(page, page.locator(`[id="${contentId}"]`))
  await expect(page).toHaveURL('/download')
  expect([...hosts]).toEqual([new URL(page.url()).host])

  // The second defence works too: script that passed the first one does not run.
  expectComplaint(/Content Security Policy/)
  await page.evaluate((run) => {
    const button = document.createElement('button')
    button.setAttribute('onclick', run)
    document.body.append(button)
    button.click()
    const script = document.createElement('script')
    script.textContent = run
    document.body.append(script)
  }, RUN)
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
})

test('a note full of injections is harmless in the preview of the editor', async ({ page }) => {
  const [id] = await replaceNotes([INJECTION_NOTE])
  const hosts = watchHosts(page)
  await openAsAdmin(page, `/admin/create-patch-notes?id=${id}`)
  await expectHarmless(page, page.getByRole('region', { name: 'Preview' }))
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

test('the page is accessible in both schemes, and fits a phone', async ({ page }) => {
  const long = { title: 'W'.repeat(200), content: `| ${'a | '.repeat(30)}\n|${'-|'.repeat(30)}` }
  await replaceNotes([long, ...THREE])
  await page.setViewportSize({ width: 360, height: 900 })
  await openAsAdmin(page, '/download')
  await title(page, 'Version 2').click()
  await title(page, long.title).click()
  await expect(note(page, long.title).getByRole('table')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
