/** Nothing jumps while answers arrive, on any page. */
import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { uploadBoard } from './boards.ts'
import { listPages, makeSite, type Site } from './every-page.ts'
import { expect, test } from './fixtures.ts'
import { listMoved, watchShifts } from './layout-shifts.ts'
import { hold } from './network.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { PHONE } from './show-pages.ts'
import { ADMIN } from './start-server.ts'

const MAX_PAGE_SHIFT = 0.02
/** Only one streamer is on its board, so nobody else's journey shares a rank there. */
const LONELY_SEASON = 58
/** Four streamers lead it together. */
const SHARED_SEASON = 57
let site: Site

test.beforeAll(async () => {
  site = await makeSite('shift')
  const racers = [{ name: site.racer, racePoints: 900, royalePoints: 120 }]
  await uploadBoard(LONELY_SEASON, [{ channel: site.channel, points: 4_000, racers }])
  await uploadBoard(
    SHARED_SEASON,
    Array.from({ length: 12 }, (_, index) => ({
      channel: index === 0 ? site.channel : `shift_${index}`,
      points: index < 4 ? 4_000 : 100,
      racers,
    })),
  )
  await openApiClient(originUnderTest()).call('/api/show/own-channel', site.host.session, {})
})

/** Until nothing says that it is loading. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expect(
    page.locator('.mantine-Skeleton-root, [data-waiting], [aria-busy="true"]'),
  ).toHaveCount(0)
}

/** They lead somewhere else at once; what is counted for the luckiest would be shown to other journeys for minutes. */
const LEFT_OUT = /^\/(logout|auth\/callback|luck$)/

/** By who opens them; null: a stranger. */
type Visits = readonly (readonly [as: string | null, paths: string[]])[]

const listBoards = () => [
  `/leaderboards?season=${LONELY_SEASON}`,
  `/leaderboards?season=${SHARED_SEASON}`,
]

async function listVisits(): Promise<Visits> {
  const pages = (await listPages(site)).filter(({ address }) => !LEFT_OUT.test(address))
  const addresses = pages.map(({ address }) => address)
  const isOfAdmins = (address: string) => address.startsWith('/admin/')
  return [
    [null, pages.filter(({ isForEverybody }) => isForEverybody).map(({ address }) => address)],
    [
      site.channel,
      [
        ...addresses.filter((address) => !isOfAdmins(address) && address !== '/login'),
        ...listBoards(),
      ],
    ],
    [site.racer, addresses.filter((address) => /^\/(dashboard|r|c)(\/|$)/.test(address))],
    [ADMIN, addresses.filter(isOfAdmins)],
  ]
}

for (const [device, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', PHONE],
] as const) {
  test(`nothing jumps while pages load on ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    // Games of other journeys move rows of boards that are open; that is no page that jumps while it loads.
    await page.routeWebSocket('**/api/live?*', () => undefined)
    const totalShift = await watchShifts(page)
    for (const [as, paths] of await listVisits()) {
      if (as !== null) {
        await openAs(page, as, '/maps')
        await expectLoaded(page)
      }
      for (const path of paths) {
        const release = await hold(page, /\/api\/(?!live|auth\/site)/)
        await page.goto(path)
        await expect(page.getByText('Loading...').or(page.locator('h1')).first()).toBeVisible()
        release()
        await expectLoaded(page)
        const shift = await totalShift()
        const moved = shift > MAX_PAGE_SHIFT ? await listMoved(page) : ''
        expect.soft(shift, `${path} as ${as} ${moved}`).toBeLessThanOrEqual(MAX_PAGE_SHIFT)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    }
  })
}
