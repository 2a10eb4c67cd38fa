/** A viewer's way: from a game to their page, to a rival, and to the head to head of both. */
import { type RacerInFile, raceFiles } from '@rollcall/server/testing/game-files'
import { callAs } from './configurations.ts'
import { dayFromNow, withinOneDay } from './days.ts'
import { createEvent, raceNow, type Streamer, signInStreamer, uploadGame } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, signInAs, test } from './fixtures.ts'
import { PHONE } from './show-pages.ts'

const MINUTE_MS = 60_000
const ADA: RacerInFile = { login: 'way_ada', name: 'Way_Ada', color: 'FF82D6FF' }

/** Races an hour apart, on the days before today too; returns the last one. */
async function playRaces(streamer: Streamer): Promise<number> {
  let gameId = 0
  for (let played = 21; played >= 1; played -= 1) {
    const finishedAt = new Date(Date.now() - played * 60 * MINUTE_MS)
    const others = ['way_bo', 'way_cy', 'way_dee']
    const racers = played % 3 === 0 ? [ADA, ...others] : ['way_bo', ADA, ...others.slice(1)]
    gameId = await uploadGame(streamer.session, raceFiles(racers, finishedAt))
  }
  return gameId
}

test('a viewer finds themselves in a game, reads their page, and compares themselves with a rival', {
  tag: '@quick',
}, async ({ page }) => {
  const gameId = await playRaces(await signInStreamer('way_caster'))
  await page.goto(`/g/${gameId}`)
  await page
    .getByRole('list', { name: 'Every marble' })
    .getByRole('link', { name: 'Way_Ada' })
    .focus()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/r/twitch/way_ada')
  await expect(page.getByRole('heading', { name: 'Way_Ada', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(/Way_Ada$/)
  await expect(
    page.getByRole('img', { name: /^A heat map of the last year: \d days? played/ }),
  ).toBeVisible()
  await page.getByText('Day by day').press('Enter')
  const days = page.getByRole('region', { name: 'Day by day' }).getByRole('row')
  await expect(days.nth(1)).toContainText(/20\d\d/)
  await expect(page.getByText('Season 75, in progress').first()).toBeVisible()
  const ranks = page.getByRole('list', { name: 'Ranks in Season 75' }).getByRole('listitem')
  await expect(ranks.filter({ hasText: 'way_caster' })).toContainText('of 4 racers')
  await expect(page.getByRole('region', { name: 'Games in the seasons' })).toContainText(
    /\d+ games count, season files included\./,
  )
  await expect(page.getByText(/^Beat \d+% of the field on average/)).toBeVisible()
  await page.getByText('How this is counted').press('Enter')
  await expect(page.getByText(/^7 first places in 21 races of 4 marbles/)).toBeVisible()
  const badges = page.getByRole('list', { name: 'Badges' })
  // They are given in the background.
  await expect(async () => {
    await page.reload()
    await expect(badges.getByRole('heading', { name: 'First win' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await badges.getByRole('link', { name: 'Race on Hill' }).first().click()
  await expect(page).toHaveURL(/\/g\/\d+$/)
  await page.goBack()
  const latest = page.getByRole('list', { name: 'Latest games' }).getByRole('listitem')
  await expect(latest.first()).toContainText('2nd of 4 marbles on way_caster')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize(PHONE)
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('link', { name: 'Head to head with way_bo' }).press('Enter')
  await expect(page).toHaveURL('/r/twitch/way_ada/vs/twitch/way_bo')
  await expect(page.getByRole('heading', { name: 'Way_Ada and way_bo', level: 1 })).toBeFocused()
  await expect(page.getByText('They met in 21 games.')).toBeVisible()
  const races = page
    .getByRole('table', { name: 'Who was ahead' })
    .getByRole('row', { name: /^Races/ })
  await expect(races.getByRole('cell')).toHaveText(['21', '7', '14'])
  await expectAccessibleInBothSchemes(page)
})

test('a racer has their places in events on their page, once everybody has seen the results', ({
  page,
}) =>
  withinOneDay(page, async (ending) => {
    const host = await signInStreamer(`placing_host${ending}`)
    const days = { startDate: dayFromNow(-1), endDate: dayFromNow(1) }
    const cup = await createEvent([host], 'Placing Cup', days)
    await raceNow(host, [
      `placing_first${ending}`,
      `placing_second${ending}`,
      `placing_third${ending}`,
    ])
    const control = (path: string, body: object, method = 'POST') =>
      callAs(host.session, { method, path: `/api/show/control/${cup}/${path}`, body })
    await control('settings', { isPublic: true, isListed: true }, 'PUT')
    await control('token', { of: 'public' })
    await control('move', { version: 0, move: { kind: 'start', phase: 'live' } })
    await page.goto(`/r/twitch/placing_second${ending}`)
    await expect(page.getByRole('list', { name: 'Ranks in Season 75' })).toContainText('2')
    await expect(page.getByText('No best rank until the day is over')).toBeVisible()
    const event = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
    await expect(event).toHaveCount(0)
    await control('move', { version: 1, move: { kind: 'finish' } })
    await expect(async () => {
      await page.reload()
      await expect(event).toContainText('2nd of 3 racers', { timeout: 5_000 })
    }).toPass()
    await expectAccessibleInBothSchemes(page)
    await event.getByRole('link', { name: 'Placing Cup' }).click()
    await expect(page).toHaveURL(/\/e\/[\w-]{22}$/)
  }))

test('a visitor finds the luckiest racers of the week, and how lucky each was', async ({
  page,
}) => {
  await playRaces(await signInStreamer('luck_caster'))
  await page.goto('/maps')
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Luck' }).click()
  const heading = page.getByRole('heading', { name: 'The luckiest racers of the week', level: 1 })
  await expect(heading).toBeFocused()
  const board = page.getByRole('table', { name: 'The luckiest racers of the week' })
  const racer = board.getByRole('row').filter({ hasText: 'way_bo' })
  // The board is counted every five minutes, and another journey may have asked for it just before.
  await expect(async () => {
    await page.reload()
    await expect(racer.getByRole('cell').nth(3)).toHaveText(/^\d+%$/, { timeout: 5_000 })
  }).toPass({ timeout: 360_000 })
  await expect(board.getByRole('columnheader', { name: 'Odds' })).toBeVisible()
  await expect(racer.getByRole('cell').nth(4)).toHaveText(/^1 in [\d,.]+/)
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize(PHONE)
  await expect(racer.getByText(/^\d+ games · \d+ wins$/)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await racer.getByRole('link', { name: 'way_bo' }).click()
  await expect(page).toHaveURL('/r/twitch/way_bo')
})

test('an old or differently written address leads on, and one of nobody says so', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/)
  await signInStreamer('way_newcomer')
  await page.goto('/r/twitch/WAY_NEWCOMER')
  await expect(page).toHaveURL('/r/twitch/way_newcomer')
  await expect(page.getByText('No results yet')).toBeVisible()
  await page.goto('/r/twitch/way_nobody')
  await expect(page.getByText('Nobody with that name has public results.')).toBeVisible()
})

test('a signed-in viewer gets from another page to their own head to head', async ({ page }) => {
  await signInStreamer('way_other')
  await signInAs(page, 'way_visitor')
  await page.goto('/r/twitch/way_other')
  await page.getByRole('link', { name: 'Head to head with you' }).click()
  await expect(page).toHaveURL('/r/twitch/way_visitor/vs/twitch/way_other')
  await expect(page.getByText('They have not met')).toBeVisible()
  await page.goto('/r/twitch/way_visitor')
  await expect(page.getByText('This is how others see you.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Head to head with you' })).toHaveCount(0)
})
