/** What a page has said or shown once, it keeps: counts of pages, places, ranks, words and formats. */
import type { Locator, Page } from '@playwright/test'
import { RECEIPTS_A_PAGE } from '@rollcall/contract/uploads-mine'
import { uploadBoard } from './boards.ts'
import { callAs, findStandard } from './configurations.ts'
import { open, uploadRacer } from './dashboard-racer.ts'
import { dayFromNow } from './days.ts'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { changeAnswer, faults } from './network.ts'
import { openAs, openAsAdmin } from './sessions.ts'

const SEASON = 49
const BOARD = `/leaderboards?season=${SEASON}`
const PHONE = { width: 390, height: 844 }

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return box
}

test.describe('the leaderboard', () => {
  test.beforeAll(() =>
    uploadBoard(
      SEASON,
      Array.from({ length: 25 }, (_, index) => ({
        channel: `promised_channel_${String(index).padStart(2, '0')}`,
        racers: [{ name: 'promised_racer', racePoints: 1000 - index }],
      })),
    ),
  )

  test('keeps its number of pages when one of them fails', async ({ page, expectComplaint }) => {
    expectComplaint(faults['status 500'].complaint)
    await openAs(page, 'promise_reader', BOARD)
    await expect(page.getByText('Page 1 of 3')).toBeVisible()
    await page.route('**/api/leaderboard/', async (route) => {
      const { page: asked } = route.request().postDataJSON()
      await (asked === 2 ? faults['status 500'].answer(route) : route.fallback())
    })
    const next = page.getByRole('button', { name: 'Next', exact: true })
    await next.click()
    await expect(page.getByRole('alert')).toContainText('Error loading leaderboard data')
    await expect(page.getByText('Page 2 of 3')).toBeVisible()
    await next.click()
    await expect(page.getByText('Page 3 of 3')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  for (const [name, address, call, told] of [
    ['Past events', '/events', '**/api/events/public?*', { totalPages: 3 }],
    ['Receipts', '/my-uploads', '**/api/uploads/receipts?*', { total: 3 * RECEIPTS_A_PAGE }],
    ['Weeks and months', `/seasons/${SEASON}`, '**/api/seasons/*/days?*', { totalPages: 3 }],
    ['Users', '/admin/user-reports', '**/api/admin/users?*', { totalPages: 3 }],
  ] as const) {
    test(`so does the list '${name}'`, async ({ page, expectComplaint }) => {
      expectComplaint(faults['status 500'].complaint)
      await page.route(call, async (route) => {
        if (/[?&]page=2\b/.test(route.request().url())) return faults['status 500'].answer(route)
        const response = await route.fetch()
        return route.fulfill({ response, json: { ...(await response.json()), ...told } })
      })
      await openAsAdmin(page, address)
      const list = page.getByRole('region', { name, exact: true })
      const next = list.getByRole('button', { name: 'Next', exact: true })
      await next.click()
      await expect(page.getByRole('alert')).toContainText('status: 500')
      await expect(list.getByText('Page 2 of 3')).toBeVisible()
      const third = page.waitForResponse(/[?&]page=3\b/)
      await next.click()
      await third
      await expect(list.getByText('Page 3 of 3')).toBeVisible()
      await expect(page.getByRole('alert')).toBeHidden()
    })
  }

  test('opens what to share where its summary is', async ({ page }) => {
    await openAs(page, 'promise_reader', BOARD)
    const summary = page.getByText('Share, embed or download this leaderboard')
    await summary.scrollIntoViewIfNeeded()
    const before = await boxOf(summary)
    await summary.click()
    await expect(page.getByRole('button', { name: /Download/ }).first()).toBeVisible()
    expect((await boxOf(summary)).y).toBeCloseTo(before.y, 0)
  })

  test('offers no report of one’s own row, and shows whole names on a phone', async ({ page }) => {
    await openAs(page, 'promised_channel_03', BOARD)
    const reports = page.getByRole('button', { name: /^Report promised_channel/ })
    await expect(reports).toHaveCount(9)
    await expect(page.getByRole('button', { name: 'Report promised_channel_03' })).toHaveCount(0)
    await page.setViewportSize(PHONE)
    const names = page.getByRole('table').getByText(/^promised_channel_/)
    await expect(names).toHaveCount(10)
    expect(
      await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth)),
    ).toEqual([])
  })
})

test('offers no report of one’s own row in an event, in any Unicode form, but of a namesake’s', async ({
  page,
}) => {
  const host = await signInStreamer('namesake_host')
  const event = await createEvent([host], 'Namesake Cup')
  const own = { name: 'promised_j\u00falia', points: 0 }
  await uploadStanding(host, event, [...ladder(11, 'promised'), own])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [platform, count] of [
    ['twitch', 0],
    ['kick', 1],
  ] as const) {
    await changeAnswer<object>(page, '**/api/user', (user) => ({
      ...user,
      ...{ username: own.name.normalize('NFD'), platform },
    }))
    await openAs(page, host.name, `/my-events/view-leaderboard/${event}?streamer=all`)
    await page.getByRole('button', { name: 'Start Reveal' }).click()
    await expect(page.getByRole('button', { name: /^Report promised_11/ })).toBeAttached()
    await expect(page.getByRole('button', { name: `Report ${own.name}` })).toHaveCount(count)
  }
})

test.describe('the dashboard', () => {
  test.beforeAll(uploadRacer)

  test('shows numbers of a game mode that it does not know, and averages with two decimals', async ({
    page,
  }) => {
    await changeAnswer<{ widgets: object[] }>(page, '**/api/dashboard/lifetime-stats', (stats) => ({
      ...stats,
      widgets: [
        ...stats.widgets.map((widget) =>
          'key' in widget && widget.key === 'points-per-race'
            ? { ...widget, value: 203.6 }
            : widget,
        ),
        { label: 'Laps flown', value: 12, raceType: 'flight' },
      ],
    }))
    await open(page, '/dashboard/lifetime')
    await expect(page.getByRole('region', { name: 'Other games' })).toContainText('Laps flown12')
    await expect(page.getByRole('region', { name: 'Races', exact: true })).toContainText('203.60')
  })

  test('shows graphs in the order of the document, and no size container within another', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, '/dashboard/lifetime')
    const graphs = page.getByRole('region', { name: 'Graphs' })
    await graphs
      .getByRole('button', { name: /^Enlarge/ })
      .last()
      .click()
    await expect(graphs.getByRole('button', { pressed: true })).toBeVisible()
    const places = await graphs.locator('> section').evaluateAll((all) =>
      all.map((graph) => {
        const { top, left } = graph.getBoundingClientRect()
        return Math.round(top) * 10_000 + Math.round(left)
      }),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    // Chromium forgets to draw the text of an inner one after a picture of the whole page.
    const nested = await page.evaluate(() => {
      const isContainer = (part: Element) => getComputedStyle(part).containerType !== 'normal'
      const all = [...document.querySelectorAll('main *')].filter(isContainer)
      return all.filter((inner) => all.some((outer) => outer !== inner && outer.contains(inner)))
        .length
    })
    expect(nested).toBe(0)
  })
})

test('counts are said as one says them', async ({ page }) => {
  await uploadRacer()
  await open(page, '/dashboard/channel')
  await page.getByRole('button', { name: 'Sort by Most Wins' }).click()
  await expect(page.getByText(/^1 win$/).first()).toBeVisible()
  await expect(page.getByText(/^1 wins$/)).toHaveCount(0)
  await changeAnswer<object>(page, '**/api/admin/season', (state) => ({
    ...state,
    runningEvents: 0,
  }))
  await openAsAdmin(page, '/admin/update-rollcall-settings')
  await page.getByLabel('Season', { exact: true }).fill('76')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('next check')
  await expect(question).not.toContainText('running')
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test('a hint that comes while somebody types leaves the field where it is', async ({ page }) => {
  await openAsAdmin(page, '/admin/update-rollcall-settings')
  const season = page.getByLabel('Season', { exact: true })
  const before = await boxOf(season)
  await season.fill('90')
  await expect(season).toHaveAccessibleDescription(/./)
  expect((await boxOf(season)).y).toBe(before.y)
})

const DRY_HOST = { platform: 'twitch', login: 'dry_host' }

test('a result without points is no victory', async ({ page }) => {
  await changeAnswer(page, '**/api/events/my-results*', () => ({
    results: [
      {
        ...{ id: 9, name: 'Dry Cup', startAt: '2026-09-14', endAt: '2026-09-14' },
        ...{ startsAt: '2026-09-14T00:00:00Z', endsAt: '2026-09-15T00:00:00Z' },
        ...{
          creator: { username: 'dry_host' },
          creatorPage: DRY_HOST,
          publicToken: null,
        },
        ...{ rank: 1, of: 69, points: 0, hasDecimals: false, adjustments: [] },
      },
    ],
    totalPages: 1,
  }))
  await openAs(page, 'dry_racer', '/my-events')
  const results = page.getByRole('region', { name: 'My results' })
  await expect(results).toContainText('No points, among 69 racers')
  await expect(results).not.toContainText('1st')
})

test('a new name is said as the server has it', async ({ page }) => {
  const host = await signInStreamer('renaming_host')
  const { series } = await makeSeries(host)
  await openAs(page, 'renaming_host', `/my-events/manage-series/${series}`)
  await changeAnswer(page, '**/api/events/update-event-series/*', () => ({ name: 'Tidy League' }))
  await page.getByRole('button', { name: 'Edit Series' }).click()
  await page.getByLabel('Event Series Name').fill('tidy  league')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Tidy League' })).toBeVisible()
})

test('arrows point to where cards go: across on a desktop, down on a phone', async ({ page }) => {
  const host = await signInStreamer('arrow_host')
  const { series } = await makeSeries(host)
  await openAs(page, 'arrow_host', `/my-events/manage-series/${series}`)
  const arrow = page.getByRole('button', { name: 'Move Second earlier' }).locator('svg')
  const turned = () => arrow.evaluate((svg) => getComputedStyle(svg).rotate)
  for (const [width, isBelow] of [
    [1440, false],
    [390, true],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    const [first, second] = await Promise.all(
      ['First', 'Second'].map((name) => boxOf(page.getByRole('article', { name }))),
    )
    expect((second?.y ?? 0) > (first?.y ?? 0)).toBe(isBelow)
    expect(await turned()).toBe(isBelow ? '90deg' : 'none')
  }
})

test('a refusal says what was refused, and what cannot be changed looks so', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/403/)
  await page.route('**/api/events/leaderboard-config', (route) =>
    route.fulfill({ status: 403, body: 'The proxy says no.' }),
  )
  await openAs(page, 'refused_saver', '/new-leaderboard-config')
  await page.getByLabel('Leaderboard Name').fill('Refused')
  await page.getByLabel('Racing').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('You do not have permission to do this.')

  const standard = await findStandard((await signInStreamer('refused_saver')).session)
  await page.goto(`/manage-leaderboard-config/${standard}`)
  const place = page.getByLabel('Position 1', { exact: true })
  await expect(place).toBeDisabled()
  const groundOf = (part: Locator) => part.evaluate((it) => getComputedStyle(it).backgroundColor)
  expect(await groundOf(place)).toBe(await groundOf(page.getByLabel('Leaderboard Name')))
})

test('the login is in the middle, and patch notes come before the setup on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/login')
  const login = page.getByRole('button', { name: /^Login With/ })
  await expect(login).toBeVisible()
  const parts = await boxOf(page.locator('main section').last())
  const { x: left } = await boxOf(page.locator('main section').first())
  expect(Math.abs(left - (1440 - parts.x - parts.width))).toBeLessThan(32)

  await page.setViewportSize(PHONE)
  await openAs(page, 'note_reader', '/download')
  const notes = await boxOf(page.getByRole('region', { name: 'Patch Notes' }))
  const setup = await boxOf(page.getByRole('region', { name: 'Companions' }))
  expect(notes.y).toBeLessThan(setup.y)
})

test('links back say where they lead', async ({ page }) => {
  const host = await signInStreamer('way_host')
  const event = await createEvent([host], 'Way Cup', {
    startDate: dayFromNow(1),
    endDate: dayFromNow(2),
  })
  for (const [path, label] of [
    ['/my-events/create', 'Back to My Events'],
    [`/my-events/view-leaderboard/${event}`, 'Back to My Events'],
    [`/my-events/control/${event}`, 'Back to My Events'],
    [`/my-events/manage/${event}`, 'Back'],
    ['/new-leaderboard-config', 'Go Back to Event Lists'],
  ] as const) {
    await openAs(page, 'way_host', path)
    await expect(backLink(page, label), path).toBeVisible()
  }
})

const backLink = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link', { name: label, exact: true })

async function makeSeries({ id, session }: Awaited<ReturnType<typeof signInStreamer>>) {
  const leaderboard = await findStandard(session)
  const days = { startDate: dayFromNow(3), endDate: dayFromNow(4) }
  await callAs(session, {
    method: 'POST',
    path: '/api/events/createEventSeries',
    body: {
      seriesName: 'League',
      events: ['First', 'Second'].map((name) => ({
        ...{ name, ...days, participants: [id], leaderboard },
      })),
    },
  })
  const { eventSeries } = await callAs<{ eventSeries: { id: number }[] }>(session, {
    method: 'GET',
    path: '/api/events/getAll',
  })
  return { series: eventSeries[0]?.id ?? 0 }
}
