/** How the leaderboard looks with every kind of name, picture, number and screen; and how much it loads. */
import type { Page, Response } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { uploadBoard } from './boards.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

const SEASON = 44
const HOSTILE_SEASON = 45
const BUDGET_BYTES = 200_000

/** U+202E reverses the reading direction of everything after it. */
const TURNED = 'evil\u202Egnp.exe'
const STACKED = `tower${'\u0301\u0316\u0488'.repeat(60)}`
const HOSTILE = [
  '<script>window.hasRun=true</script>',
  '<img src=x onerror=window.hasRun=true>',
  '{{constructor.constructor(`window.hasRun=true`)()}}',
  TURNED,
  'W'.repeat(500),
  STACKED,
  '\u05E2\u05D1\u05E8\u05D9\u05EA 123 \u05E9\u05DC\u05D5\u05DD',
]

test.beforeAll(async () => {
  await openApiClient(originUnderTest()).signIn('Looks_Pictured')
  await uploadBoard(SEASON, [
    { channel: 'looks_pictured', points: 300, games: 0 },
    { channel: 'looks_unknown', points: 200, raceHighScore: '', royaleHighScore: '' },
  ])
  await uploadBoard(
    HOSTILE_SEASON,
    HOSTILE.map((channel, index) => ({ channel, points: 1_000 - index })),
  )
})

const findRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('an unknown number is a dash, and points per race without races are 0', async ({ page }) => {
  await openAs(page, 'looks_reader', `/leaderboards?season=${SEASON}`)
  await expect(findRow(page, 'looks_unknown').getByRole('cell')).toHaveText([
    '2',
    '200',
    '10',
    '20.00',
    '–',
    '–',
  ])
  await expect(findRow(page, 'Looks_Pictured').getByRole('cell').nth(3)).toHaveText('0.00')
  await page.getByRole('button', { name: 'Race HS' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Looks_Pictured', 'looks_unknown'])
})

test('a picture is shown, or the user circle if it is missing or broken', async ({
  page,
  expectComplaint,
}) => {
  await openAs(page, 'looks_reader', `/leaderboards?season=${SEASON}`)
  const pictured = findRow(page, 'Looks_Pictured')
  const circle = '.tabler-icon-user-circle'
  await expect(pictured.locator('img')).toBeVisible()
  await expect(findRow(page, 'looks_unknown').locator(circle)).toBeVisible()

  expectComplaint(/ERR_FAILED/)
  await page.route('**/pictures/looks_pictured.svg', (route) => route.abort())
  // A cached picture would not be requested again.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.reload()
  await expect(pictured.locator(circle)).toBeVisible()
  await expect(pictured.locator('img')).toHaveCount(0)
})

test('a finger can ask what the columns mean', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'looks_reader', `/leaderboards?season=${SEASON}`)
  const meaning = page.getByText('Points per race: total points divided by total races')
  await expect(meaning).toBeHidden()
  await page.getByText('What the columns mean').click()
  await expect(meaning).toBeVisible()
  await expectAccessible(page)
})

test('hostile names are plain text and stay in their cells', async ({ page }) => {
  await openAs(page, 'looks_reader', `/leaderboards?season=${HOSTILE_SEASON}`)
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText(HOSTILE, { useInnerText: false })
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    // A name reverses, moves or covers nothing outside itself.
    expect(await pageWidth(page)).toBe(width)
    const rows = page.getByRole('row').filter({ has: names })
    const points = await Promise.all(
      (await rows.all()).map((row) => row.getByRole('cell').nth(1).boundingBox()),
    )
    expect(new Set(points.map((box) => box?.x)).size).toBe(1)
    const heights = await Promise.all((await rows.all()).map(async (row) => row.boundingBox()))
    // On a phone a long name takes a second line.
    expect(new Set(heights.map((box) => box?.height)).size).toBeLessThanOrEqual(width < 768 ? 2 : 1)
    for (const name of await names.locator('bdi').all()) {
      await expect(name).toHaveCSS('unicode-bidi', 'isolate')
      await expect(name).toHaveCSS('overflow', 'hidden')
    }
    await expect(rows.nth(3).getByRole('cell').nth(1)).toHaveText('997')
  }
  await expectAccessible(page)
})

test('on a phone a row has two lines, and all its figures are in view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, 'looks_reader', `/leaderboards?season=${SEASON}`)
  const row = findRow(page, 'Looks_Pictured')
  await row.scrollIntoViewIfNeeded()
  for (const cell of await row.getByRole('cell').all()) {
    await expect(cell).toBeInViewport({ ratio: 0.99 })
  }
  for (const name of ['Total Points', 'PPR', 'BR HS']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport()
  }
  expect(await pageWidth(page)).toBe(360)
})

test('nothing overlaps or scrolls sideways from a phone to a 4K screen', async ({ page }) => {
  await openAs(page, 'looks_reader', `/leaderboards?season=${SEASON}`)
  await expect(findRow(page, 'looks_unknown')).toBeVisible()
  for (const width of [360, 390, 768, 992, 1440, 2560, 3840]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await pageWidth(page)).toBe(width)
  }
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the board is accessible in both colour schemes, and nothing moves', async ({ page }) => {
    await openAs(page, 'looks_reader', `/leaderboards?season=${SEASON}`)
    await expect(findRow(page, 'looks_unknown')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use light colours' }).click()
    await page.setViewportSize({ width: 360, height: 900 })
    await expectAccessible(page)
    await expect(page.getByRole('table')).toHaveCSS('transition-duration', '0s')
  })
})

test('the first load is at most 200 kB of scripts and styles', async ({ page }) => {
  const loaded = new Map<string, Response>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(?:js|css)$/.test(pathname)) loaded.set(pathname, response)
  })
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  // The page opens its socket once everything has loaded.
  const socket = page.waitForEvent('websocket')
  await openAs(page, 'looks_reader', '/leaderboards')
  await socket

  const sizes = await Promise.all(
    [...loaded].map(async ([path, response]) => {
      const { responseBodySize } = await response.request().sizes()
      expect(response.headers()['content-encoding'] ?? 'gzip', path).toBe('gzip')
      return { path, bytes: responseBodySize }
    }),
  )
  expect(sizes.some(({ path }) => path.endsWith('.css'))).toBe(true)
  for (const { bytes, path } of sizes) expect(bytes, path).toBeGreaterThan(0)
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0)
  test.info().annotations.push({ type: 'first load', description: `${sum} bytes` })
  expect(sum).toBeLessThanOrEqual(BUDGET_BYTES)
})
