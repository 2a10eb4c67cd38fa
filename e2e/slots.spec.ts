/** Streamers announce when they run a round of a league, and everybody reads it. */
import type { Page } from '@playwright/test'
import { signInStreamer } from './event-boards.ts'
import { button, createSeries, expectNoSidewaysScroll } from './event-forms.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const DAY_MS = 86_400_000

/** At that hour on the days of the round, as a field has it. */
const at = (time: string) =>
  `${new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10)}T${time}`

test('a streamer announces when they run a round, and reads whose time overlaps', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('sl_host')
  await signInStreamer('sl_guest')
  const { id } = await createSeries(host.session, 'Slot Cup', [
    { name: 'Stage 1', startsIn: 9, lasts: 4, participants: ['sl_host', 'sl_guest'] },
  ])
  await openAs(page, 'sl_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()
  await button(page, 'Make a public page').click()
  const link = await page.getByRole('textbox', { name: 'Address of the public page' }).inputValue()
  await button(page, 'Decide about Stage 1').click()
  const dialog = page.getByRole('dialog', { name: 'Stage 1' })
  await expect(dialog.getByText('has not said when')).toHaveCount(2)
  await dialog.getByLabel('What you announce about the round').fill('Five laps.')
  await button(page, 'Save the announcement').click()
  await expect(dialog.getByText('The announcement was saved.')).toBeVisible()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await openAs(phone, 'sl_guest', '/my-events')
  const mine = region(phone, 'Rounds that you run')
  await expect(mine).toContainText('Five laps.')
  await button(phone, 'Say when you run Stage 1').click()
  await button(phone, 'Announce').click()
  await expect(mine).toContainText('Please choose a day and a time.')
  await mine.getByLabel('You run it at').fill('2020-01-01T20:00')
  await button(phone, 'Announce').click()
  await expect(mine).toContainText('This is not on the days of the round.')
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await mine.getByLabel('You run it at').fill(at('20:00'))
  await button(phone, 'Announce').click()
  await expect(mine.getByRole('status')).toContainText(['', 'Your time for Stage 1 is announced.'])

  await page.goto('/my-events')
  const hosts = region(page, 'Rounds that you run')
  await button(page, 'Say when you run Stage 1').click()
  await hosts.getByLabel('You run it at').fill(at('21:30'))
  await button(page, 'Announce').click()
  await expect(hosts).toContainText('sl_guest runs it on')
  await phone.reload()
  await expect(mine).toContainText('sl_host runs it on')
  await button(phone, 'Change when you run Stage 1').click()
  await mine.getByLabel('You run it at').fill(at('18:00'))
  await button(phone, 'Announce').click()
  await expect(mine).not.toContainText('which overlaps with yours')
  await button(phone, 'Undo').click()
  await expect(mine).toContainText('sl_host runs it on')

  const viewer = await browser.newPage()
  await viewer.goto(new URL(link).pathname)
  const runs = viewer.getByRole('list', { name: 'Who runs Stage 1' })
  await expect(runs.getByRole('listitem')).toContainText([
    /^sl_guest will run it on .*8:00/,
    /^sl_host will run it on .*9:30/,
  ])
  await expect(region(viewer, 'Rounds')).toContainText('Five laps.')
  await expectAccessible(viewer)
  await button(phone, 'Take back when you run Stage 1').click()
  await expect(mine).toContainText('You have not said when you run it.')
  await viewer.reload()
  await expect(runs.getByRole('listitem')).toHaveCount(1)
  await viewer.close()
  await phone.close()
})
