/** The reveal for the first person who ever signed in, whose user id is the number of a page. On a server of its own. */
import type { Page } from '@playwright/test'
import { MAX_START_RANK } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, type PageClock, test } from './fixtures.ts'
import { openAs, originUnderTest, useServer } from './sessions.ts'
import { type RunningRollcall, startRollcall } from './start-server.ts'

const FIRST = 'first_caster'
const board = ladder(14)
/** Longer than the slowest blur. */
const BLUR_MS = 4_500

let server: RunningRollcall
let leaveServer: () => void
let eventId: number
test.beforeAll(async () => {
  server = await startRollcall('first-user', {})
  leaveServer = useServer(server.origin)
  const first = await signInStreamer(FIRST)
  expect(first.id).toBe(1)
  const guest = await signInStreamer('second_caster')
  eventId = await createEvent([first, guest], 'The First Cup')
  await uploadStanding(first, eventId, board)
  await uploadStanding(guest, eventId, ladder(12, 'guest'))
})
test.afterAll(async () => {
  leaveServer?.()
  await server?.stop()
})
// Known only once the server runs.
test.use({ baseURL: ({ browserName: _ }, use) => use(server?.origin ?? '') })

const path = () => `/my-events/view-leaderboard/${eventId}`
const revealButton = (page: Page) =>
  page.getByRole('button', { name: /^(Start Reveal|Reveal Rank \d+|Show Podium)$/ })
const shownNames = (page: Page) => page.getByRole('rowheader').locator('bdi')
const podium = (page: Page) => page.getByRole('dialog', { name: 'Top 3 Racers' })
const ownBoard = (page: Page) => page.getByLabel('Streamer').locator('option:checked')

async function expectWholeBoard(page: Page): Promise<void> {
  await expect(ownBoard(page)).toHaveText(FIRST)
  await expect(shownNames(page)).toHaveText(board.map(({ name }) => name))
  await expect(revealButton(page)).toHaveText('Show Podium')
}

async function revealToTheEnd(page: Page, clock: PageClock): Promise<void> {
  await openAs(page, FIRST, path())
  await expect(ownBoard(page)).toHaveText(FIRST)
  const button = revealButton(page)
  for (const next of [...Array.from({ length: 10 }, (_, i) => `Reveal Rank ${10 - i}`), '']) {
    await button.press('Enter')
    await clock.runFor(BLUR_MS)
    if (next !== '') await expect(button).toHaveText(next)
  }
  await expectWholeBoard(page)
  await button.press('Enter')
  await expect(podium(page).locator('ol > li').first()).toContainText(board[0]?.name ?? '')
  await clock.runFor(BLUR_MS)
  await podium(page).getByRole('button', { name: 'Close' }).click()
  await expect(podium(page)).toBeHidden()
  await expectWholeBoard(page)

  await page.getByRole('link', { name: 'Back to My Events' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Events')
  await page.goBack()
  await expect(ownBoard(page)).toHaveText(FIRST)
  await expect(button).toHaveText('Start Reveal')
  await expect(shownNames(page)).toHaveCount(0)
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the reveal keeps to the own board, with motion: ${reducedMotion}`, async ({
    page,
    clock,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await clock.install()
    await revealToTheEnd(page, clock)
  })
}

test('so does what shows all results at once', async ({ page }) => {
  const client = openApiClient(originUnderTest())
  const session = await client.signIn(FIRST)
  const control = `/api/show/control/${eventId}`
  for (const move of [
    // From a rank that nobody has, so that nothing blurs.
    { kind: 'start', phase: 'live', startRank: MAX_START_RANK },
    { kind: 'finish' },
  ]) {
    const { version } = await client.call<{ version: number }>(control, session)
    await client.call(`${control}/move`, session, { version, move })
  }
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await openAs(page, FIRST, path())
    await expect(ownBoard(page)).toHaveText(FIRST)
    await page.getByRole('button', { name: 'Show results' }).click()
    await expectWholeBoard(page)
    await revealButton(page).click()
    await expect(podium(page).locator('ol > li').first()).toContainText(board[0]?.name ?? '')
    await page.keyboard.press('Escape')
    await expectWholeBoard(page)
  }
})
