/** A racer's own numbers, page by page and selector by selector. */
import type { Page } from '@playwright/test'
import { openFrontDoor } from '../packages/server/src/demo/front-door.ts'
import { type MadeSeason, makeSeason } from '../packages/server/test/season-files.ts'
import { uploadBoard } from './boards.ts'
import { expect, expectAccessible, signInAs, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { endSession, openAs, originUnderTest } from './sessions.ts'

const RACER = 'dash_racer'
const GRAPHS = [
  'Points per season, line chart',
  'Points per channel, bar chart',
  'Race against royale, pie chart',
  'Wins per season, bar chart',
] as const

/** Every row of the racer counts 5 races with 1 win, and 2 royales. */
const raced = (racePoints: number, royalePoints = 0): Pick<MadeSeason, 'racers'> => ({
  racers: [{ name: RACER, racePoints, royalePoints }],
})

test.beforeAll(async () => {
  const door = openFrontDoor(originUnderTest())
  // One after the other: what two streamers upload must not depend on who was first.
  for (const season of [
    { channel: 'Dash_Alpha', season: 31, ...raced(1200, 34) },
    { channel: 'Dash_Alpha', season: 32, ...raced(300) },
    { channel: 'dash_bravo', season: 32, ...raced(5000) },
  ]) {
    await door.uploadSeason(makeSeason(season), await door.signIn(season.channel))
  }
  for (const season of [31, 32, 33]) {
    await uploadBoard(season, [{ channel: 'dash_charlie', ...raced(10) }])
  }
})

const open = (page: Page, path: string) => openAs(page, RACER, path)
const pageHeading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const cards = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')
const toggle = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Dashboard' }).getByRole('button', { name })
const order = (page: Page, name: string) => page.getByRole('button', { name })
/** A widget: its number under its label, in the races or the royales. */
const widget = (page: Page, section: string, label: string) =>
  page
    .getByRole('region', { name: section, exact: true })
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')

async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use dark colours' }).click()
}

test.describe('the container', () => {
  test('welcomes who signs in, at the seasons', async ({ page }) => {
    await signInAs(page, RACER)
    await expect(page).toHaveURL('/dashboard/season')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the Dashboard!')
    await page.getByRole('link', { name: 'Streamer Leaderboards' }).click()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/season')
  })

  test('has two toggles, of which the active one follows the address', async ({ page }) => {
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

  for (const path of [
    '/dashboard',
    '/dashboard/anything',
    '/dashboard/season/last',
    '/dashboard/season/32/dash_alpha/more',
    '/dashboard/channel/dash_alpha/soon',
  ]) {
    test(`leads from ${path} to the seasons`, async ({ page }) => {
      await open(page, path)
      await expect(page).toHaveURL('/dashboard/season')
    })
  }
})

test.describe('the seasons', () => {
  test('are cards, lifetime first, newest next', async ({ page }) => {
    await open(page, '/dashboard/season')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Seasons')
    await expect(cards(page)).toHaveCount(4)
    const expected = [
      { name: 'Lifetime', points: 'Total points6,564', races: 'Total races42', to: '/lifetime' },
      { name: 'Season 33', points: 'Points10', races: 'Races7', to: '/season/33' },
      { name: 'Season 32', points: 'Points5,310', races: 'Races21', to: '/season/32' },
      { name: 'Season 31', points: 'Points1,244', races: 'Races14', to: '/season/31' },
    ]
    for (const [index, { name, points, races, to }] of expected.entries()) {
      const card = cards(page).nth(index)
      await expect(card).toContainText(name)
      await expect(card).toContainText(points)
      await expect(card).toContainText(races)
      await expect(card).toHaveAttribute('href', `/dashboard${to}`)
    }
    await expectAccessibleInBothSchemes(page)
  })

  test('lead to their channels', async ({ page }) => {
    await open(page, '/dashboard/season')
    await cards(page).filter({ hasText: 'Season 31' }).click()
    await expect(page).toHaveURL('/dashboard/season/31')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Season 31')
    await expect(pageHeading(page)).toHaveText('Season 31')
    await expect(toggle(page, 'Season')).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page)).toHaveText(['Dash_Alpha', 'dash_charlie'])
    await expect(cards(page).nth(0)).toHaveAttribute('href', '/dashboard/channel/Dash_Alpha/31')
    await order(page, 'Sort by Most Points').click()
    await expect(cards(page)).toHaveText(['Dash_Alpha1,234 points', 'dash_charlie10 points'])
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'Back to Seasons' }).click()
    await expect(page).toHaveURL('/dashboard/season')
  })
})

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

  // The same for who cannot see them drawn.
  const numbers = page.getByRole('table', { name: 'Points per season' }).getByRole('row')
  await expect(numbers).toHaveText([
    'RaceRoyale',
    'Season 311,21034',
    'Season 325,3100',
    'Season 33100',
  ])
  await expectAccessibleInBothSchemes(page)

  const small = await page.getByRole('img', { name: 'Wins per season' }).boundingBox()
  await page.getByRole('button', { name: 'Enlarge Wins per season' }).click()
  await expect
    .poll(
      async () => (await page.getByRole('img', { name: 'Wins per season' }).boundingBox())?.width,
    )
    .toBeGreaterThan(2 * (small?.width ?? Number.POSITIVE_INFINITY))
})

test.describe('the channels', () => {
  test('are in four orders, kept in the address', async ({ page }) => {
    await open(page, '/dashboard/channel')
    await expect(page).toHaveTitle('Rollcall - Dashboard - Channels')
    await expect(order(page, 'Sort by Channel')).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page)).toHaveText(['Dash_Alpha', 'dash_bravo', 'dash_charlie'])
    await expect(cards(page).nth(0)).toHaveAttribute('href', '/dashboard/channel/dash_alpha')
    await expectAccessibleInBothSchemes(page)

    const orders = {
      points: ['dash_bravo5,000 points', 'Dash_Alpha1,534 points', 'dash_charlie30 points'],
      races: ['dash_charlie21 races', 'Dash_Alpha14 races', 'dash_bravo7 races'],
      wins: ['dash_charlie3 wins', 'Dash_Alpha2 wins', 'dash_bravo1 wins'],
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
    await order(page, 'Sort by Channel').click()
    await expect(page).toHaveURL('/dashboard/channel')
  })

  test('show a picture where the streamer has signed in', async ({ page }) => {
    await open(page, '/dashboard/channel')
    const picture = (name: string) => cards(page).filter({ hasText: name }).locator('img')
    await expect(picture('Dash_Alpha')).toHaveAttribute(
      'src',
      '/practice-platform/pictures/dash_alpha.svg',
    )
    await expect(picture('dash_charlie')).toHaveCount(0)
    await expect(cards(page).filter({ hasText: 'dash_charlie' }).locator('svg')).toBeVisible()
  })

  test('fall back where a picture is broken', async ({ page, expectComplaint }) => {
    expectComplaint(/404/)
    await page.route('**/pictures/dash_alpha.svg', (route) => route.fulfill({ status: 404 }))
    await open(page, '/dashboard/channel')
    const card = cards(page).filter({ hasText: 'Dash_Alpha' })
    await expect(card.locator('svg')).toBeVisible()
    await expect(card.locator('img')).toHaveCount(0)
  })

  test('show a dash for what is not known, never a nought', async ({ page }) => {
    await page.route('**/api/dashboard/channels', async (route) => {
      const answer = await route.fetch()
      const [channel] = await answer.json()
      const unknown = { race_points: null, br_points: null, race_wins: null, br_wins: 4 }
      await route.fulfill({ json: [{ ...channel, ...unknown }] })
    })
    await open(page, '/dashboard/channel?sort=points')
    await expect(cards(page)).toHaveText(['Dash_Alpha– points'])
    await order(page, 'Sort by Most Wins').click()
    await expect(cards(page)).toHaveText(['Dash_Alpha4 wins'])
  })
})

test.describe('a channel', () => {
  test('has a selector of its seasons and a way back from each', async ({ page }) => {
    await open(page, '/dashboard/channel')
    await cards(page).filter({ hasText: 'Dash_Alpha' }).click()
    await expect(page).toHaveURL('/dashboard/channel/dash_alpha')
    await expect(page).toHaveTitle('Rollcall - Dashboard - dash_alpha')
    await expect(pageHeading(page)).toHaveText('Dash_Alpha')
    await expect(widget(page, 'Races', 'Points')).toHaveText('1,500')
    for (const name of GRAPHS) await expect(page.getByRole('img', { name })).toBeVisible()
    await expectAccessibleInBothSchemes(page)

    const selector = page.getByLabel('Season', { exact: true })
    await expect(selector).toHaveValue('')
    await expect(selector.getByRole('option')).toHaveText(['Lifetime', 'Season 32', 'Season 31'])
    await selector.selectOption('Season 31')
    await expect(page).toHaveURL('/dashboard/channel/dash_alpha/31')
    await expect(page).toHaveTitle('Rollcall - Dashboard - dash_alpha - Season 31')
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

  test('of a season has an address below the season too', async ({ page }) => {
    await open(page, '/dashboard/season/32/Dash_Alpha')
    await expect(widget(page, 'Races', 'Points')).toHaveText('300')
    await expect(page.getByLabel('Season', { exact: true })).toHaveValue('32')
    await expect(page.getByRole('link', { name: 'Back to S32 Channel List' })).toHaveAttribute(
      'href',
      '/dashboard/season/32',
    )
    await expectAccessibleInBothSchemes(page)
  })

  test('that does not exist is said to', async ({ page, expectComplaint }) => {
    expectComplaint(/404/)
    await open(page, '/dashboard/channel/dash_nowhere')
    await expect(page.getByRole('alert')).toHaveText('Error: HTTP error! status: 404')
    await expect(page.getByText('There is no channel of that name.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Channel List' })).toBeVisible()
  })
})

const PAGES = [
  {
    path: '/dashboard/season',
    api: /\/api\/dashboard\/get-user-seasons\/?$/,
    empty: 'No Data Available',
  },
  {
    path: '/dashboard/lifetime',
    api: '**/api/dashboard/lifetime-stats',
    empty: 'No stats available',
  },
  { path: '/dashboard/channel', api: '**/api/dashboard/channels', empty: 'No channels available' },
  {
    path: '/dashboard/season/32',
    api: '**/api/dashboard/get-user-season-channels/32',
    empty: 'No channels available',
  },
  {
    path: '/dashboard/channel/dash_alpha',
    api: '**/api/dashboard/channel/dash_alpha',
    empty: 'No stats available',
  },
  {
    path: '/dashboard/channel/dash_alpha/32',
    api: '**/api/dashboard/season/32/dash_alpha',
    empty: 'No stats available',
  },
]

for (const { path, api, empty } of PAGES) {
  test.describe(path, () => {
    test('says when there is nothing yet', async ({ page }) => {
      await openAs(page, 'dash_newcomer', path)
      await expect(page.getByText(empty, { exact: true })).toBeVisible()
      await expectAccessible(page)
    })

    test('says that it loads', async ({ page }) => {
      const letGo = await hold(page, api)
      await open(page, path)
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(1)
      letGo()
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
    })

    test('says what failed, and tries again', async ({ page, expectComplaint }) => {
      const { answer, message, complaint } = faults['status 500']
      if (complaint) expectComplaint(complaint)
      await page.route(api, answer)
      await open(page, path)
      await expect(page.getByRole('alert')).toContainText(`Error: ${message}`)
      await expectAccessible(page)
      await page.unroute(api)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText(empty, { exact: true })).toHaveCount(0)
    })

    test('leads to the login page when the session has ended', async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/401/)
      await endSession(await open(page, '/favicon.svg'))
      await page.goto(path)
      await expect(page).toHaveURL('/login')
    })

    test('stays where it is when it is refused', async ({ page, expectComplaint }) => {
      expectComplaint(/403/)
      await page.route(api, (route) => route.fulfill({ status: 403, body: '' }))
      await open(page, path)
      await expect(page.getByRole('alert')).toContainText('You do not have permission to see this.')
      await expect(page).toHaveURL(path)
    })
  })
}

test('nobody gets in without a session', async ({ page }) => {
  for (const { path } of PAGES) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
})

test.describe('a chart', () => {
  test('that cannot be drawn says so in its place, and takes nothing down', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to create chart/)
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await open(page, '/dashboard/lifetime')
    await expect(page.getByText('Failed to create chart')).toHaveCount(GRAPHS.length)
    await expect(widget(page, 'Races', 'Points')).toHaveText('6,530')
    await expect(page.getByRole('table', { name: 'Wins per season' })).toBeAttached()
    await expectAccessibleInBothSchemes(page)
  })

  test('of which the script did not come is drawn by trying again', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_FAILED|Failed to fetch/)
    await page.route('**/assets/chart-canvas-*', (route) => route.abort())
    await open(page, '/dashboard/lifetime')
    await expect(page.getByText('Failed to create chart')).toHaveCount(GRAPHS.length)
    await page.unroute('**/assets/chart-canvas-*')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByRole('img', { name: GRAPHS[0] })).toBeVisible()
    await expect(page.getByText('Failed to create chart')).toHaveCount(GRAPHS.length - 1)
  })

  test('of a kind that is not known is said to be', async ({ page }) => {
    await page.route('**/api/dashboard/lifetime-stats', async (route) => {
      const answer = await route.fetch()
      const stats = await answer.json()
      stats.graphData[0].graphType = 'radar'
      await route.fulfill({ json: stats })
    })
    await open(page, '/dashboard/lifetime')
    await expect(
      page.getByRole('region', { name: 'Points per season' }).getByText('Unknown graph type'),
    ).toBeVisible()
    await expect(page.getByRole('img', { name: /chart$/ })).toHaveCount(GRAPHS.length - 1)
    await expectAccessible(page)
  })

  test('follows the colours of the page', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/dashboard/lifetime')
    const pie = page.getByRole('img', { name: 'Race against royale' })
    const middle = () =>
      pie.evaluate((canvas: HTMLCanvasElement) => {
        const { data = [] } =
          canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height * 0.75, 1, 1) ?? {}
        return [...data].join()
      })
    // The marigold of the dark scheme, then of the light one.
    await expect.poll(middle).toBe('255,181,46,255')
    await page.getByRole('button', { name: 'Use light colours' }).click()
    await expect.poll(middle).toBe('200,125,0,255')
  })
})
