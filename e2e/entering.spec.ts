/** A streamer enters a league by its link, runs a round and says so; racers enter where only entrants count. */
import type { Page } from '@playwright/test'
import { signInStreamer, uploadStanding } from './event-boards.ts'
import { button, createSeries } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a streamer enters a league by its link, and says that they have run a round', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('en_host')
  const guest = await signInStreamer('en_guest')
  const { id, eventIds } = await createSeries(host.session, 'Entry Cup', [
    { name: 'Stage 1', startsIn: -1, lasts: 3, participants: ['en_host', 'en_guest'] },
    { name: 'Stage 2', startsIn: 10, lasts: 1, participants: ['en_host'] },
  ])
  for (const streamer of [host, guest]) {
    await uploadStanding(streamer, eventIds[0] ?? 0, [{ name: 'en_ada', points: 10 }])
  }
  const series = `/my-events/manage-series/${id}`
  await openAs(page, 'en_host', series)
  await button(page, 'Set up a table').click()
  await page.getByText('Only racers who have entered').click()
  await button(page, 'Save the rules').click()
  await expect(page.getByText('Only racers who have entered the league count')).toBeVisible()
  await button(page, 'Make a public page').click()
  const link = await page.getByRole('textbox', { name: 'Address of the public page' }).inputValue()
  const address = new URL(link).pathname

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(address)
  await expect(phone.getByText('Log in to enter.')).toBeVisible()
  await openAs(phone, 'en_guest', address)
  await button(phone, 'Enter as a streamer').click()
  await expect(phone.getByText('You have asked to enter as a streamer.')).toBeVisible()
  await button(phone, 'Enter as a racer').click()
  await expect(phone.getByText('You have entered as a racer.')).toBeVisible()
  await expect(region(phone, 'Who has entered')).toContainText('Racers (1):')
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.reload()
  await button(page, 'Confirm en_guest').click()
  await expect(page.getByText('en_guest is in the league.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Streamers who have entered' })).toContainText(
    'en_guest',
  )
  await expectAccessibleInBothSchemes(page)

  await phone.goto('/my-events')
  await expect(region(phone, 'Leagues that you have entered')).toContainText('as a streamer')
  const runs = region(phone, 'Rounds that you run')
  await button(phone, 'I have run it: Stage 1').click()
  await expect(runs).toContainText('you have run it')
  await button(phone, 'Undo: I am still running Stage 1').click()
  await expect(runs).toContainText('until')
  await button(phone, 'I have run it: Stage 1').click()
  await expect(runs).toContainText('you have run it')
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.reload()
  await button(page, 'Decide about Stage 1').click()
  const dialog = page.getByRole('dialog', { name: 'Stage 1' })
  const running = dialog.getByRole('region', { name: 'Who has run Stage 1' })
  await expect(running).toContainText('en_guesthas run')
  await dialog.getByLabel('Show at (optional)').fill('20:00')
  await button(page, 'Save the hour').click()
  await expect(dialog.getByText(/^Show [A-Z]/)).toBeVisible()
  await expectAccessible(page)
  await running.getByRole('button', { name: 'Has run: en_host' }).click()
  await expect(running).toContainText('has run, as an organiser says')

  await phone.goto('/my-events')
  await region(phone, 'Leagues that you have entered')
    .getByRole('listitem')
    .filter({ hasText: 'as a streamer' })
    .getByRole('button')
    .click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(region(phone, 'Leagues that you have entered')).not.toContainText('as a streamer')
  await phone.close()
})
