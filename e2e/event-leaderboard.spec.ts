/** The event leaderboard: choosing a board, the reveal rank by rank, the podium, the details. */
import type { Page } from '@playwright/test'
import { MAX_START_RANK } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { blurDurationMs } from '@rollcall/scoring/reveal'
import {
  createEvent,
  ladder,
  type Racer,
  signInStreamer,
  uploadRace,
  uploadStanding,
} from './event-boards.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  type PageClock,
  test,
} from './fixtures.ts'
import { watchCalls } from './network.ts'
import { openAs, originUnderTest } from './sessions.ts'

const boardPath = (eventId: number, search = '') =>
  `/my-events/view-leaderboard/${eventId}${search}`
const revealButton = (page: Page) =>
  page.getByRole('button', { name: /^(Start Reveal|Reveal Rank \d+|Show Podium)$/ })
const racers = (page: Page) => page.getByRole('rowheader')
/** The readable names; a hidden row has none. */
const shownNames = (page: Page) => racers(page).locator('bdi')
const podium = (page: Page) => page.getByRole('dialog', { name: 'Top 3 Racers' })
const streamerSelector = (page: Page) => page.getByLabel('Streamer')

/** Makes an event of one streamer with these racers. */
async function createEventWith(streamer: string, board: readonly Racer[]): Promise<number> {
  const caster = await signInStreamer(streamer)
  const eventId = await createEvent([caster], `Cup of ${streamer}`)
  await uploadStanding(caster, eventId, board)
  return eventId
}

/** The longest time that a blur takes to clear. */
const BLUR_MS = 4_500

/** Reveals every rank, until the podium is next. */
async function revealAll(page: Page, clock: PageClock): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const button = revealButton(page)
  while ((await button.textContent()) !== 'Show Podium') {
    const label = (await button.textContent()) ?? ''
    await button.press('Enter')
    await clock.runFor(BLUR_MS)
    await expect(button).not.toHaveText(label)
  }
}

test('the reveal goes from rank 11 to the podium', { tag: '@quick' }, async ({ page, clock }) => {
  await clock.install()
  const board = ladder(14)
  const eventId = await createEventWith('reveal_whole', board)
  // High enough for all rows to be drawn.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openAs(page, 'reveal_whole', boardPath(eventId))
  const button = revealButton(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event Leaderboard')
  await expect(button).toHaveText('Start Reveal')
  await expect(racers(page)).toHaveCount(14)
  // The page contains no hidden result anywhere, not even in its source.
  const content = await page.content()
  expect(content).toContain('•'.repeat(20))
  for (const { name, points } of board) {
    expect(content).not.toContain(name)
    expect(content).not.toContain(`>${points}<`)
  }

  await expectAccessible(page)

  // From here on the journey controls the time and the blurs.
  await clock.pause()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Animation.enable')
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const durations = () =>
    racers(page)
      .first()
      .evaluate((cell) =>
        cell.getAnimations({ subtree: true }).map((it) => it.effect?.getTiming().duration),
      )
  await button.focus()
  await page.keyboard.press('Space')
  /** Nothing of a newly uncovered row is in the page until its blur has cleared. */
  async function expectBlurred(rank: number): Promise<void> {
    await expect(button).toHaveAttribute('aria-disabled')
    await clock.runFor(blurDurationMs(rank) - 100)
    const { name = '', points = 0 } = board[rank - 1] ?? {}
    const blurred = await page.content()
    expect(blurred).not.toContain(name)
    expect(blurred).not.toContain(points.toFixed(2))
    await expect(shownNames(page)).toHaveCount(rank < 11 ? 14 - rank : 0)
    await expect(page.getByRole('status').filter({ hasText: `Rank ${rank}` })).toHaveCount(0)
    await clock.runFor(100)
  }
  await expectBlurred(11)
  await expect(shownNames(page)).toHaveText(board.slice(10).map(({ name }) => name))
  await expect(page.getByRole('status').filter({ hasText: 'Rank 11' })).toBeAttached()

  for (let rank = 10; rank >= 1; rank -= 1) {
    await clock.runFor(BLUR_MS)
    await expect(button).toHaveText(`Reveal Rank ${rank}`)
    const isStill = rank > 1 && rank < 9
    await page.emulateMedia({ reducedMotion: isStill ? 'reduce' : 'no-preference' })
    // Pressed twice: while a blur clears, a press reveals nothing.
    await page.keyboard.press(rank % 2 === 0 ? 'Enter' : 'Space')
    await page.keyboard.press('Space')
    if (rank === 1) {
      expect(await durations()).toContain(BLUR_MS)
    }
    if (!isStill) {
      await expectBlurred(rank)
    }
    await expect(shownNames(page)).toHaveCount(15 - rank)
    await expect(shownNames(page).first()).toHaveText(board[rank - 1]?.name ?? '')
    const above = board.slice(0, rank - 1)
    const text = await page.content()
    expect(above.filter(({ name }) => text.includes(name))).toEqual([])
    await expect(button).toBeFocused()
    await expect(
      page.getByRole('status').filter({ hasText: `Rank ${rank}: ${board[rank - 1]?.name}` }),
    ).toBeAttached()
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await durations()).toEqual([])

  await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await clock.runFor(BLUR_MS)
  await clock.resume()
  await expect(button).toHaveText('Show Podium')
  await page.keyboard.press('Enter')
  await expect(podium(page).getByRole('img')).toHaveCount(3)
  const steps = podium(page).locator('ol > li')
  await expect(steps.nth(0)).toContainText('climber_01143.50 points')
  await expect(steps.nth(2)).toContainText('climber_03')
  const close = podium(page).getByRole('button', { name: 'Close' })
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(podium(page)).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(podium(page)).toBeHidden()
  await expect(button).toHaveText('Show Podium')
})

test('after the show one button shows all the results', async ({ page }) => {
  const eventId = await createEventWith('shown_caster', ladder(14))
  const session = await openAs(page, 'shown_caster', boardPath(eventId))
  await expect(revealButton(page)).toHaveText('Start Reveal')
  const results = page.getByRole('button', { name: 'Show results' })
  await expect(results).toHaveCount(0)

  const client = openApiClient(originUnderTest())
  const move = async (next: object) => {
    const control = `/api/show/control/${eventId}`
    const { version } = await client.call<{ version: number }>(control, session)
    await client.call(`${control}/move`, session, { version, move: next })
  }
  // From a rank that nobody has, so that nothing blurs.
  await move({ kind: 'start', phase: 'live', startRank: MAX_START_RANK })
  await move({ kind: 'finish' })
  await page.reload()
  await expect(revealButton(page)).toHaveText('Start Reveal')
  await expect(shownNames(page)).toHaveCount(0)
  await results.click()
  await expect(shownNames(page)).toHaveCount(14)
  await expect(revealButton(page)).toHaveText('Show Podium')
  await expect(revealButton(page)).toBeFocused()
  await expect(results).toHaveCount(0)
})

test('a shared rank is uncovered together and leaves the next step of the podium empty', async ({
  page,
  clock,
}) => {
  await clock.install()
  const board = [
    { name: 'alone', points: 40.5 },
    { name: 'twin_a', points: 20 },
    { name: 'twin_b', points: 20 },
    { name: 'fourth', points: -1.25 },
  ]
  await openAs(page, 'reveal_shared', boardPath(await createEventWith('reveal_shared', board)))
  const button = revealButton(page)
  const press = async (next: string) => {
    await button.click()
    await clock.runFor(BLUR_MS)
    await expect(button).toHaveText(next)
  }
  await press('Reveal Rank 4')
  await expect(shownNames(page)).toHaveCount(0)
  await press('Reveal Rank 2')
  await expect(shownNames(page)).toHaveText(['fourth'])
  await expect(page.getByRole('row').last().getByRole('cell').last()).toHaveText('-1.25')
  await press('Reveal Rank 1')
  await expect(shownNames(page)).toHaveText(['twin_a', 'twin_b', 'fourth'])
  await press('Show Podium')
  await button.click()
  const steps = podium(page).locator('ol > li')
  await expect(steps.nth(1)).toContainText('twin_atwin_b')
  await expect(steps.nth(2)).toContainText('Nobody in 3rd place')
  await expect(podium(page).getByRole('img')).toHaveCount(2)
})

test('details add eleven columns; what the companion does not know is a dash', async ({
  page,
  clock,
}) => {
  await clock.install()
  await openAs(
    page,
    'reveal_details',
    boardPath(await createEventWith('reveal_details', ladder(12))),
  )
  await expect(page.getByText('Points as uploaded by the companion')).toBeVisible()
  await revealAll(page, clock)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Position',
    'Racer Name',
    'Event Points',
  ])
  await page.getByRole('button', { name: 'Show Details' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(
    'Position,Racer Name,Event Points,Race Points,Race Wins,Race Races,Race HS,BR Points,BR Wins,BR Races,BR HS,Kills,Eliminations,Crown Wins'.split(
      ',',
    ),
  )
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText(
    '1,123.00,820,2,14,–,400,1,3,–,9,–,0'.split(','),
  )
  await expect(page).toHaveURL(/\?details=on$/)
  await expect(revealButton(page)).toHaveText('Show Podium')
  await page.reload()
  await expect(page.getByRole('columnheader')).toHaveCount(14)
  await expect(revealButton(page)).toHaveText('Start Reveal')
  await page.getByRole('button', { name: 'Hide Details' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(3)
})

test('another streamer resets the reveal and closes the podium; all streamers are merged by name', async ({
  page,
  clock,
}) => {
  await clock.install()
  const [first, second] = [await signInStreamer('board_one'), await signInStreamer('board_two')]
  const eventId = await createEvent([first, second], 'Cup of two')
  await uploadStanding(first, eventId, [
    { name: 'both', points: 0.1, kills: 3 },
    { name: 'only_one', points: 0.2 },
  ])
  await uploadStanding(second, eventId, [{ name: 'both', points: 0.2, kills: 4 }])
  // A streamer's own board comes first.
  await openAs(page, 'board_two', boardPath(eventId))
  await expect(streamerSelector(page).locator('option:checked')).toHaveText('board_two')
  await expect(page.getByText('1 racer', { exact: false })).toBeVisible()
  await revealAll(page, clock)
  await streamerSelector(page).selectOption('board_one')
  await expect(revealButton(page)).toHaveText('Start Reveal')
  await expect(racers(page)).toHaveCount(2)
  await expect(shownNames(page)).toHaveCount(0)
  await revealAll(page, clock)
  await revealButton(page).click()
  await expect(podium(page)).toBeVisible()
  await page.goBack()
  await expect(podium(page)).toBeHidden()
  await expect(revealButton(page)).toHaveText('Start Reveal')

  await streamerSelector(page).selectOption('All Streamers')
  await page.getByRole('button', { name: 'Show Details' }).click()
  // A sum of high scores is nobody's high score.
  await expect(page.getByText(/Race HS and BR HS are sums here/)).toBeVisible()
  await expect(page).toHaveURL(boardPath(eventId, '?streamer=all&details=on'))
  await revealAll(page, clock)
  await expect(shownNames(page)).toHaveText(['both', 'only_one'])
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  await expect(cells.nth(1)).toHaveText('0.30')
  await expect(cells.nth(10)).toHaveText('7')
  await page.reload()
  await expect(streamerSelector(page).locator('option:checked')).toHaveText('All Streamers')
  await streamerSelector(page).selectOption('board_one')
  await expect(page.getByText(/are sums here/)).toHaveCount(0)
})

test('a row scored from games explains its points, accessible in both schemes', async ({
  page,
  clock,
}) => {
  await clock.install()
  const caster = await signInStreamer('board_games')
  const eventId = await createEvent([caster], 'Cup of games')
  await uploadRace(caster)
  await openAs(page, 'board_games', boardPath(eventId, '?details=on'))
  await expect(page.getByText("Points scored here from the event's games")).toBeVisible()
  const row = page.getByRole('button', { name: 'Points explained for amber_acorn1' })
  await expect(page.getByRole('columnheader')).toHaveCount(14)
  await expect(row).toBeHidden()
  await revealAll(page, clock)
  const calls = watchCalls(page, `/api/events/explain-row/${eventId}`)
  await expect(row).toHaveAttribute('aria-expanded', 'false')
  expect(calls).toHaveLength(0)
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1st place × 1 = 100')).toBeVisible()
  await expect(page.getByText('Event points 100')).toBeVisible()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  expect(calls).toHaveLength(1)
  expect(new URL(calls[0]?.url() ?? '').searchParams.get('userId')).toBe(String(caster.id))

  // Without motion, so that the final colours are checked.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessibleInBothSchemes(page)
  await revealButton(page).click()
  await expect(podium(page)).toBeVisible()
  await expectAccessible(page)
  await podium(page).getByRole('button', { name: 'Close' }).click()
  await row.click()
  await expect(page.getByText('1st place × 1 = 100')).toBeHidden()
})
