/** Writing a patch note: the editor, and that nothing typed is lost. No note is stored here. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { faults } from './network.ts'
import { openAsAdmin } from './sessions.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ADDRESS = '/admin/create-patch-notes'
const SAVE_CALL = '**/api/patch-notes'

const title = (page: Page) => page.getByLabel('Title')
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const create = (page: Page) => page.getByRole('button', { name: 'Create Patch Note' })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

/** The editor contains exactly these lines. */
async function expectLines(page: Page, ...lines: string[]): Promise<void> {
  await expect(content(page).locator('.cm-line')).toHaveText(lines, { useInnerText: false })
}

async function write(page: Page, text: string): Promise<void> {
  await content(page).click()
  await page.keyboard.type(text)
}

test('the usual keys work', async ({ page }) => {
  await openAsAdmin(page, ADDRESS)
  await expect(page).toHaveTitle('Rollcall - Create Patch Note')
  await write(page, 'one')
  await page.keyboard.press('Control+Shift+Digit7')
  await expectLines(page, '1. one')
  await expect(preview(page).getByRole('list')).toHaveText('one')
  await page.keyboard.press('Control+Shift+Digit8')
  await expectLines(page, '- one')
  await page.keyboard.press('Control+z')
  await expectLines(page, '1. one')
  await page.keyboard.press('Control+y')
  await expectLines(page, '- one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('a link')
  await expectLines(page, '- one', '- [a link](https://)')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('word')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+i')
  await expect(preview(page).getByRole('strong')).toHaveText('word')
  await expect(preview(page).getByRole('emphasis')).toHaveText('word')
})

test('the toolbar does the same, and is one Tab stop', async ({ page }) => {
  await openAsAdmin(page, ADDRESS)
  await write(page, 'words')
  await tool(page, 'Heading').click()
  await expectLines(page, '## words')
  await expect(content(page)).toBeFocused()
  await tool(page, 'Undo').click()
  await expectLines(page, 'words')
  await tool(page, 'Redo').click()
  await tool(page, 'Heading').click()
  await tool(page, 'Quote').click()
  await expect(preview(page).getByRole('blockquote')).toHaveText('words')
  await tool(page, 'Quote').click()
  for (const [name, text] of [
    ['Unordered list', '- words'],
    ['Ordered list', '1. words'],
    ['Ordered list', 'words'],
  ] as const) {
    await tool(page, name).click()
    await expectLines(page, text)
  }
  await page.keyboard.press('Control+a')
  await tool(page, 'Code').click()
  await expect(preview(page).getByRole('code')).toHaveText('words')
  await tool(page, 'Code').click()
  await tool(page, 'Bold').click()
  await tool(page, 'Italic').click()
  await expectLines(page, '***words***')
  await tool(page, 'Link').click()
  await expectLines(page, '***[words](https://)***')

  await tool(page, 'Bold').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tool(page, 'Table')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Italic')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Tab key')).toBeFocused()
})

test('the size of a table is chosen from a grid of 6 by 6, by mouse or keyboard', async ({
  page,
}) => {
  await openAsAdmin(page, ADDRESS)
  await tool(page, 'Table').click()
  const grid = page.getByRole('grid', { name: 'Table size' })
  await expect(grid.getByRole('row')).toHaveCount(6)
  await expect(grid.getByRole('gridcell')).toHaveCount(36)
  await grid.getByRole('gridcell', { name: '2 columns, 3 rows' }).click()
  await expect(grid).toBeHidden()
  await expect(preview(page).getByRole('columnheader')).toHaveText(['Column 1', 'Column 2'])
  await expect(preview(page).getByRole('row')).toHaveCount(3)
  await page.keyboard.type('First')
  await expect(preview(page).getByRole('columnheader').first()).toHaveText('First')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await tool(page, 'Table').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'End']) {
    await page.keyboard.press(key)
  }
  await expect(grid.getByRole('gridcell', { name: '6 columns, 1 row' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(grid).toBeHidden()
  await expect(tool(page, 'Table')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(preview(page).getByRole('columnheader')).toHaveText(['Column 1', 'Column 2'])
  await expect(content(page)).toBeFocused()
})

test('there are three views, 500 px high, and changing them keeps the undo history', async ({
  page,
}) => {
  await openAsAdmin(page, ADDRESS)
  const editor = page.locator('.cm-editor')
  await expect(view(page, 'Split')).toHaveAttribute('aria-pressed', 'true')
  await expect(preview(page)).toBeVisible()
  expect((await editor.boundingBox())?.height).toBe(500)
  await write(page, 'kept')
  await view(page, 'Preview only').click()
  await expect(content(page)).toBeHidden()
  await expect(preview(page)).toHaveText('kept')
  expect((await preview(page).boundingBox())?.height).toBe(500)
  await view(page, 'Editor only').click()
  await expect(preview(page)).toBeHidden()
  expect((await editor.boundingBox())?.height).toBe(500)
  await content(page).focus()
  await page.keyboard.press('Control+z')
  await expect(content(page)).not.toContainText('kept')
})

test('Tab inserts what is chosen; Escape and Tab leave the editor', async ({ page }) => {
  await openAsAdmin(page, ADDRESS)
  const choice = page.getByLabel('Tab key')
  await expect(choice.getByRole('option')).toHaveText(['1 tab', '2 spaces', '4 spaces', '8 spaces'])
  for (const [label, text] of [
    ['1 tab', '\tx'],
    ['2 spaces', '  x'],
    ['4 spaces', '    x'],
    ['8 spaces', '        x'],
  ] as const) {
    await choice.selectOption(label)
    await content(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Tab')
    await page.keyboard.type('x')
    expect(await content(page).locator('.cm-line').textContent()).toBe(text)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(preview(page)).toBeFocused()
})

test('without a title nothing is sent', async ({ page }) => {
  await openAsAdmin(page, ADDRESS)
  await page.route(SAVE_CALL, (route) => route.abort())
  await expect(title(page)).toHaveAttribute('required')
  await write(page, 'text')
  await title(page).fill('   ')
  await create(page).click()
  await expect(page.getByText('A patch note needs a title.')).toBeVisible()
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveAttribute('aria-invalid', 'true')
  await title(page).fill('Now')
  await expect(page.getByText('A patch note needs a title.')).toBeHidden()
})

test('a save that fails says so beside the button, and what was typed stays', async ({
  page,
  expectComplaint,
}) => {
  const { answer, message, complaint } = faults.offline
  expectComplaint(complaint)
  await openAsAdmin(page, ADDRESS)
  await title(page).fill('Kept')
  await write(page, 'every word')
  await page.route(SAVE_CALL, answer)
  await create(page).click()
  await expect(page.getByRole('alert')).toHaveText(message)
  await page.unroute(SAVE_CALL)
  // The server's own words.
  expectComplaint(/status of 400/)
  await content(page).fill('x'.repeat(100_001))
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('up to 100,000 characters')
  await expect(title(page)).toHaveValue('Kept')
})

test('a text that would take long to render is refused beside the editor', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/400/)
  await openAsAdmin(page, ADDRESS)
  await title(page).fill('Deep')
  await content(page).click()
  await page.keyboard.insertText('>'.repeat(50_000))
  const sentence = page.getByText('Line 1 begins with more than 60 spaces and markers')
  await expect(sentence).toBeVisible()
  await expect(preview(page)).toHaveText('>'.repeat(50_000))
  const answered = page.waitForResponse(SAVE_CALL)
  await create(page).click()
  expect((await answered).status()).toBe(400)
  await expect(sentence).toHaveCount(2)
  await page.keyboard.press('Control+z')
})

test('leaving asks only if something would be lost', async ({ page }) => {
  await openAsAdmin(page, ADDRESS)
  await expect(content(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Download' }).click()
  await expect(page).toHaveURL('/download')
  await page.goBack()

  await write(page, 'unsaved')
  await page.getByRole('link', { name: 'Streamer Leaderboards' }).click()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(content(page)).toHaveText('unsaved')
  await expect(page).toHaveURL(ADDRESS)

  // Closing the tab.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(content(page)).toHaveText('unsaved')

  await page.getByRole('link', { name: 'Streamer Leaderboards' }).click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/leaderboards')
})

test('a note that does not exist says so', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/)
  expectComplaint(/status of 400/)
  for (const [id, status] of [
    ['999999', 404],
    ['abc', 400],
  ]) {
    await openAsAdmin(page, `${ADDRESS}?id=${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Patch Note' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(`Error: HTTP error! status: ${status}`)
    await expect(content(page)).toBeHidden()
  }
  await page.getByRole('button', { name: 'Admin Menu' }).waitFor()
  await page.getByRole('link', { name: 'Create Patch Note' }).click()
  await expect(content(page)).toBeVisible()
})

test('the editor is accessible in both schemes, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await openAsAdmin(page, ADDRESS)
  await content(page).fill(
    '# Title\n\n**strong** _emphasis_ ~~gone~~ `code` [link](https://example.com)\n\n> quote',
  )
  await expect(preview(page).getByRole('blockquote')).toBeVisible()
  await tool(page, 'Table').click()
  await expect(page.getByRole('grid', { name: 'Table size' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
