/** Teams of a league: an organiser makes two, people join by a link, their captain lets them in, the table has them. */
import type { Page } from '@playwright/test'
import { signInStreamer, uploadStanding } from './event-boards.ts'
import { button, createSeries } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const teamsPanel = (page: Page) => page.getByRole('region', { name: 'Teams', exact: true })

const fold = (page: Page, team: string) =>
  teamsPanel(page).locator('summary').filter({ hasText: team })

async function makeTeam(page: Page, name: string, color: string): Promise<void> {
  await button(page, 'Make a team').click()
  const dialog = page.getByRole('dialog', { name: 'Make a team' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Colour').selectOption(color)
  await dialog.getByRole('button', { name: 'Make a team' }).click()
  await expect(teamsPanel(page)).toContainText(`${name} was made.`)
}

/** Opens a team's link and asks. */
async function ask(page: Page, name: string, link: string): Promise<void> {
  await openAs(page, name, new URL(link).pathname)
  await button(page, 'Ask to join').click()
  await expect(page.getByRole('status').getByText('You have asked to join.')).toBeVisible()
}

test('people join a team by its link, and its captain lets them in', async ({ page, browser }) => {
  const host = await signInStreamer('te_host')
  const { id, eventIds } = await createSeries(
    host.session,
    'Team Trophy',
    [-3, 5].map((startsIn, index) => ({
      ...{ name: `Stage ${index + 1}`, startsIn, lasts: 1, participants: ['te_host'] },
    })),
  )
  await uploadStanding(host, eventIds[0] ?? 0, [
    { name: 'te_ada', points: 10 },
    { name: 'te_bea', points: 8 },
  ])
  const series = `/my-events/manage-series/${id}`
  await openAs(page, 'te_host', series)
  await button(page, 'Set up a table').click()
  await page.getByText('Racers join teams').click()
  await page.getByLabel('How many members count in a round?').fill('0')
  await expect(page.getByText('Please enter whole numbers from 1 to 100')).toBeVisible()
  await page.getByLabel('How many members count in a round?').fill('2')
  await button(page, 'Save the rules').click()
  await expect(page.getByText('A team has the points of its best 2 members')).toBeVisible()
  await makeTeam(page, 'Copper Comets', 'orange')
  await makeTeam(page, 'Glass Gliders', 'sky')
  await fold(page, 'Copper Comets').click()
  const link = await page.getByRole('textbox', { name: 'Link to join Copper Comets' }).inputValue()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await ask(phone, 'te_ada', link)
  await expectAccessible(phone)

  await page.reload()
  await expect(fold(page, 'Copper Comets')).toContainText('1 asking to join')
  await fold(page, 'Copper Comets').click()
  await expectAccessible(page)
  await button(page, 'Admit te_ada').click()
  await expect(teamsPanel(page)).toContainText('te_ada is in the team.')
  await button(page, 'Change Copper Comets').click()
  await page.getByLabel('Captain', { exact: true }).selectOption({ label: 'te_ada' })
  await button(page, 'Save').click()
  await expect(teamsPanel(page)).toContainText('Copper Comets was changed.')
  await expectAccessibleInBothSchemes(page)

  await ask(phone, 'te_bea', link)
  await openAs(phone, 'te_ada', new URL(link).pathname)
  await expect(phone.getByText('You are the captain of this team.')).toBeVisible()
  await button(phone, 'Admit te_bea').click()
  const roster = phone.getByRole('list', { name: 'Members of Copper Comets' })
  await expect(roster).toContainText('te_ada, captain')
  await expect(roster).toContainText('te_bea')
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await phone.goto('/my-events')
  await expect(phone.getByRole('region', { name: 'Your teams' })).toContainText(
    'Team Trophy, you are the captain',
  )
  await phone.close()

  await page.reload()
  const rows = page.getByRole('table', { name: 'Table of the teams' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  // They joined after the first round had opened.
  await expect(rows.nth(1)).toContainText('Did not race')
})

test('a result of a team says which members counted', async ({ page }) => {
  const host = await signInStreamer('tc_host')
  const { id, eventIds } = await createSeries(host.session, 'Counted Trophy', [
    { name: 'Stage 1', startsIn: -3, lasts: 1, participants: ['tc_host'] },
  ])
  await uploadStanding(host, eventIds[0] ?? 0, [{ name: 'tc_ada', points: 10 }])
  // As if they had joined before the round opened, which no test can wait for.
  await page.route('**/league/teams', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const answer = await response.json()
    for (const team of answer.teams) {
      const counted = [
        { racer_name: 'tc_ada', points: 10 },
        { racer_name: 'tc_bea', points: 8.25 },
      ]
      const hidden = { members: 2, points: 1.5 }
      const cell = {
        ...{ rank: 1, points: 19.75, adjustment: 0, bonus: 0, kept: 0, value: 39.5 },
        ...{ isDropped: false, isDisqualified: false, counted, hidden },
      }
      Object.assign(team, { rank: 1, total: 39.5, rounds: 1, missing: 0, cells: [cell] })
    }
    await route.fulfill({ response, json: answer })
  })
  await openAs(page, 'tc_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await page.getByText('Racers join teams').click()
  await button(page, 'Save the rules').click()
  await makeTeam(page, 'Copper Comets', 'orange')
  await button(page, '1st place, 39.5').click()
  const dialog = page.getByRole('dialog', { name: 'Copper Comets, Stage 1' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    'tc_ada10',
    'tc_bea8.25',
    '2 hidden members1.5',
  ])
  await expect(dialog).toContainText('Together 19.75, with the multiplier 39.5.')
  await expectAccessible(page)
})

test('only streamers of the league join a team of streamers', async ({ page, expectComplaint }) => {
  expectComplaint(/409/)
  const host = await signInStreamer('ts_host')
  await signInStreamer('ts_guest')
  const { id } = await createSeries(host.session, 'Streamer Trophy', [
    { name: 'Stage 1', startsIn: 5, lasts: 1, participants: ['ts_host', 'ts_guest'] },
  ])
  const series = `/my-events/manage-series/${id}`
  await openAs(page, 'ts_host', series)
  await button(page, 'Set up a table').click()
  await page.getByText('Those of streamers').click()
  await page.getByText('Streamers join teams').click()
  await button(page, 'Save the rules').click()
  await makeTeam(page, 'Jade Jets', 'green')
  await fold(page, 'Jade Jets').click()
  const link = await page.getByRole('textbox', { name: 'Link to join Jade Jets' }).inputValue()

  await openAs(page, 'ts_ada', new URL(link).pathname)
  await expect(page.getByText('Its members are streamers.', { exact: false })).toBeVisible()
  await expect(button(page, 'Ask to join')).toHaveCount(0)
  await expectAccessible(page)
  await ask(page, 'ts_guest', link)

  await openAs(page, 'ts_host', series)
  await fold(page, 'Jade Jets').click()
  await button(page, 'Admit ts_guest').click()
  const roster = page.getByRole('list', { name: 'Members of Jade Jets' })
  await expect(roster).toContainText('ts_guest')

  await button(page, 'Change the rules').click()
  await page.getByText('Those of racers').click()
  await button(page, 'Save the rules').click()
  await expect(
    page.getByText('The teams of this league have streamers', { exact: false }),
  ).toBeVisible()
})
