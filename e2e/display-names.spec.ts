/** Racers have the game's display names and colours wherever viewers look. */
import type { Page } from '@playwright/test'
import { MAX_START_RANK } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { dayFromNow } from './days.ts'
import { createEvent, raceNow, signInStreamer } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { FULL_HD } from './show-pages.ts'

const NAMES = ['Quartzina', '琴音のマーブル', 'سلمى الرخام', 'x'.repeat(300)]
const GREEN = '00C853FF'
/** A marble of that hue. */
const GREEN_GLASS = 'hsl(145 62% 50%)'

const names = (page: Page) => page.locator('li bdi').filter({ hasText: /./ })
const greenMarbles = (page: Page) => page.locator(`li svg circle[fill="${GREEN_GLASS}"]`)

test('display names and colours are on board, stage, public page and overlays', async ({
  page,
}) => {
  const host = await signInStreamer('names_host')
  await raceNow(
    host,
    NAMES.map((name, index) => ({
      login: index === 0 ? 'quartzina' : `racer_${index}`,
      name,
      color: index === 0 ? GREEN : 'FFFFFFFF',
    })),
  )
  const days = { startDate: dayFromNow(-1), endDate: dayFromNow(1) }
  const eventId = await createEvent([host], 'Cup of names', days)
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const token = (of: 'public' | 'overlay') =>
    client.call<{ publicToken: string; overlayToken: string }>(`${control}/token`, host.session, {
      of,
    })
  await client.call(`${control}/settings`, host.session, { isPublic: true }, 'PUT')
  await token('public')
  const { publicToken, overlayToken } = await token('overlay')
  const { token: channelToken } = await client.call<{ token: string }>(
    '/api/show/own-channel',
    host.session,
    undefined,
    'POST',
  )
  const move = async (next: object) => {
    const room = () => client.call<{ version: number; waitMs: number }>(control, host.session)
    await expect.poll(async () => (await room()).waitMs).toBe(0)
    const { version } = await room()
    await client.call(`${control}/move`, host.session, { version, move: next })
  }

  await page.setViewportSize(FULL_HD)
  await page.goto(`/overlay/c/${channelToken}?board=season`)
  await expect(names(page)).toHaveText(NAMES)
  await expect(greenMarbles(page)).toHaveCount(1)
  await move({ kind: 'start', phase: 'live', startRank: MAX_START_RANK })
  await move({ kind: 'podium' })
  await openAs(page, 'names_host', `/stage/${eventId}`)
  await expect(page.getByRole('list', { name: 'Podium' })).toContainText('Quartzina')
  await expect(greenMarbles(page)).toHaveCount(1)
  await move({ kind: 'finish' })

  await page.goto(`/overlay/e/${overlayToken}?rows=4`)
  await expect(names(page)).toHaveText(NAMES)
  await page.goto(`/e/${publicToken}`)
  const board = page.getByRole('list', { name: 'The whole board' })
  // Viewers' pages are later than the stage.
  await expect(board.locator('bdi')).toHaveText(NAMES)
  await page.getByRole('textbox', { name: 'Find a racer' }).fill('QUARTZ')
  const found = page.getByRole('region', { name: 'Place of Quartzina' })
  await expect(found.locator('bdi')).toContainText(['Quartzina'])
  await expect(greenMarbles(page)).toHaveCount(3)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/my-events/view-leaderboard/${eventId}`)
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page.getByRole('rowheader').locator('bdi')).toHaveText(NAMES)
  await expect(page.getByRole('button', { name: 'Report Quartzina' })).toBeAttached()
  await expect(page.locator(`tr circle[fill="${GREEN_GLASS}"]`)).toHaveCount(1)
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect(isWider).toBe(false)
})
