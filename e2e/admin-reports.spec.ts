/** Reporting a row of a leaderboard, and how admins handle reports. */
import type { Locator, Page } from '@playwright/test'
import type { ChannelPage } from '@rollcall/contract/channels'
import { openApiClient } from '@rollcall/demo/api-client'
import { uploadBoard } from './boards.ts'
import { createEvent, ladder, raceNow, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { faults } from './network.ts'
import { openAs, openAsAdmin, originUnderTest } from './sessions.ts'

const SEASON = 48
const REPORTS = '/admin/user-reports'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Report a row' })
const reportButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Report ${name}`, exact: true })
const cards = (page: Page) => page.getByRole('region', { name: 'Reports' }).getByRole('listitem')

/** Reports a row on its page; the dialog then thanks, or says why not. */
async function send(page: Page, { name, reason }: { name: string; reason: string }) {
  await reportButton(page, name).click()
  await dialog(page).getByLabel(reason).check()
  await dialog(page).getByRole('button', { name: 'Send Report' }).click()
}

test.beforeAll(async () => {
  await uploadBoard(SEASON, [
    { channel: 'reported_one', points: 300 },
    { channel: 'reported_two', points: 200 },
    { channel: 'report_sender', points: 100 },
  ])
})

test('a row of a leaderboard is reported with the keyboard, once', async ({
  page,
  expectComplaint,
}) => {
  await openAs(page, 'report_sender', `/leaderboards?season=${SEASON}`)
  const button = reportButton(page, 'reported_one')
  await expect(page.getByRole('columnheader')).toHaveCount(7)
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('reported_one')
  await dialog(page).getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please choose what is wrong.')
  await expect(dialog(page).getByRole('radio')).toHaveCount(4)
  await dialog(page).getByLabel('Cheating').check()
  const details = dialog(page).getByLabel('Details')
  await details.fill('x'.repeat(1001))
  await expect(details).toHaveValue('x'.repeat(1000))
  await expect(dialog(page)).toContainText('1,000 of 1,000 characters.')
  await details.fill('Nobody wins that often.')

  // A failed call loses nothing that was typed.
  await page.route('**/api/reports', faults.offline.answer)
  expectComplaint(faults.offline.complaint)
  await dialog(page).getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The server could not be reached.')
  await page.unrouteAll()
  await dialog(page).getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog(page)).toContainText('Thank you. An admin will look at it.')
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()

  expectComplaint(/409/)
  await send(page, { name: 'reported_one', reason: 'Other' })
  await expect(dialog(page).getByRole('alert')).toContainText('You have already reported this row.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('rowheader', { name: 'report_sender' })).toBeVisible()
  await expect(reportButton(page, 'report_sender')).toHaveCount(0)
})

test('a dialog that does not load says so, and the page can be loaded again', async ({
  page,
  expectComplaint,
}) => {
  await openAs(page, 'report_sender', `/leaderboards?season=${SEASON}`)
  expectComplaint(/ERR_FAILED/)
  await page.route('**/assets/report-form-*.js', (route) => route.abort())
  await reportButton(page, 'reported_two').click()
  await expect(dialog(page).getByRole('alert')).toContainText('This part of the page did not load.')
  await page.unrouteAll()
  await dialog(page).getByRole('button', { name: 'Reload' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await reportButton(page, 'reported_two').click()
  await expect(dialog(page).getByRole('radio')).toHaveCount(4)
})

test('rows of an event can be reported once they are revealed, also for all streamers', async ({
  page,
}) => {
  const streamer = await signInStreamer('report_caster')
  const eventId = await createEvent([streamer], 'Cup of doubts')
  await uploadStanding(streamer, eventId, ladder(12, 'doubted'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, 'report_caster', `/my-events/view-leaderboard/${eventId}?streamer=all`)
  const buttons = page.getByRole('button', { name: /^Report / })
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(buttons).toHaveCount(0)
  await page.getByRole('button', { name: 'Start Reveal' }).click()
  await expect(reportButton(page, 'doubted_12')).toBeAttached()
  await expect(reportButton(page, 'doubted_11')).toBeAttached()
  await expect(buttons).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectInsideRow(page, 'doubted_12')

  await page.getByRole('button', { name: 'Show Details' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(14)
  await reportButton(page, 'doubted_12').focus()
  await expectInsideRow(page, 'doubted_12')
  await send(page, { name: 'doubted_12', reason: 'Wrong result' })
  await expect(dialog(page)).toContainText('Thank you. An admin will look at it.')
})

/** The button covers no text of its row. */
async function expectInsideRow(page: Page, name: string): Promise<void> {
  const button = reportButton(page, name)
  await button.scrollIntoViewIfNeeded()
  const box = await findBox(button)
  const text = await findBox(page.getByRole('row').filter({ has: button }).locator('span').last())
  const row = await findBox(page.getByRole('row').filter({ has: button }))
  expect(box.x).toBeGreaterThanOrEqual(text.x + text.width)
  expect(box.x + box.width).toBeLessThanOrEqual(row.x + row.width)
  expect(box.height).toBeGreaterThanOrEqual(24)
}

async function findBox(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) {
    throw new Error('It is not visible.')
  }
  return box
}

test('admins resolve and dismiss reports, and see who did it and why', async ({
  page,
  expectComplaint,
}) => {
  const client = openApiClient(originUnderTest())
  const reporter = await client.signIn('report_writer')
  const board = await client.call<{ data: { channelId: number; username: string }[] }>(
    '/api/leaderboard/',
    reporter,
    { season: SEASON },
  )
  for (const { channelId, username } of board.data.slice(0, 2)) {
    await client.call('/api/reports', reporter, {
      subject: { kind: 'leaderboard', season: SEASON, channelId },
      reason: 'offensive-name',
      details: `<b>${username}</b>`,
    })
  }
  await openAsAdmin(page, REPORTS)
  const mine = cards(page).filter({ hasText: 'Reported by report_writer' })
  await expect(mine).toHaveCount(2)
  const one = mine.filter({ hasText: 'reported_one' })
  await expect(one).toContainText('<b>reported_one</b>')
  await expect(one).toContainText('Offensive name')
  await expect(one).toContainText('Open it to check its games and uploads')
  await expect(one.getByRole('link', { name: 'reported_one', exact: true })).toHaveAttribute(
    'href',
    '/c/reported_one',
  )
  await expect(one.getByRole('link', { name: `Season ${SEASON}` })).toHaveAttribute(
    'href',
    `/leaderboards?season=${SEASON}&channel=reported_one`,
  )
  const ask = page.getByRole('dialog', { name: 'Resolve report' })
  await one.getByRole('button', { name: 'Resolve' }).click()
  await ask.getByLabel('Note').fill('Renamed.')
  await page.route('**/api/admin/reports/*', faults['status 503'].answer)
  expectComplaint(/503/)
  await ask.getByRole('button', { name: 'Resolve' }).click()
  await expect(ask.getByRole('alert')).toContainText('503')
  await expect(ask.getByLabel('Note')).toHaveValue('Renamed.')
  await page.unrouteAll()
  await ask.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('The report about reported_one was resolved.')).toBeVisible()
  await expect(mine).toHaveCount(1)

  await mine.getByRole('button', { name: 'Dismiss' }).click()
  const dismissal = page.getByRole('dialog', { name: 'Dismiss report' })
  await dismissal.getByRole('button', { name: 'Dismiss' }).click()
  await expect(mine).toHaveCount(0)
  await page.getByRole('button', { name: /^Resolved \d+$/ }).click()
  await expect(page).toHaveURL(`${REPORTS}?state=resolved`)
  await expect(mine).toContainText(/Resolved by MarbleMaven, .*Renamed\./)
  await page.getByRole('button', { name: /^Dismissed \d+$/ }).click()
  await expect(mine).toContainText('reported_two')
  await expect(mine.getByRole('button')).toHaveCount(0)
})

test('an admin looks into a report, leaves a game out, lets it count again, and answers', async ({
  page,
}) => {
  const host = await signInStreamer('report_host')
  await raceNow(host, ['quick_one', 'slow_one'])
  const client = openApiClient(originUnderTest())
  const { id: channelId, season } = await client.call<ChannelPage>(
    '/api/channels/report_host',
    host.session,
  )
  const reporter = await client.signIn('slow_one')
  await client.call('/api/reports', reporter, {
    subject: { kind: 'leaderboard', season, channelId },
    reason: 'wrong-result',
    details: 'That was a test.',
  })
  await openAsAdmin(page, REPORTS)
  await expect(page.getByText(/reports? waits?/).first()).toBeAttached()
  await page.getByRole('link', { name: 'Open report about report_host by slow_one' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'report_host' })).toBeVisible()
  const games = page.getByRole('list', { name: 'Games of this row' })
  await expect(games.getByRole('listitem')).toHaveText(
    /Race on Hill · report_host.*2 marbles, 3 points/,
  )
  await expectAccessibleInBothSchemes(page)

  await games.getByRole('button', { name: /^Leave out Race/ }).click()
  const asked = page.getByRole('dialog', { name: 'Leave the game out of rankings?' })
  // What was reported is most likely why.
  await expect(asked.getByLabel('Its result is wrong')).toBeChecked()
  await asked.getByLabel('It was only a test').check()
  await asked.getByRole('button', { name: 'Leave out' }).click()
  await expect(games).toContainText(/Left out by MarbleMaven, .*: It was only a test/)
  const numbers = async () =>
    (await client.call<ChannelPage>('/api/channels/report_host', host.session)).numbers
  expect(await numbers()).toBeNull()
  await games.getByRole('button', { name: /^Count again: Race/ }).click()
  await expect(games.getByRole('button', { name: /^Leave out Race/ })).toBeVisible()
  expect(await numbers()).toEqual({ points: 3, games: 1 })

  await page.getByRole('button', { name: 'Resolve' }).click()
  const decision = page.getByRole('dialog', { name: 'Resolve report' })
  await decision.getByLabel('Answer to the reporter').fill('It counts: two of you raced.')
  await decision.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('The reporter was told: It counts')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('link', { name: 'Back to the reports' }).click()
  await expect(page).toHaveURL(REPORTS)
  await expect(page.getByRole('heading', { level: 1, name: 'User Reports' })).toBeVisible()

  await openAs(page, 'slow_one', '/dashboard/season')
  const notices = page.getByRole('region', { name: 'What you should know' })
  await expect(notices).toContainText('It counts: two of you raced.')
})

test('the same page finds users, page by page', async ({ page }) => {
  const client = openApiClient(originUnderTest())
  const names = Array.from({ length: 26 }, (_, index) => `Listed_${String(index).padStart(2, '0')}`)
  // One after the other: a busy server refuses so many calls of one address at once.
  for (const name of names) {
    await client.signIn(name)
  }
  await openAsAdmin(page, REPORTS)
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText([
    'User',
    'Signed up',
    'Last seen',
    'Last upload',
  ])
  await page.getByLabel('Lookup User').fill('listed_')
  await expect(page).toHaveURL(`${REPORTS}?user=listed_`)
  await expect(table.getByRole('rowheader')).toHaveCount(25)
  await expect(table.getByRole('row').nth(1)).toContainText(/(now|ago)–$/)
  await page.getByRole('navigation', { name: 'Pages of users' }).getByText('Next').click()
  await expect(table.getByRole('rowheader')).toHaveText([/^Listed_25/])
  await page.reload()
  await expect(table.getByRole('rowheader')).toHaveText([/^Listed_25/])
  await page.getByLabel('Lookup User').fill('marblemaven')
  await expect(table.getByRole('rowheader').getByLabel('Admin')).toBeVisible()
  await page.getByLabel('Lookup User').fill('nobody is called that')
  await expect(table).toContainText('No users match.')
})

test('reports and users are accessible in both schemes, and fit a phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAsAdmin(page, `${REPORTS}?state=dismissed`)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(page.getByRole('columnheader')).toHaveCount(1)
  await expect(page.getByRole('rowheader').first().getByText('Last seen')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
