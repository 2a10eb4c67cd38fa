/** The search in the top bar, from a public page and from the signed-in shell. */
import type { Page } from '@playwright/test'
import { raceFiles } from '@rollcall/server/testing/game-files'
import { signInStreamer, uploadGame } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'
import { PHONE } from './show-pages.ts'

const field = (page: Page) =>
  page.getByRole('combobox', { name: 'Search racers, channels, maps and events' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Search results' })
const status = (page: Page) => page.getByRole('search').getByRole('status')

test.beforeAll(async () => {
  const { session } = await signInStreamer('seek_caster')
  const racers = ['seek_quartzina', 'seek_obsidian', 'seek_feldspar']
  const files = raceFiles(racers, new Date(), { map: 'Seekers Canyon', creator: 'Moe' })
  await uploadGame(session, files)
})

test('a visitor finds a racer with the keyboard alone, in spite of a typing mistake', async ({
  page,
}) => {
  await page.goto('/maps')
  await expect(page.getByRole('heading', { name: 'Maps', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(page.getByText('Type the name of a racer')).toBeVisible()
  await page.keyboard.type('seek_quatrzina')
  const racer = results(page)
    .getByRole('group', { name: 'Racers' })
    .getByRole('option', { name: 'seek_quartzina' })
  await expect(racer).toBeVisible()
  await expect(status(page)).toHaveText(/^\d+ found\.$/)
  await page.keyboard.press('ArrowDown')
  const first = results(page).getByRole('option').first()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await first.getAttribute('id')) ?? '',
  )
  await expectAccessibleInBothSchemes(page)
  // The switch has taken the focus, which closed the list.
  await expect(results(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(racer).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/r/twitch/seek_quartzina')
  await expect(page.getByRole('heading', { name: 'seek_quartzina', level: 1 })).toBeFocused()
  await expect(field(page)).toHaveValue('')
})

test('a search that begins while a page loads keeps the focus once it has loaded', async ({
  page,
}) => {
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/luckiest-page-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/maps')
  await page.getByRole('link', { name: 'Luck', exact: true }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('seek_quartz')
  script.resolve()
  await expect(page).toHaveURL('/luck')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('luck')
  await page.keyboard.type('ina')
  await expect(field(page)).toHaveValue('seek_quartzina')
  await expect(results(page).getByRole('option', { name: 'seek_quartzina' })).toBeVisible()
})

test('somebody signed in finds channels and maps, and a slash in a field is just a slash', {
  tag: '@quick',
}, async ({ page }) => {
  await openAs(page, 'seek_person', '/leaderboards')
  await page.getByLabel('Lookup Channel').fill('seek')
  await page.getByLabel('Lookup Channel').press('/')
  await expect(page.getByLabel('Lookup Channel')).toHaveValue('seek/')
  await expect(page).toHaveURL(/channel=seek/)
  await field(page).fill('Seek')
  await expect(results(page).getByRole('group')).toHaveCount(3)
  await expect(status(page)).toHaveText(/^\d+ found\.$/)
  await page.keyboard.press('Escape')
  await expect(results(page)).toBeHidden()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await results(page).getByRole('option', { name: 'Seekers Canyon' }).click()
  await expect(page.getByRole('heading', { name: 'Seekers Canyon', level: 1 })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { ...PHONE, width: 360 } })

  test('a button opens the field across the bar', async ({ page }) => {
    await page.goto('/maps')
    await expect(field(page)).toBeHidden()
    const open = page.getByRole('button', { name: 'Search', exact: true })
    await open.press('Enter')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('seek_fledspar')
    await expect(results(page).getByRole('option', { name: 'seek_feldspar' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await expect(field(page)).toBeHidden()
    await page.getByRole('button', { name: 'Use light colours' }).click()
    await open.press('Enter')
    await expect(results(page).getByRole('option', { name: 'seek_feldspar' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/r\/twitch\/seek_/)
    await expect(field(page)).toBeHidden()
  })
})

test('a search that finds nothing, or fails, says so where it happened', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 500|api\/search/)
  await page.goto('/maps')
  await field(page).fill('xyzzyplugh')
  await expect(status(page)).toContainText('Nothing found with that name.')
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, body: '' }))
  await field(page).fill('seek_quartz')
  const retry = page.getByRole('search').getByRole('button', { name: 'Try again' })
  await expect(page.getByRole('search').getByRole('alert')).toBeVisible()
  await page.unrouteAll()
  await retry.click()
  await expect(results(page).getByRole('option', { name: 'seek_quartzina' })).toBeVisible()
})
