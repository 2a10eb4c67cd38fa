/** A viewer's evening: from a link in chat through the site to their own place, and how many clicks each answer takes. */
import type { Locator } from '@playwright/test'
import { raceFiles } from '@rollcall/server/testing/game-files'
import { signInStreamer, uploadGame } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { PHONE } from './show-pages.ts'

/** Counts clicks, and begins again with each question. */
function countClicks() {
  let clicks = 0
  return {
    click: async (place: Locator) => {
      clicks += 1
      await place.click()
    },
    answered: (): number => {
      const needed = clicks
      clicks = 0
      return needed
    },
  }
}

test('a viewer follows a link from chat, finds everybody, signs in and passes their place on', async ({
  page,
}) => {
  const streamer = await signInStreamer('evening_caster')
  const racers = ['evening_ada', 'evening_bea', 'evening_cai']
  const map = { map: 'Evening Hill', creator: 'Moe' }
  const gameId = await uploadGame(streamer.session, raceFiles(racers, new Date(), map))
  const { click, answered } = countClicks()
  await page.goto(`/g/${gameId}`)

  const field = page.getByRole('list', { name: 'Every marble' })
  await click(field.getByRole('link', { name: 'evening_ada' }))
  await expect(page).toHaveURL('/r/twitch/evening_ada')
  expect(answered(), 'who won this race').toBe(1)

  await page.keyboard.press('/')
  await page.keyboard.type('evening_bea')
  await click(page.getByRole('option', { name: 'evening_bea' }))
  await expect(page).toHaveURL('/r/twitch/evening_bea')
  await expect(page.getByRole('list', { name: 'Ranks in Season 75' })).toContainText('2')
  expect(answered(), 'how good is another racer').toBe(1)

  const ranks = page.getByRole('list', { name: 'Ranks in Season 75' })
  await click(ranks.getByRole('link', { name: 'evening_caster' }))
  await expect(page).toHaveURL('/c/evening_caster?racer=evening_bea')
  expect(answered(), 'who is best on this channel').toBe(1)
  // Somebody who comes from a racer's page sees that racer's place first.
  await expect(page.getByRole('region', { name: 'Place of evening_bea' })).toBeVisible()

  const games = page.getByRole('list', { name: 'Latest games' })
  await click(games.getByRole('link').first())
  await expect(page).toHaveURL(`/g/${gameId}`)
  await click(page.getByRole('link', { name: 'Evening Hill' }).first())
  await expect(page).toHaveURL(/\/maps\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Evening Hill')
  expect(answered(), 'who is fastest on the map of the last game').toBe(2)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/c/evening_caster?racer=evening_bea')

  await click(page.getByRole('link', { name: 'Login' }))
  await click(page.getByRole('button', { name: 'Login With Twitch' }))
  await page.getByLabel('Type a name').fill('evening_bea')
  await click(page.getByRole('button', { name: 'Sign in with this name' }))
  await expect(page).toHaveURL('/c/evening_caster?racer=evening_bea')
  const own = page.getByRole('region', { name: 'Your place' })
  await expect(own.getByRole('listitem')).toHaveText([
    /evening_ada.*ahead of you/,
    /evening_bea.*You/,
    /evening_cai.*behind you/,
  ])
  expect(answered(), 'my rank, and who is before me').toBe(3)

  await expect(page.getByLabel('Link to this page', { exact: true })).toHaveValue(
    /\/c\/evening_caster$/,
  )
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize(PHONE)
  await expectAccessibleInBothSchemes(page)
})
