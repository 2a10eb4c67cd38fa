/** The public leaderboard: order, search, pages and the address. How it looks: leaderboards-layout.spec.ts. */

import type { Page, Request } from '@playwright/test'
import { uploadBoard } from './boards.ts'
import { expect, type PageClock, test } from './fixtures.ts'
import { hold, watchCalls } from './network.ts'
import { openAs } from './sessions.ts'

/** 23 channels: three pages, the last one not full. */
const BOARD = 41
const SEARCHED = 42
const CHANNELS = Array.from({ length: 23 }, (_, index) => {
  const number = index + 1
  return {
    channel: `lane_${String(number).padStart(2, '0')}`,
    // The second and third have the same points.
    points: 100_000 - 1_000 * (number === 3 ? 2 : number),
    games: 10 + ((number * 7) % 23),
    raceHighScore: 1_000 + ((number * 5) % 23),
    royaleHighScore: 2_000 + ((number * 3) % 23),
  }
})

type Channel = (typeof CHANNELS)[number]

const COLUMNS: Record<string, (channel: Channel) => number> = {
  'Total Points': ({ points }) => points,
  'Total Races': ({ games }) => games,
  PPR: ({ points, games }) => points / games,
  'Race HS': ({ raceHighScore }) => raceHighScore,
  'BR HS': ({ royaleHighScore }) => royaleHighScore,
}

test.beforeAll(async () => {
  await uploadBoard(BOARD, CHANNELS)
  await uploadBoard(SEARCHED, [
    { channel: 'UnderScore_d', points: 300 },
    { channel: 'underscoreXd', points: 200 },
    { channel: 'percent%sign', points: 100 },
  ])
})

const names = (page: Page) => page.getByRole('rowheader')
const header = (page: Page, name: string) => page.getByRole('columnheader', { name })
const sortButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const position = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const lookup = (page: Page) => page.getByLabel('Lookup Channel')

/** The first ten names, sorted by that column. */
const firstTen = (column: string, order: 'highest' | 'lowest') => pageOf(column, order, 1)

/** The names on a page of ten, sorted by that column. */
function pageOf(column: string, order: 'highest' | 'lowest', number: number): string[] {
  const readFigure = COLUMNS[column] ?? (() => 0)
  const ranked = CHANNELS.toSorted(
    (one, other) => readFigure(other) - readFigure(one) || (one.channel < other.channel ? -1 : 1),
  ).map(({ channel }) => channel)
  const ordered = order === 'highest' ? ranked : ranked.reverse()
  return ordered.slice(10 * (number - 1), 10 * number)
}

/** Types a search and waits the second after which it is sent. */
async function search(page: Page, clock: PageClock, text: string): Promise<void> {
  await lookup(page).fill(text)
  await clock.runFor(1_000)
}

function readBody(call: Request | undefined): Record<string, unknown> {
  return call?.postDataJSON() as Record<string, unknown>
}

test('the current season comes first', { tag: '@quick' }, async ({ page }) => {
  const release = await hold(page, '**/api/leaderboard/seasons')
  await openAs(page, 'board_reader', '/leaderboards')
  const season = page.getByLabel('Season')
  await expect(season).toBeDisabled()
  await expect(season.locator('option:checked')).toHaveText('Select a season')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  const calls = watchCalls(page, '/api/leaderboard/')
  release()
  await expect(season.locator('option:checked')).toHaveText('Season 75')
  await expect(page).toHaveURL('/leaderboards')
  await expect(page).toHaveTitle('Rollcall - Leaderboards')
  await expect
    .poll(() => readBody(calls[0]))
    .toEqual({
      channel: '',
      season: 75,
      page: 1,
      limit: 10,
      sortBy: 'Total Points',
      sortOrder: 'DESC',
    })
})

test('every column sorts, and only the active one reverses the order', async ({ page }) => {
  await openAs(page, 'board_reader', `/leaderboards?season=${BOARD}`)
  await expect(header(page, 'Total Points')).toHaveAttribute('aria-sort', 'descending')
  await expect(names(page)).toHaveText(firstTen('Total Points', 'highest'))

  const columns = Object.keys(COLUMNS)
  // The active column comes last; each of the others is new, and starts with the highest.
  for (const column of [...columns.slice(1), 'Total Points']) {
    await sortButton(page, column).click()
    await expect(header(page, column)).toHaveAttribute('aria-sort', 'descending')
    await expect(names(page)).toHaveText(firstTen(column, 'highest'))
    await expect(sortButton(page, column).locator('.tabler-icon-arrow-down')).toBeVisible()
    await expect(page.locator('th[aria-sort]')).toHaveCount(1)

    await sortButton(page, column).click()
    await expect(header(page, column)).toHaveAttribute('aria-sort', 'ascending')
    await expect(names(page)).toHaveText(firstTen(column, 'lowest'))
    await expect(sortButton(page, column).locator('.tabler-icon-arrow-up')).toBeVisible()
    for (const other of columns.filter((it) => it !== column)) {
      await expect(sortButton(page, other).locator('svg')).toBeHidden()
    }
  }
  await sortButton(page, 'Total Points').click()
  await expect(header(page, 'Total Points')).toHaveAttribute('aria-sort', 'descending')
  await expect(header(page, 'Rank').getByRole('button')).toHaveCount(0)
  await expect(header(page, 'Channel').getByRole('button')).toHaveCount(0)
})

test('the search is sent after one second without typing', async ({ page, clock }) => {
  await clock.install()
  await openAs(page, 'board_reader', `/leaderboards?season=${BOARD}&page=2`)
  await expect(names(page)).toHaveCount(10)
  await clock.pause()
  const calls = watchCalls(page, '/api/leaderboard/')
  // The page may refresh at any time, but with the search that is shown.
  const searches = () => new Set(calls.map((call) => readBody(call).channel || 'nothing'))

  await lookup(page).pressSequentially('lane_1')
  await clock.runFor(999)
  await lookup(page).press('9')
  await clock.runFor(999)
  expect(searches()).not.toContain('lane_1')
  expect(searches()).not.toContain('lane_19')
  await clock.runFor(1)
  await expect.poll(searches).toContain('lane_19')
  const search = calls.find((call) => readBody(call).channel === 'lane_19')
  expect(readBody(search)).toMatchObject({ page: 1, season: BOARD })

  await clock.resume()
  await expect(names(page)).toHaveText(['lane_19'])
  await expect(page).toHaveURL(`/leaderboards?season=${BOARD}&channel=lane_19`)
  expect(searches()).not.toContain('lane_1')
})

test('a search is taken literally', async ({ page, clock }) => {
  await clock.install()
  await openAs(page, 'board_reader', `/leaderboards?season=${SEARCHED}`)
  await expect(names(page)).toHaveText(['UnderScore_d', 'underscoreXd', 'percent%sign'])
  await search(page, clock, '  e_d ')
  await expect(names(page)).toHaveText(['UnderScore_d'])
  await search(page, clock, 'u%d')
  await expect(page.getByRole('cell', { name: 'No data found' })).toBeVisible()
  await expect(position(page)).toContainText('Page 1 of 1')
  await page.getByRole('button', { name: 'Clear channel' }).click()
  await clock.runFor(1_000)
  await expect(names(page)).toHaveCount(3)
  await expect(page).toHaveURL(`/leaderboards?season=${SEARCHED}`)
})

test('pages turn, and every page has ten rows', async ({ page }) => {
  await openAs(page, 'board_reader', `/leaderboards?season=${BOARD}`)
  const previous = page.getByRole('button', { name: 'Previous' })
  const next = page.getByRole('button', { name: 'Next' })
  const rows = page.locator('tbody tr')
  await expect(position(page)).toContainText('Page 1 of 3')
  await expect(previous).toBeDisabled()
  const seen = await names(page).allTextContents()
  for (const [number, count] of [
    [2, 10],
    [3, 3],
  ]) {
    await next.click()
    await expect(position(page)).toContainText(`Page ${number} of 3`)
    await expect(names(page).first()).toHaveText(`lane_${number === 2 ? 11 : 21}`)
    await expect(names(page)).toHaveCount(count ?? 0)
    await expect(rows).toHaveCount(10)
    seen.push(...(await names(page).allTextContents()))
  }
  expect(seen).toEqual(CHANNELS.map(({ channel }) => channel))
  await expect(next).toBeDisabled()
  await previous.click()
  await expect(position(page)).toContainText('Page 2 of 3')
  await expect(next).toBeEnabled()
})

test('another season, search or order starts at page 1', async ({ page, clock }) => {
  await clock.install()
  await openAs(page, 'board_reader', `/leaderboards?season=${BOARD}&page=3`)
  await expect(position(page)).toContainText('Page 3 of 3')
  await sortButton(page, 'Race HS').click()
  await expect(position(page)).toContainText('Page 1 of 3')

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(position(page)).toContainText('Page 2 of 3')
  await search(page, clock, 'lane')
  await expect(position(page)).toContainText('Page 1 of 3')

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(position(page)).toContainText('Page 2 of 3')
  await page.getByLabel('Season').selectOption(`Season ${SEARCHED}`)
  await expect(position(page)).toContainText('Page 1 of 1')
  await expect(page).toHaveURL(`/leaderboards?season=${SEARCHED}&channel=lane&sort=race-hs`)
})

test('the address keeps the view: reload, link and Back', async ({ page, context, clock }) => {
  await clock.install()
  await openAs(page, 'board_reader', '/leaderboards')
  await page.getByLabel('Season').selectOption(`Season ${BOARD}`)
  await expect(position(page)).toContainText('Page 1 of 3')
  for (const order of ['descending', 'ascending']) {
    await sortButton(page, 'PPR').click()
    await expect(header(page, 'PPR')).toHaveAttribute('aria-sort', order)
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(position(page)).toContainText('Page 2 of 3')
  const shown = pageOf('PPR', 'lowest', 2)
  await expect(names(page)).toHaveText(shown)

  await page.reload()
  await expect(names(page)).toHaveText(shown)
  const copy = await context.newPage()
  await copy.goto(page.url())
  await expect(names(copy)).toHaveText(shown)
  await expect(position(copy)).toContainText('Page 2 of 3')
  await expect(header(copy, 'PPR')).toHaveAttribute('aria-sort', 'ascending')

  await search(page, clock, 'lane_2')
  await expect(names(page)).toHaveCount(4)
  await page.goBack()
  await expect(names(page)).toHaveText(shown)
  await expect(lookup(page)).toHaveValue('')
  await page.goBack()
  await expect(names(page)).toHaveText(firstTen('PPR', 'lowest'))
  await page.goBack()
  await expect(header(page, 'PPR')).toHaveAttribute('aria-sort', 'descending')
  await page.goForward()
  await expect(header(page, 'PPR')).toHaveAttribute('aria-sort', 'ascending')
})

test('a page beyond the last one leads back', async ({ page }) => {
  await openAs(page, 'board_reader', `/leaderboards?season=${BOARD}&page=99`)
  await expect(page.getByRole('cell', { name: 'No data found' })).toBeVisible()
  await expect(position(page)).toContainText('Page 99 of 3')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(page.getByText('This leaderboard has only 3 pages.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the last page' }).click()
  await expect(position(page)).toContainText('Page 3 of 3')
  await expect(names(page)).toHaveCount(3)
  await page.goBack()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(position(page)).toContainText('Page 3 of 3')
})

test('a season that does not exist says so, and leads to the current one', async ({ page }) => {
  await openAs(page, 'board_reader', '/leaderboards?season=999')
  await expect(page.getByText('There is no leaderboard for season 999.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Season 75' }).click()
  await expect(page).toHaveURL('/leaderboards')
})

test('a streamer finds their own channel from every page and order', async ({ page }) => {
  await openAs(page, 'lane_21', `/leaderboards?season=${BOARD}&channel=lane_0`)
  await expect(names(page)).toHaveCount(9)
  const mine = page.getByRole('region', { name: 'My rank' })
  await expect(mine).toContainText('21')
  await expect(mine).toContainText('79,000')
  const ownRow = page.locator('tr[aria-current]')
  await expect(ownRow).toHaveCount(0)
  await page.getByRole('button', { name: 'Go to my rank' }).click()
  await expect(position(page)).toContainText('Page 3 of 3')
  await expect(lookup(page)).toHaveValue('')
  await expect(ownRow.getByRole('rowheader')).toHaveText('lane_21')
  await expect(ownRow).toBeInViewport()
  await expect(ownRow).toBeFocused()
  const go = page.getByRole('button', { name: 'Go to my rank' })
  // The row is in view; once it is scrolled away, the button is back.
  await expect(go).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 320 })
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expect(go).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })

  const release = await hold(page, '**/api/leaderboard/own*')
  await sortButton(page, 'PPR').click()
  await expect(header(page, 'PPR')).toHaveAttribute('aria-sort', 'descending')
  await expect(position(page)).toContainText('Page 1 of 3')
  // In the new order the row may be on another page.
  await expect(go).toBeDisabled()
  release()
  await expect(go).toBeEnabled()
  await go.click()
  await expect(ownRow.getByRole('rowheader')).toHaveText('lane_21')
  await expect(ownRow).toBeFocused()
})

test('the report buttons of a page are one Tab stop', async ({ page }) => {
  await openAs(page, 'board_reader', `/leaderboards?season=${BOARD}`)
  const report = (name: string) => page.getByRole('button', { name: `Report ${name}` })
  await expect(report('lane_10')).toBeAttached()
  await page.getByRole('rowheader').getByRole('link', { name: 'lane_01' }).focus()
  await page.keyboard.press('Tab')
  await expect(report('lane_01')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(report('lane_03')).toBeFocused()
  await page.keyboard.press('End')
  await expect(report('lane_10')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByText('What the columns mean')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
})
