/** A league: an organiser gives a series rules, tries them, and everybody in it reads the table. */
import { signInStreamer, uploadStanding } from './event-boards.ts'
import { button, call, createSeries, signInByApi } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const ROUNDS = [
  { le_ada: 10, le_bea: 8, le_cai: 12, le_eve: 30 },
  { le_ada: 6, le_bea: 6, le_cai: 4 },
  { le_ada: 8, le_bea: 10, le_cai: 8 },
]

test('a series becomes a league, whose table says why it is so', async ({ page, browser }) => {
  const host = await signInStreamer('le_host')
  await signInStreamer('le_guest')
  const participants = ['le_host', 'le_guest']
  const { id, eventIds } = await createSeries(
    host.session,
    'Le Tour',
    ROUNDS.map((_, index) => ({
      name: `Stage ${index + 1}`,
      startsIn: 3 * index - 12,
      lasts: 1,
      participants,
    })),
  )
  for (const [index, points] of ROUNDS.entries()) {
    const racers = Object.entries(points).map(([name, own]) => ({ name, points: own }))
    await uploadStanding(host, eventIds[index] ?? 0, racers)
  }

  await openAs(page, 'le_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await page.getByLabel('How many of the worst results do not count?').fill('1')
  await expect(page.getByText('at least one result must count', { exact: false })).toBeVisible()
  await expect(button(page, 'Save the rules')).toBeDisabled()
  await page.getByLabel('How many of the worst results do not count?').fill('0, 0, 1')
  await page.getByLabel('Rounds needed for a rank').fill('2')
  const tried = page.getByRole('table', { name: 'With these rules' }).getByRole('row')
  await expect(tried.nth(1)).toContainText('le_cai')
  await expect(tried.nth(1)).toContainText('20')
  await expectAccessibleInBothSchemes(page)
  await button(page, 'Save the rules').click()

  const panel = page.getByRole('region', { name: 'League table', exact: true })
  await expect(panel.getByText('The rules were saved.')).toBeVisible()
  await expect(panel).toContainText('Once 3 rounds count, the worst result is left out.')
  await expect(panel).toContainText('Equal totals: best results, rounds won, the last round')
  const rows = page.getByRole('table', { name: 'Table of the league' }).getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(2)).toContainText('ahead of le_ada: 2 rounds won to 1')
  await expect(rows.nth(2)).toContainText('1st place, 6, does not count')
  await expect(rows.nth(4)).toContainText('1 round missing for a rank')
  await expectAccessibleInBothSchemes(page)

  await page.getByLabel('Find a racer').fill('ada')
  await expect(rows).toHaveCount(2)

  await button(page, 'Change the rules').click()
  await button(page, 'Remove the table').click()
  await expect(button(page, 'Set up a table')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(panel.getByText('The table is back.')).toBeVisible()
  await expect(panel).toContainText('Once 3 rounds count, the worst result is left out.')

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await openAs(phone, 'le_guest', `/my-events/manage-series/${id}`)
  await expect(phone.getByRole('table', { name: 'Table of the league' })).toContainText('le_bea')
  await expect(button(phone, 'Change the rules')).toHaveCount(0)
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth),
    'only the table scrolls sideways',
  ).toBe(390)
  await phone.close()
})

test('a round is voided, made final and revised by its organiser', async ({ page }) => {
  const host = await signInStreamer('lr_host')
  const { id, eventIds } = await createSeries(
    host.session,
    'Le Tour Final',
    [1, 2].map((number) => ({
      name: `Stage ${number}`,
      startsIn: 3 * number - 9,
      lasts: 1,
      participants: ['lr_host'],
    })),
  )
  const upload = (index: number, points: Readonly<Record<string, number>>) =>
    uploadStanding(
      host,
      eventIds[index] ?? 0,
      Object.entries(points).map(([name, own]) => ({ name, points: own })),
    )
  await upload(0, { lr_ada: 10, lr_bea: 8 })
  await upload(1, { lr_ada: 3, lr_bea: 4 })
  await openAs(page, 'lr_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()
  const panel = page.getByRole('region', { name: 'League table', exact: true })
  const rows = panel.getByRole('table', { name: 'Table of the league' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('13')

  await button(page, 'Decide about Stage 1').click()
  await page.getByText('Do not count it').click()
  await button(page, 'Do not count it').click()
  await expect(page.getByText('Please say why.')).toBeVisible()
  await page.getByLabel('Why?').fill('Wrong map')
  await expectAccessible(page)
  await button(page, 'Do not count it').click()
  await expect(panel).toContainText('does not count: Wrong map')
  await expect(rows.nth(1)).toContainText('lr_bea')
  await button(page, 'Undo').click()
  await expect(rows.nth(1)).toContainText('lr_ada')

  await button(page, 'Decide about Stage 1').click()
  await button(page, 'Make it final').click()
  await expect(panel).toContainText('Stage 1 is final.')
  await upload(0, { lr_ada: 10, lr_bea: 20 })
  await page.reload()
  await expect(rows.nth(1)).toContainText('lr_ada')
  await button(page, 'Decide about Stage 1').click()
  const dialog = page.getByRole('dialog', { name: 'Stage 1' })
  await expect(dialog.getByRole('row', { name: 'lr_bea' })).toContainText('2nd, 8')
  await expect(dialog).toContainText('lr_bea 2nd → 1st')
  await expectAccessible(page)
  await dialog.getByLabel('Why?').fill('A game was missing')
  await button(page, 'Publish a revision').click()
  await expect(panel).toContainText(/Revision 1 on .*: A game was missing/)
  await expect(rows.nth(1)).toContainText('lr_bea')
})

test('a stranger opens the public page of a league and finds their own row', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('lp_host')
  const { id, eventIds } = await createSeries(
    host.session,
    'Lp Tour',
    [
      ...[-12, -9].map((startsIn, index) => ({ name: `Stage ${index + 1}`, startsIn, lasts: 1 })),
      { name: 'Finale', startsIn: 9, lasts: 1 },
    ].map((stage) => ({ ...stage, participants: ['lp_host'] })),
  )
  for (const [index, points] of [
    { lp_ada: 10, lp_bea: 9, lp_cai: 1 },
    { lp_ada: 5, lp_bea: 8, lp_cai: 2 },
  ].entries()) {
    const racers = Object.entries(points).map(([name, own]) => ({ name, points: own }))
    await uploadStanding(host, eventIds[index] ?? 0, racers)
  }
  await openAs(page, 'lp_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()
  await button(page, 'Make a public page').click()
  const address = page.getByLabel('Address of the public page', { exact: true })
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/)
  const first = await address.inputValue()
  await button(page, 'Replace the link').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the link' }).click()
  await expect(address).not.toHaveValue(first)
  await expectAccessibleInBothSchemes(page)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(first)
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('it has been replaced')
  await phone.goto(await address.inputValue())
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Lp Tour')
  const head = phone.getByRole('banner').or(phone.locator('header')).last()
  await expect(head).toContainText('2 of 3 rounds played')
  await expect(head).toContainText('17 points, 2 ahead of lp_ada')
  const rounds = phone.getByRole('list', { name: 'Rounds' }).getByRole('listitem')
  await expect(rounds.nth(1)).toContainText('lp_bea won with 8 points.')
  await expect(rounds.nth(2)).toContainText('Planned')
  await expect(phone.getByText('All rounds count.')).toBeVisible()

  await phone.getByLabel('Find a racer, or yourself').fill('ADA')
  const place = phone.getByRole('list', { name: 'lp_ada and neighbours' })
  await expect(place.getByRole('listitem')).toHaveCount(3)
  await button(phone, 'This is me').click()
  const own = phone.getByRole('list', { name: 'You and your neighbours' }).getByRole('listitem')
  await expect(own.nth(0)).toContainText('2 points ahead of you')
  await phone.reload()
  await expect(own.nth(1)).toContainText('lp_ada')
  await expect(phone.getByRole('table', { name: 'Table of Lp Tour' }).getByRole('row')).toHaveCount(
    4,
  )
  await expectAccessibleInBothSchemes(phone)
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth),
    'only the table scrolls sideways',
  ).toBe(390)

  const { pathname } = new URL(phone.url())
  await openAs(phone, 'lp_bea', pathname)
  await button(phone, 'Objections to Stage 1').click()
  await phone.getByLabel('What is wrong?').fill('I won the first game.')
  await button(phone, 'Object').click()
  await expect(button(phone, 'Withdraw')).toBeVisible()
  await expectAccessible(phone)
  await button(phone, 'Close').click()
  await expect(rounds.nth(0)).toContainText('1 objection waits for an answer.')
  await page.reload()
  await button(page, 'Decide about Stage 1').click()
  await page.getByText('No', { exact: true }).click()
  await page.getByLabel('Your answer').fill('It was a practice game.')
  await expectAccessible(page)
  await button(page, 'Answer').click()
  await expect(page.getByText('Not upheld.')).toBeVisible()
  await button(page, 'Cancel').click()
  await phone.reload()
  await button(phone, 'Objections to Stage 1').click()
  await expect(phone.getByText('It was a practice game.')).toBeVisible()
  await button(phone, 'Close').click()

  await button(page, 'Remove the page').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the page' }).click()
  await expect(button(page, 'Make a public page')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('leads nowhere')
  await phone.close()
})

test('a prize passes on, and the league is copied for its next season', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('lz_host')
  await signInStreamer('lz_shy')
  const { id, eventIds } = await createSeries(host.session, 'Lz Tour', [
    { name: 'Stage 1', startsIn: -9, lasts: 1, participants: ['lz_host', 'lz_shy'] },
    { name: 'Finale', startsIn: 9, lasts: 2, participants: ['lz_host', 'lz_shy'] },
  ])
  const shy = await signInByApi('lz_shy')
  await call(shy, `/api/events/leave-series/${id}`, {})
  const points = { lz_ada: 10, lz_bea: 9, lz_cai: 1 }
  await uploadStanding(
    host,
    eventIds[0] ?? 0,
    Object.entries(points).map(([name, own]) => ({ name, points: own })),
  )
  await openAs(page, 'lz_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()
  await button(page, 'Make a public page').click()
  const address = page.getByLabel('Address of the public page', { exact: true })
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/)

  await button(page, 'Set prizes').click()
  await page.getByLabel('Prizes from 1st rank on').fill('Golden marble\n\nMug\n')
  await expectAccessible(page)
  await button(page, 'Save the prizes').click()
  const ladder = page.getByRole('list', { name: 'Prizes' }).getByRole('listitem')
  await expect(ladder).toHaveCount(2)
  await expect(ladder.nth(0)).toContainText(/Golden marble:\s*lz_ada/)
  await button(page, 'Pass over lz_ada').click()
  const dialog = page.getByRole('dialog', { name: 'Pass over lz_ada' })
  await button(page, 'Pass over').last().click()
  await expect(dialog.getByText('Please say why.')).toBeVisible()
  await dialog.getByText('They won last season').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pass over', exact: true }).click()
  await expect(page.getByText('lz_ada is passed over.')).toBeVisible()
  await expect(ladder.nth(0)).toContainText(/Golden marble:\s*lz_bea/)
  await expect(page.getByRole('list', { name: 'Passed over' })).toContainText(
    '1st lz_ada, passed over: won last season',
  )
  await expectAccessibleInBothSchemes(page)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(await address.inputValue())
  const prizes = phone.getByRole('region', { name: 'Prizes' })
  await expect(prizes.getByRole('listitem').nth(0)).toContainText('Golden marble: lz_bea')
  await expect(prizes.getByRole('listitem').nth(1)).toContainText('Mug: lz_cai')
  await expect(prizes).toContainText('1st lz_ada, passed over: won last season')
  await expect(prizes).toContainText('Provisional')
  await expectAccessibleInBothSchemes(phone)
  await phone.close()
  await button(page, 'Undo').click()
  await expect(ladder.nth(0)).toContainText(/Golden marble:\s*lz_ada/)

  await button(page, 'Plan the next season').click()
  await button(page, 'Copy the league').click()
  await expect(page.getByText('Please choose a day.')).toBeVisible()
  await page.getByLabel('Name of the next season').fill('Lz Tour II')
  await page.getByLabel('First day of the earliest round').fill('2031-05-02')
  const days = page.getByRole('list', { name: 'Days of the rounds' }).getByRole('listitem')
  await expect(days.nth(0)).toContainText('Stage 1')
  await expect(days.nth(1)).toContainText('2031')
  await expectAccessible(page)
  await button(page, 'Copy the league').click()
  await expect(page.getByText('Lz Tour II was created.')).toBeVisible()
  await expect(page.getByText('do not let you add them: lz_shy')).toBeVisible()
  await page.getByRole('link', { name: 'Open the new series' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/manage-series/${id}$`))
  const panel = page.getByRole('region', { name: 'League table', exact: true })
  await expect(panel).toContainText('No results yet')
  await expect(panel).toContainText('All rounds count.')
})

test('a league of streamers: its rules, its rows, and its public page', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('ls_host')
  const guest = await signInStreamer('ls_guest')
  const { id, eventIds } = await createSeries(host.session, 'Ls Tour', [
    {
      ...{ name: 'Stage 1', startsIn: -6, lasts: 1 },
      participants: ['ls_host', 'ls_guest'],
    },
  ])
  const [eventId = 0] = eventIds
  await uploadStanding(host, eventId, [
    { name: 'ls_ada', points: 10 },
    { name: 'ls_bea', points: 9 },
  ])
  await uploadStanding(guest, eventId, [{ name: 'ls_ada', points: 12 }])

  await openAs(page, 'ls_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  const channels = page.getByLabel('How many channels of a racer count in a round?')
  await channels.fill('none')
  await expect(page.getByText('Please enter a whole number from 1 to 100')).toBeVisible()
  await channels.fill('1')
  const tried = page.getByRole('table', { name: 'With these rules' }).getByRole('row')
  await expect(tried.nth(1)).toContainText('12')
  await page.getByText('Those of streamers').click()
  await expect(tried.nth(1)).toContainText('ls_host')
  await expect(tried.nth(1)).toContainText('19')
  await page.getByLabel("How many racers on a streamer's board count in a round?").fill('1')
  await expect(tried.nth(1)).toContainText('ls_guest')
  await expectAccessibleInBothSchemes(page)
  await button(page, 'Save the rules').click()
  const panel = page.getByRole('region', { name: 'League table', exact: true })
  await expect(panel).toContainText('the best racer on their own board')
  await expect(panel.getByRole('columnheader', { name: 'Streamer' })).toBeVisible()
  await page.getByLabel('Find a streamer').fill('ls_host')
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(2)

  await button(page, 'Make a public page').click()
  const address = await page
    .getByRole('textbox', { name: 'Address of the public page' })
    .inputValue()
  const stranger = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await stranger.goto(address)
  await expect(stranger.getByText('2 streamers')).toBeVisible()
  await stranger.getByLabel('Find a streamer').fill('ls_host')
  const place = stranger.getByRole('region', { name: 'Place of ls_host' })
  await expect(place).toContainText('2 points')
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(stranger)
  await place.getByRole('link', { name: 'ls_guest' }).click()
  await expect(stranger).toHaveURL(/\/c\/ls_guest/)
  await stranger.close()
})
