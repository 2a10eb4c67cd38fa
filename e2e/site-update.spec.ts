/** A tab that stays open while the site gets a new build, whose files have other names. */
import type { Page } from '@playwright/test'
import { makeSeason } from '@rollcall/server/testing/season-files'
import { uploadBoard } from './boards.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const SEASON = 29
const LUCK = /\/assets\/luckiest-page-.*\.js/

interface Update {
  /** How often an address was loaded whole since. */
  readonly loads: string[]
}

/** From now on the site has another build, without this chunk until an address is loaded whole, or for good. */
async function update(page: Page, chunk: RegExp, isForGood = false): Promise<Update> {
  const loads: string[] = []
  await page.route(chunk, (route) =>
    loads.length > 0 && !isForGood ? route.fallback() : route.fulfill({ status: 404, body: '' }),
  )
  await page.route('/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback()
    const body = (await (await route.fetch()).text()).replace(
      /index-[\w-]+\.js/,
      'index-updated.js',
    )
    return route.fulfill({ contentType: 'text/html', body })
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return { loads }
}

const toLuck = (page: Page) =>
  page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Luck' }).click()

test('a click to another page loads its address whole', async ({ page, expectComplaint }) => {
  expectComplaint(/404/)
  await page.goto('/maps')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { loads } = await update(page, LUCK)
  await toLuck(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/luckiest racers/)
  await expect(page).toHaveURL('/luck')
  expect(loads).toEqual(['/luck'])
})

test('it does so once for each build, and then says what is wrong', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404/)
  await page.goto('/maps')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { loads } = await update(page, LUCK, true)
  await toLuck(page)
  await expect(page.getByRole('alert')).toContainText('A part of the page did not load.')
  expect(loads).toEqual(['/luck'])
})

test('a part inside a page says so, and leaves the page alone', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404|Failed to fetch/)
  await uploadBoard(SEASON, [{ channel: 'update_caster', points: 100 }])
  await openAs(page, 'update_reader', `/leaderboards?season=${SEASON}`)
  const { loads } = await update(page, /\/assets\/take-away-(?!panel).*\.js/)
  await page.getByLabel('Lookup Channel').fill('update_c')
  await page.getByText('Share, embed or download this leaderboard').click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('This part of the page did not load.')
  await expect(page.getByLabel('Lookup Channel')).toHaveValue('update_c')
  await expectAccessible(page)
  expect(loads).toEqual([])
  await alert.getByRole('button', { name: 'Reload' }).click()
  await expect(alert).toHaveCount(0)
  await page.getByText('Share, embed or download this leaderboard').click()
  await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible()
  expect(loads).toEqual(['/leaderboards'])
})

test('what reads dropped files says so', async ({ page, expectComplaint }) => {
  expectComplaint(/404|Failed to fetch/)
  const files = Object.entries(makeSeason({ channel: 'update_dropper', season: SEASON }))
  await openAs(page, 'update_dropper', '/my-uploads')
  const { loads } = await update(page, /\/assets\/read-drop-.*\.js/)
  const panel = page.getByRole('region', { name: 'Upload files' })
  const drop = () =>
    panel
      .getByLabel('Files to upload')
      .setInputFiles(
        files.map(([name, buffer]) => ({ name: `${name}.csv`, mimeType: 'text/csv', buffer })),
      )
  await drop()
  const alert = panel.getByRole('alert')
  await expect(alert).toContainText('This part of the page did not load.')
  await expectAccessible(page)
  expect(loads).toEqual([])
  await alert.getByRole('button', { name: 'Reload' }).click()
  await expect(alert).toHaveCount(0)
  await drop()
  await expect(panel.getByRole('button', { name: 'Upload it' })).toBeVisible()
  expect(loads).toEqual(['/my-uploads'])
})
