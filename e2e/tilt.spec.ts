/** A tilt level on its page, in the channel's games, and on the page of its best player. */
import { sampleGame } from '@rollcall/server/testing/game-files'
import { signInStreamer, uploadGame } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'

test('a tilt level says how it went, who survived, and who was the best', async ({ page }) => {
  const host = await signInStreamer('tilt_host')
  await uploadGame(host.session, sampleGame('tilt/v4/02-level-failed-run-ends'))
  const id = await uploadGame(host.session, sampleGame('tilt/v4/01-level-passed'))
  await page.goto(`/g/${id}`)
  await expect(page.getByRole('heading', { name: 'Tilt level 7', level: 1 })).toBeVisible()
  const head = page.getByRole('main').locator('header')
  await expect(head).toContainText(/tilt_host.*passed.*top tiltee PebbleWick.*expertise 1/)
  await expect(head).toContainText(/Survivors\s*4 of 6/)
  await expect(page.getByRole('img', { name: 'How Tilt level 7 went' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await head.getByRole('link', { name: 'tilt_host' }).click()
  const games = page.getByRole('list', { name: 'Latest games' }).getByRole('listitem')
  await expect(games.filter({ hasText: 'Tilt level 7' })).toContainText(
    'Passed: 4 of 6 marbles survived; PebbleWick did best',
  )
  await expect(games.filter({ hasText: 'Tilt level 13' })).toContainText('Failed: 0 of 3')
  await page.getByRole('button', { name: 'Tilt levels' }).click()
  const board = page.getByRole('list', { name: 'Racers', exact: true })
  await board.getByRole('link', { name: 'PebbleWick' }).click()

  const levels = page.getByRole('region', { name: 'Tilt levels' })
  await expect(levels).toContainText(/Levels\s*2/)
  await expect(levels).toContainText(/Survived\s*1/)
  await expect(levels).toContainText(/Highest survived\s*7/)
  await expect(levels).toContainText(/Top tiltee\s*1/)
  const latest = page.getByRole('list', { name: 'Latest games' }).getByRole('listitem')
  await expect(latest.filter({ hasText: 'Tilt level 7' })).toContainText('Top tiltee')
})
