/** One's own place without an account: a name typed once, a search, and a link to a place. */
import { raceFiles } from '@rollcall/server/testing/game-files'
import { raceNow, signInStreamer, uploadGame } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

const FIELD = Array.from(
  { length: 42 },
  (_, index) => `place_${String(index + 1).padStart(2, '0')}`,
)

test('a stranger types a name once, and games and boards open with their place', async ({
  page,
}) => {
  const host = await signInStreamer('place_host')
  const earlier = await uploadGame(host.session, raceFiles(FIELD.toReversed(), new Date()))
  const later = new Date(Date.now() + 1_000)
  const game = await uploadGame(host.session, raceFiles(FIELD, later, { map: 'Place Hill' }))
  await page.goto(`/g/${game}`)
  const mine = page.getByRole('region', { name: 'Your place' })
  const search = page.getByLabel('Find a racer, or yourself')
  await search.fill('PLACE_30')
  await page.getByRole('button', { name: 'This is me' }).click()
  await expect(mine.getByRole('heading', { name: 'Your place' })).toBeFocused()
  await expect(page.getByLabel('Find a racer', { exact: true })).toHaveValue('')
  await expect(mine.getByRole('listitem')).toHaveText([
    /29.*place_29.*14.*1 point ahead of you/,
    /30.*place_30.*13.*You/,
    /31.*place_31.*12.*1 point behind you/,
  ])
  await expect(page.getByRole('heading', { level: 1, name: 'Race on Place Hill' })).toBeVisible()
  const field = page.getByRole('list', { name: 'Every marble' }).getByRole('listitem')
  await expect(field).toHaveCount(25)
  await mine.getByRole('button', { name: 'Show me on the board' }).click()
  await expect(field).toHaveCount(42)
  await expect(field.filter({ hasText: 'place_30' })).toBeInViewport()
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('link', { name: /^Previous game: Race on/ }).click()
  await expect(page).toHaveURL(`/g/${earlier}`)
  await expect(mine.getByRole('listitem').nth(1)).toHaveText(/13.*place_30.*30.*You/)
  await page.getByRole('link', { name: /^Next game: Race on Place Hill/ }).click()
  await expect(page).toHaveURL(`/g/${game}`)
  const moved = page.getByRole('list', { name: 'Who moved up' }).getByRole('listitem')
  await expect(moved).toHaveCount(8)
  await page.getByRole('button', { name: /^All \d+ who moved up$/ }).click()
  expect(await moved.count()).toBeGreaterThan(8)

  await page.goto('/c/place_host')
  await expect(mine.getByRole('listitem').filter({ hasText: 'place_30' })).toContainText('You')
  await expect(page.getByRole('main').locator('header')).toContainText('Live')
  await expect(page.getByRole('list', { name: 'Hot this week' })).toContainText('place_')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothSchemes(page)
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)
  await mine.getByRole('button', { name: 'Not me' }).click()
  await expect(search).toBeVisible()
  await page.reload()
  await search.fill('place_31')
  await page.getByRole('button', { name: 'This is me' }).click()
  await expect(mine.getByRole('listitem').filter({ hasText: 'place_31' })).toContainText('You')
  await expect(page.getByRole('region', { name: 'Place of place_31' })).toHaveCount(0)
  await expect(page.getByLabel('Find a racer', { exact: true })).toHaveValue('')
})

test('a search shows who is ahead, a link shows the same to everybody, and an account needs no name', async ({
  page,
}) => {
  const host = await signInStreamer('place_search')
  const crowd = Array.from({ length: 130 }, (_, index) => `sought_${index + 1}`)
  await raceNow(host, crowd)
  await page.goto('/c/place_search')
  const board = page.getByRole('list', { name: 'Racers', exact: true }).getByRole('listitem')
  await expect(board).toHaveCount(25)
  await page.getByLabel('Find a racer').fill('sought_12')
  const found = page.getByRole('region', { name: 'Place of sought_12' })
  await expect(found.getByRole('listitem')).toHaveText([
    /11.*sought_11.*1 point ahead/,
    /12.*sought_12/,
    /13.*sought_13.*1 point behind/,
  ])
  // Others have names that begin so.
  await expect(board).toHaveCount(11)
  await page.getByLabel('Find a racer').fill('sought_129')
  const last = page.getByRole('region', { name: 'Place of sought_129' })
  await last.getByRole('button', { name: 'Show on the board' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(board.filter({ hasText: 'sought_129' })).toBeInViewport()

  await page.goto('/c/place_search?racer=sought_2')
  await expect(
    page.getByRole('region', { name: 'Place of sought_2' }).getByRole('listitem').nth(1),
  ).toContainText('sought_2')
  const head = await (
    await fetch(new URL('/c/place_search?racer=sought_2', originUnderTest()))
  ).text()
  expect(head).toContain('racer=sought_2&amp;v=')

  await openAs(page, 'sought_5', '/c/place_search?racer=sought_5')
  await expect(page.getByRole('region', { name: 'Your place' })).toContainText('sought_5')
  await expect(page.getByRole('region', { name: 'Place of sought_5' })).toHaveCount(0)
  await expect(page.getByLabel('Find a racer, or yourself')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share my place' })).toBeVisible()
})
