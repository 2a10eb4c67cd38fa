/** A racer's own numbers, page by page and selector by selector. */
import type { Locator, Page } from '@playwright/test'
import { GRAPHS, open, RACER, uploadRacer, widget } from './dashboard-racer.ts'
import { expect, expectAccessibleInBothSchemes, signInAs, test } from './fixtures.ts'

test.beforeAll(uploadRacer)

const pageHeading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const cards = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')
const toggle = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Dashboard' }).getByRole('button', { name })
const order = (page: Page, name: string) => page.getByRole('button', { name })

test.describe('the container', () => {
  test('welcomes users after signing in, with the seasons', async ({ page }) => {
    await signInAs(page, RACER)
    await expect(page).toHaveURL('/dashboard/season')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the Dashboard!')
    await page.getByRole('link', { name: 'Streamer Leaderboards' }).click()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/season')
  })

  test('has two toggles, and the address decides which one is active', async ({ page }) => {
    await open(page, '/dashboard/season')
    await expect(toggle(page, 'Season')).toHaveAttribute('aria-pressed', 'true')
    await expect(toggle(page, 'Lifetime by Channel')).toHaveAttribute('aria-pressed', 'false')
    await toggle(page, 'Lifetime by Channel').click()
    await expect(page).toHaveURL('/dashboard/channel')
    await expect(toggle(page, 'Lifetime by Channel')).toHaveAttribute('aria-pressed', 'true')
    await expect(pageHeading(page)).toBeFocused()
    await toggle(page, 'Season').click()
    await expect(page).toHaveURL('/dashboard/season')
    await expect(toggle(page, 'Season')).toHaveAttribute('aria-pressed', 'true')
  })

  test('begins with the shows that wait for their organiser', async ({ page }) => {
    const event = { id: 7, name: 'Harvest Sprint', createdBy: 1, creator: { username: RACER } }
    const waits = { ...event, hasResults: true, canManage: true, todo: 'ready' }
    const events = [waits, { ...waits, id: 8, name: 'Spring Cup', canManage: false }]
    await page.route('**/api/events/getAll', (route) =>
      route.fulfill({ json: { eventSeries: [], events } }),
    )
    await open(page, '/dashboard/season')
    const todo = page.getByRole('region', { name: 'To do' })
    await expect(todo.getByRole('link')).toHaveText(['Reveal Harvest Sprint'])
    await expect(todo.getByRole('link')).toHaveAttribute('href', '/my-events/control/7')
    await expectAccessibleInBothSchemes(page)
  })

  test('redirects every other address to the seasons', async ({ page }) => {
    await open(page, '/favicon.svg')
    for (const path of [
      '/dashboard/anything',
      '/dashboard/season/last',
      '/dashboard/season/32/dash_alpha/more',
      '/dashboard/channel/dash_alpha/soon',
    ]) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/dashboard/season')
    }
  })
})

test.describe('the seasons', () => {
  test('are cards: lifetime first, then the newest', async ({ page }) => {
    await open(page, '/dashboard/season')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Seasons')
    await expect(cards(page)).toHaveCount(4)
    const expected = [
      {
        name: 'Lifetime',
        points: 'Total points6,564',
        races: 'Total races and royales42',
        to: '/lifetime',
      },
      { name: 'Season 33', points: 'Points10', races: 'Races and royales7', to: '/season/33' },
      { name: 'Season 32', points: 'Points5,310', races: 'Races and royales21', to: '/season/32' },
      { name: 'Season 31', points: 'Points1,244', races: 'Races and royales14', to: '/season/31' },
    ]
    for (const [index, { name, points, races, to }] of expected.entries()) {
      const card = cards(page).nth(index)
      await expect(card).toContainText(name)
      await expect(card).toContainText(points)
      await expect(card).toContainText(races)
      await expect(card).toHaveAttribute('href', `/dashboard${to}`)
    }
    const bar = cards(page).nth(2).getByRole('img', { name: 'Your best season by points' })
    await expect(bar).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await countColumns(cards(page))).toBe(2)
  })

  test('lead to their channels', async ({ page }) => {
    await open(page, '/dashboard/season')
    await cards(page).filter({ hasText: 'Season 31' }).click()
    await expect(page).toHaveURL('/dashboard/season/31')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Season 31')
    await expect(pageHeading(page)).toHaveText('Season 31')
    await expect(toggle(page, 'Season')).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page)).toHaveText([
      /^Dash_AlphaPoints1,234Rank1st of \dGames7$/,
      /^dash_charliePoints10Rank1st of \dGames7$/,
    ])
    await expect(cards(page).nth(0)).toHaveAttribute('href', '/dashboard/channel/Dash_Alpha/31')
    await order(page, 'Sort by Most Points').click()
    await expect(cards(page)).toHaveText([
      /^Dash_Alpha1,234 pointsRank1st of \dGames7$/,
      /^dash_charlie10 pointsRank1st of \dGames7$/,
    ])
    await page.getByRole('link', { name: 'Back to Seasons' }).click()
    await expect(page).toHaveURL('/dashboard/season')
    await page.goto('/dashboard/season/999')
    await expect(page.getByText('There is no season 999')).toBeVisible()
  })
})

/** The number of columns of the figures. */
async function countColumns(figures: Locator): Promise<number> {
  const lefts = await figures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  return new Set(lefts).size
}

/** The share of all graphs' width that one graph has. */
async function measureShare(page: Page, title: string): Promise<number> {
  const all = await page.getByRole('region', { name: 'Graphs' }).boundingBox()
  const one = await page.getByRole('region', { name: title, exact: true }).boundingBox()
  return (one?.width ?? 0) / (all?.width ?? Number.NaN)
}

test('lifetime shows what the server sends: widgets, graphs and their numbers', async ({
  page,
}) => {
  await open(page, '/dashboard/season')
  await cards(page).filter({ hasText: 'Lifetime' }).click()
  await expect(page).toHaveURL('/dashboard/lifetime')
  await expect(page).toHaveTitle('Rollcall - Dashboard - Lifetime')
  await expect(widget(page, 'Races', 'Points')).toHaveText('6,530')
  await expect(widget(page, 'Races', 'Races')).toHaveText('30')
  await expect(widget(page, 'Races', 'Wins')).toHaveText('6')
  await expect(widget(page, 'Races', 'Points per race')).toHaveText('217.67')
  await expect(widget(page, 'Battle royale', 'Points')).toHaveText('34')
  await expect(widget(page, 'Battle royale', 'Games')).toHaveText('12')
  await expect(widget(page, 'Battle royale', 'Wins')).toHaveText('0')
  for (const name of GRAPHS) await expect(page.getByRole('img', { name })).toBeVisible()
  const parts = page.getByRole('region', { name: 'Race against royale' }).getByRole('listitem')
  await expect(parts).toHaveText(['Race 6,53099.5%', 'Royale 340.5%'])
  await expect(page.getByText('6,564', { exact: true })).toBeVisible()
  await expect(page.getByText('Rank in Season 33')).toBeVisible()
  await expect(page.getByText('1 of 1 on dash_charlie')).toBeVisible()
  // A number that no season's file contains is a dash that says why.
  await expect(widget(page, 'Battle royale', 'Kills')).toHaveText('–Not recorded by the companion')

  // The same numbers, for screen readers.
  const numbers = page.getByRole('table', { name: 'Points per season' }).getByRole('row')
  await expect(numbers).toHaveText([
    'RaceRoyale',
    'Season 311,21034',
    'Season 325,3100',
    'Season 33100',
  ])
  await expectAccessibleInBothSchemes(page)

  await page.setViewportSize({ width: 1280, height: 900 })
  expect(
    await countColumns(page.getByRole('region', { name: 'Races', exact: true }).locator('dt')),
  ).toBe(4)
  expect(
    await countColumns(page.getByRole('region', { name: 'Battle royale' }).locator('dt')),
  ).toBe(5)
  const graphs = page.getByRole('region', { name: 'Graphs' })
  const royales = await page.getByRole('region', { name: 'Battle royale' }).boundingBox()
  const allGraphs = await graphs.boundingBox()
  expect(allGraphs?.y).toBeGreaterThan((royales?.y ?? 0) + (royales?.height ?? 0))
  // The graph over time takes all four columns; the one with the most labels fills up its row.
  expect(await measureShare(page, 'Points per season')).toBeCloseTo(1, 1)
  expect(await measureShare(page, 'Points per channel')).toBeCloseTo(2 / 4, 1)
  expect(await measureShare(page, 'Race against royale')).toBeCloseTo(1 / 4, 1)
  expect(await measureShare(page, 'Wins per season')).toBeCloseTo(1 / 4, 1)

  const small = await page.getByRole('img', { name: 'Wins per season' }).boundingBox()
  await page.getByRole('button', { name: 'Enlarge Wins per season' }).click()
  await expect
    .poll(
      async () => (await page.getByRole('img', { name: 'Wins per season' }).boundingBox())?.width,
    )
    .toBeGreaterThan(2 * (small?.width ?? Number.POSITIVE_INFINITY))
})

test.describe('the channels', () => {
  test('can be sorted in four ways, which the address keeps', async ({ page }) => {
    await open(page, '/dashboard/channel')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Channels')
    await expect(order(page, 'Sort by Channel')).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page)).toHaveText([
      /^Dash_AlphaPoints1,534Rank1st of \dGames14$/,
      /^dash_bravoPoints5,000Rank1st of \dGames7$/,
      /^dash_charliePoints30Rank1st of \dGames21$/,
    ])
    await expect(cards(page).nth(0)).toHaveAttribute('href', '/dashboard/channel/dash_alpha')

    const orders = {
      points: [/^dash_bravo5,000 points/, /^Dash_Alpha1,534 points/, /^dash_charlie30 points/],
      races: [/^dash_charlie21 races/, /^Dash_Alpha14 races/, /^dash_bravo7 races/],
      wins: [/^dash_charlie3 wins/, /^Dash_Alpha2 wins/, /^dash_bravo1 win/],
    }
    for (const [unit, expected] of Object.entries(orders)) {
      await order(page, `Sort by Most ${unit}`).click()
      await expect(page).toHaveURL(`/dashboard/channel?sort=${unit}`)
      await expect(cards(page)).toHaveText(expected)
    }
    await page.reload()
    await expect(cards(page)).toHaveText(orders.wins)
    await page.goBack()
    await expect(cards(page)).toHaveText(orders.races)
    await expectAccessibleInBothSchemes(page)

    // A channel's page starts at its top; the way back restores the list.
    await page.setViewportSize({ width: 390, height: 300 })
    await page.evaluate(() => window.scrollTo(0, 150))
    // Playwright's own click would scroll first.
    await cards(page)
      .nth(0)
      .evaluate((card: HTMLElement) => card.click())
    await expect(pageHeading(page)).toHaveText('dash_charlie')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(cards(page)).toHaveText(orders.races)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(150)
    await page.goForward()
    await page.getByRole('link', { name: 'Back to Channel List' }).click()
    await expect(page).toHaveURL('/dashboard/channel?sort=races')
    await expect(cards(page)).toHaveText(orders.races)
    await order(page, 'Sort by Channel').click()
    await expect(page).toHaveURL('/dashboard/channel')
  })

  test('show a picture if the streamer has signed in', async ({ page }) => {
    await open(page, '/dashboard/channel')
    const picture = (name: string) => cards(page).filter({ hasText: name }).locator('img')
    await expect(picture('Dash_Alpha')).toHaveAttribute(
      'src',
      '/practice-platform/pictures/dash_alpha.svg',
    )
    await expect(picture('dash_charlie')).toHaveCount(0)
    await expect(cards(page).filter({ hasText: 'dash_charlie' }).locator('svg')).toBeVisible()
  })
})

test.describe('a channel', () => {
  test('has a season selector, and a way back from each season', async ({ page }) => {
    await open(page, '/dashboard/channel')
    await cards(page).filter({ hasText: 'Dash_Alpha' }).click()
    await expect(page).toHaveURL('/dashboard/channel/dash_alpha')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Dash_Alpha')
    await expect(pageHeading(page)).toHaveText('Dash_Alpha')
    await expect(widget(page, 'Races', 'Points')).toHaveText('1,500')
    for (const name of ['Points per season', 'Wins per season']) {
      await expect(page.getByRole('img', { name })).toBeVisible()
    }
    // A graph of one channel would only repeat the main figure.
    await expect(page.getByText('1,534', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Points per channel' })).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)

    const selector = page.getByLabel('Season', { exact: true })
    await expect(selector).toHaveValue('')
    await expect(selector.getByRole('option')).toHaveText(['Lifetime', 'Season 32', 'Season 31'])
    await selector.selectOption('Season 31')
    await expect(page).toHaveURL('/dashboard/channel/dash_alpha/31')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Dash_Alpha - Season 31')
    await expect(toggle(page, 'Season')).toHaveAttribute('aria-pressed', 'true')
    await expect(widget(page, 'Races', 'Points')).toHaveText('1,200')
    await expect(widget(page, 'Battle royale', 'Points')).toHaveText('34')

    await page.getByRole('link', { name: 'Back to S31 Channel List' }).click()
    await expect(page).toHaveURL('/dashboard/season/31')
    await page.goBack()
    await selector.selectOption('Lifetime')
    await expect(page).toHaveURL('/dashboard/channel/dash_alpha')
    await expect(widget(page, 'Races', 'Points')).toHaveText('1,500')
    await page.getByRole('link', { name: 'Back to Channel List' }).click()
    await expect(page).toHaveURL('/dashboard/channel')
  })

  test('keeps the focus on the selector that was used', async ({ page }) => {
    await open(page, '/dashboard/channel/dash_alpha')
    const selector = page.getByLabel('Season', { exact: true })
    await expect(selector.getByRole('option')).toHaveCount(3)
    await selector.focus()
    await selector.selectOption('Season 32')
    await expect(widget(page, 'Races', 'Points')).toHaveText('300')
    await expect(selector).toBeFocused()
  })

  test('also has an address below a season', async ({ page }) => {
    await open(page, '/dashboard/season/32/Dash_Alpha')
    await expect(widget(page, 'Races', 'Points')).toHaveText('300')
    await expect(page.getByLabel('Season', { exact: true })).toHaveValue('32')
    await expect(page.getByRole('link', { name: 'Back to S32 Channel List' })).toHaveAttribute(
      'href',
      '/dashboard/season/32',
    )
  })

  test('says so if it does not exist', async ({ page, expectComplaint }) => {
    expectComplaint(/404/)
    await open(page, '/dashboard/channel/dash_nowhere')
    await expect(page.getByRole('alert')).toHaveText('Error: HTTP error! status: 404')
    await expect(page.getByText('There is no channel with that name.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Channel List' })).toBeVisible()
  })
})
