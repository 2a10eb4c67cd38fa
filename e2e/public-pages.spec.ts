/** What people find who come by a link, with the keyboard, on a phone, or in another language. */
import { uploadBoard } from './boards.ts'
import { raceNow, signInStreamer } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { PHONE } from './show-pages.ts'

const LONG_NAMES = ['wandering_marblemaster_25', 'mammoth_marble_workwomann'] as const

test('a dead link says kindly that nothing is there, and where to go', async ({
  page,
  expectComplaint,
}) => {
  for (const [path, sentence] of [
    ['/r/twitch/nobody_ever', /Nobody with that name/],
    ['/r/twitch/nobody_ever/vs/twitch/nor_anybody', /Nobody with that name/],
    ['/c/nobody_ever', /channel/i],
    ['/g/999999999', /game/i],
    ['/maps/999999999', /map/i],
    ['/e/AAAAAAAAAAAAAAAAAAAAAA', /leads nowhere/],
  ] as const) {
    expectComplaint(/status of 404/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(sentence)
    await expect(page.getByRole('main')).not.toContainText('HTTP error')
    await expect(page).toHaveTitle(/^Rollcall - Not Found/)
    await expect(page.getByRole('link', { name: 'See the standings' })).toBeVisible()
    // What the link named is there to be searched for.
    const search = page.getByRole('main').getByRole('combobox', { name: /^Search/ })
    await expect(search).toHaveValue(path.includes('nobody') ? 'nobody_ever' : '')
  }
  await expectAccessibleInBothSchemes(page)
})

for (const path of ['/', '/login', '/maps', '/unauthorized', '/nowhere']) {
  test(`the keyboard skips the bar of ${path}`, async ({ page }) => {
    await page.goto(path)
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeAttached()
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
}

test('the front page is whole in the chosen language', async ({ page }) => {
  await page.goto('/')
  const games = page.getByRole('heading', { name: 'Latest games' })
  await expect(games).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(games).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Englisch/ })).toHaveAttribute('href', '/seasons')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await expect(games).toBeVisible()
})

test('long names stay whole in a head to head on a phone', async ({ page }) => {
  const streamer = await signInStreamer('public_caster')
  await raceNow(
    streamer,
    LONG_NAMES.map((login) => ({ login })),
  )
  await page.setViewportSize(PHONE)
  await page.goto(`/r/twitch/${LONG_NAMES[0]}/vs/twitch/${LONG_NAMES[1]}`)
  await expect(page.getByRole('heading', { name: 'Who was ahead' })).toBeVisible()
  const broken = await page.getByRole('main').evaluate((main, names) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const name of names) {
        const from = text.nodeValue?.indexOf(name) ?? -1
        if (from === -1) continue
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, from + name.length)
        // A word that breaks has a box on each of its lines.
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(`${text.parentElement?.tagName}: ${text.nodeValue}`)
      }
    }
    return found
  }, LONG_NAMES)
  expect(broken).toEqual([])
  await expectAccessible(page)
})

test('the podium of a game stays within its card', async ({ page }) => {
  const streamer = await signInStreamer('podium_caster')
  const racers = ['podium_first', 'podium_second', 'podium_third']
  await raceNow(
    streamer,
    racers.map((login) => ({ login })),
  )
  await page.goto('/r/twitch/podium_first')
  await page
    .getByRole('link', { name: /^Race on/ })
    .first()
    .click()
  const card = page.getByRole('region', { name: 'Podium' })
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(viewport)
    const outer = await card.boundingBox()
    const inner = await card.getByRole('list').boundingBox()
    const room = (box: typeof inner) => (box ? box.y + box.height : Number.NaN)
    expect(room(inner)).toBeLessThan(room(outer))
  }
})

test('the page of a racer of season files alone says once why no day is known, and has no empty cards', async ({
  page,
}) => {
  const racers = [{ name: 'filed_only', racePoints: 82_000, royalePoints: 371 }]
  await uploadBoard(75, [{ channel: 'filing_caster', points: 9_000, racers }])
  await page.goto('/r/twitch/filed_only')
  await expect(page.getByRole('region', { name: 'Points by season' })).toContainText(
    'Season files do not say when points were scored',
  )
  const main = page.getByRole('main')
  await expect(main.getByText(/season files/i)).toHaveCount(1)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    ...['Ranks in Season 75', 'Points by season'],
    ...['Games in the seasons', 'Share this page'],
  ])
  await expect(page.getByRole('region', { name: 'Games in the seasons' })).toContainText(
    /^Games in the seasons7 gamesRaces/,
  )
  // The ranks of several channels are no order, so they get no medals.
  const rank = page
    .getByRole('list', { name: 'Ranks in Season 75' })
    .getByText('1', { exact: true })
  expect(await rank.evaluate((element) => getComputedStyle(element).backgroundImage)).toBe('none')
  await expectAccessibleInBothSchemes(page)

  await page.goto('/c/filing_caster')
  await expect(page.getByRole('region', { name: 'Racers' })).toContainText(
    'There are no boards of past days yet',
  )
})
