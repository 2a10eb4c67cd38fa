/** Organisers correct a league: disqualify from all of it, look before they change a configuration, plan the next season. */
import { createConfiguration } from './configurations.ts'
import { raceNow, signInStreamer, uploadStanding } from './event-boards.ts'
import { button, call, createSeries } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const asRacers = (points: Readonly<Record<string, number>>) =>
  Object.entries(points).map(([name, own]) => ({ name, points: own }))

test('a racer is disqualified from a league, and what is typed meanwhile stays', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('lc_host')
  const { id, eventIds } = await createSeries(host.session, 'Lc Tour', [
    { name: 'Stage 1', startsIn: -9, lasts: 1, participants: ['lc_host'] },
  ])
  await uploadStanding(host, eventIds[0] ?? 0, asRacers({ lc_ada: 10, lc_bea: 9, lc_cai: 1 }))
  await openAs(page, 'lc_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()
  await button(page, 'Make a public page').click()
  const address = page.getByLabel('Address of the public page', { exact: true })
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/)

  await button(page, 'Set prizes').click()
  const prizes = page.getByLabel('Prizes from 1st rank on')
  await prizes.fill('Golden marble')
  await button(page, 'Change the rules').click()
  await expect(prizes).toHaveValue('Golden marble')
  await button(page, 'Cancel').first().click()
  await expect(prizes).toHaveValue('Golden marble')
  await button(page, 'Save the prizes').click()

  await button(page, 'Disqualify a racer').click()
  const dialog = page.getByRole('dialog', { name: 'Disqualify a racer' })
  await button(page, 'Disqualify').last().click()
  await expect(dialog.getByText('Find the racer and choose them.')).toBeVisible()
  await dialog.getByLabel('Racer', { exact: true }).fill('ada')
  await dialog.getByLabel('lc_ada, 1st').check()
  await dialog.getByLabel('Second account').check()
  await dialog.getByLabel('Note').fill('Also lc_cai.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Disqualify', exact: true }).click()
  const panel = page.getByRole('region', { name: 'League table', exact: true })
  await expect(panel).toContainText('lc_ada is disqualified: second account.')
  const rows = panel.getByRole('table', { name: 'Table of the league' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('lc_bea')
  await expect(rows.nth(3)).toContainText('Disqualified from the league: second account')
  const list = page.getByRole('list', { name: 'Disqualified from the league' })
  await expect(list).toContainText(/lc_ada.*second account.*Also lc_cai\..*by lc_host/s)
  await expect(page.getByRole('list', { name: 'Prizes' })).toContainText(/Golden marble:\s*lc_bea/)
  await expectAccessibleInBothSchemes(page)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(await address.inputValue())
  const table = phone.getByRole('table', { name: 'Table of Lc Tour' })
  await expect(table.getByRole('row').nth(3)).toContainText('Disqualified from the league')
  await expect(phone.getByText('Also lc_cai.')).toHaveCount(0)
  await openAs(phone, 'lc_ada', new URL(phone.url()).pathname)
  const own = phone.getByRole('list', { name: 'You and your neighbours' })
  await expect(own).toContainText('second account – Also lc_cai.')
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await phone.close()

  await button(page, 'Take back disqualifying lc_ada').click()
  await expect(panel).toContainText('lc_ada is no longer disqualified.')
  await expect(rows.nth(1)).toContainText('lc_ada')
})

test('before a configuration is saved, the form shows who would move', async ({ page }) => {
  const host = await signInStreamer('lt_host')
  const { eventIds } = await createSeries(host.session, 'Lt Tour', [
    { name: 'Stage 1', startsIn: -9, lasts: 18, participants: ['lt_host'] },
  ])
  const points = (...each: number[]) =>
    each.map((own, index) => ({ position: index + 1, points: own }))
  await createConfiguration(host.session, { name: 'Lt second wins', positions: points(1, 5) })
  await raceNow(host, ['lt_ada', 'lt_bea'])
  await openAs(page, 'lt_host', `/my-events/manage/${eventIds[0]}`)
  await page.getByLabel('Leaderboard Config').selectOption('Lt second wins')
  const tried = page.getByRole('region', { name: 'Who would move' }).first()
  await expect(tried).toContainText('2 racers have another rank on All Streamers.')
  const rows = tried.getByRole('row')
  await expect(rows.nth(1)).toContainText(/lt_bea.*2nd, 95.*1st, 5/)
  await expect(rows.nth(2)).toContainText(/lt_ada.*1st, 100.*2nd, 1/)
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await button(page, 'Update Event').click()
  await expect(page.getByText('Event updated successfully!')).toBeVisible()
  await expect(tried).toHaveCount(0)
})

test('somebody stops asking to join a team, and the next season takes teams along', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('ln_host')
  const ada = await signInStreamer('ln_ada')
  const { id } = await createSeries(host.session, 'Ln Tour', [
    { name: 'Stage 1', startsIn: 3, lasts: 1, participants: ['ln_host'] },
  ])
  await openAs(page, 'ln_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await page.getByText('Racers join teams').click()
  await button(page, 'Save the rules').click()
  await expect(button(page, 'Change the rules')).toBeVisible()
  const league = `/api/events/series/${id}/league/teams`
  await call(host.session, league, { name: 'Red', color: 'red' })
  await call(host.session, league, { name: 'Blue', color: 'blue' })
  const { teams } = await call(host.session, league)
  const red = teams.find(({ name }: { name: string }) => name === 'Red')
  await call(ada.session, `/api/teams/${red.deciding.token}`, {})

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await openAs(phone, 'ln_ada', '/my-events')
  const own = phone.getByRole('region', { name: 'Your teams' })
  await expect(own).toContainText('you have asked to join')
  await expectAccessible(phone)
  await button(phone, 'No longer ask to join Red').click()
  await expect(own).toContainText('You no longer ask to join Red.')
  await phone.close()

  await page.reload()
  await button(page, 'Plan the next season').click()
  await page.getByLabel('Name of the next season').fill('Ln Tour II')
  await page.getByLabel('First day of the earliest round').fill('2031-05-02')
  await page.getByLabel('Blue (0 members)').uncheck()
  await expectAccessibleInBothSchemes(page)
  await button(page, 'Copy the league').click()
  await expect(page.getByText('Ln Tour II was created.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the new series' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/manage-series/${id}$`))
  const copied = page.getByRole('region', { name: 'Teams', exact: true })
  await expect(copied).toContainText('Red')
  await expect(copied).not.toContainText('Blue')
})
