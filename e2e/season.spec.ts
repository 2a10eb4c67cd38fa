/**
 * A league's season in real browsers, from the series to the copy for the next season, on a server of its own: its clock
 * is three days behind until the teams are complete. Only results arrive by calls, as the companion sends them. Clicks are
 * counted for each thing that people do.
 */
import type { Page } from '@playwright/test'
import { callAs } from './configurations.ts'
import { CountedTasks } from './counted-people.ts'
import { dayFromNow } from './days.ts'
import { type Streamer, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { useOwnClock } from './own-clock.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { PHONE } from './show-pages.ts'

const goTo = useOwnClock('season', -3)

const LEAGUE = 'Season League'
const ROUNDS = ['Round 1', 'Round 2', 'Round 3'] as const
const [FIRST, SECOND, FINALE] = ROUNDS

/** The steps of the last two ranks. */
const DUEL = ['Duel: The Gap', 'Duel: Count Both Up', 'Duel: Name Both'] as const

const leaguePanel = (page: Page) => page.getByRole('region', { name: 'League table', exact: true })
const teamsPanel = (page: Page) => page.getByRole('region', { name: 'Teams', exact: true })
const publicRound = (page: Page, round: string) =>
  page.getByRole('list', { name: 'Rounds' }).getByRole('listitem').filter({ hasText: round })

/** A streamer's companion sends the results of a round, which is found by its name as the companion does. */
async function sendResults(
  streamer: Streamer,
  round: string,
  points: Readonly<Record<string, number>>,
): Promise<void> {
  const path = `/api/app/get-active-events/${streamer.name}`
  const call = { method: 'POST', path }
  const events = await callAs<{ event_id: number; event: { name: string } }[]>(
    streamer.session,
    call,
  )
  const id = events.find(({ event }) => event.name === round)?.event_id ?? 0
  const racers = Object.entries(points).map(([name, own]) => ({ name, points: own }))
  await uploadStanding(streamer, id, racers)
}

test('a season is run from the first round to the next season without a spreadsheet', async ({
  page,
  browser,
}) => {
  const [caster, guest] = [await signInStreamer('sn_caster'), await signInStreamer('sn_guest')]
  await signInStreamer('sn_deputy')
  const counted = new CountedTasks()
  const baseURL = originUnderTest()
  const openDesk = async () => (await browser.newContext({ timezoneId: 'UTC', baseURL })).newPage()
  const [deputyPage, captainPage] = [await openDesk(), await openDesk()]
  const phone = await browser.newPage({ viewport: PHONE, timezoneId: 'UTC', baseURL })
  const organiser = counted.person('organiser', page)
  const deputy = counted.person('co-organiser', deputyPage)
  const captain = counted.person('captain', captainPage)
  const viewer = counted.person('viewer', phone)
  const onPhone = () => phone.evaluate(() => document.documentElement.scrollWidth)

  await openAs(page, 'sn_host', '/my-events')
  await organiser.does('makes a series of three rounds', 12, async () => {
    await organiser.click(page.getByRole('main').getByRole('link', { name: 'Create Event' }))
    const yes = (question: string) =>
      organiser.check(page.getByRole('group', { name: question }).getByLabel('Yes'))
    await yes('Create a series')
    await organiser.fill(page.getByLabel('Series Name'), LEAGUE)
    await yes('Are there multiple streamers participating in the event?')
    await yes('Will the same streamers participate in each event?')
    for (const { name } of [caster, guest]) {
      await organiser.fill(page.getByRole('combobox', { name: /streamers$/ }), name)
      await organiser.click(page.getByRole('option', { name }))
      await page.keyboard.press('Escape')
    }
    await yes('Will the same leaderboard be used for all events?')
    const schedule = page.getByRole('group', { name: 'Fill in a schedule' })
    await organiser.fill(schedule.getByLabel('Rounds'), '3')
    await organiser.fill(schedule.getByLabel('First round on'), dayFromNow(-2))
    await organiser.select(schedule.getByLabel('Repeats'), 'Every day')
    await organiser.fill(schedule.getByLabel('Days each'), '1')
    await expectAccessible(page)
    await organiser.press('Add 3 Rounds')
    // Not over yet, also if midnight passes meanwhile.
    const finale = page.getByRole('group', { name: 'Event 3' })
    await organiser.fill(finale.getByLabel('End Date'), dayFromNow(1))
    await organiser.press('Create Series')
    await organiser.click(page.getByRole('link', { name: 'Open the series' }))
  })
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([...ROUNDS])
  const series = new URL(page.url()).pathname

  await organiser.does('gives it rules', 3, async () => {
    await organiser.press('Set up a table')
    await organiser.click(page.getByText('Racers join teams'))
    await expectAccessible(page)
    await organiser.press('Save the rules')
  })
  await expect(leaguePanel(page)).toContainText('The rules were saved.')
  const address = page.getByLabel('Address of the public page', { exact: true })
  await organiser.does('makes the public page', 1, () => organiser.press('Make a public page'))
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/)
  const publicPage = new URL(await address.inputValue()).pathname
  await organiser.does('sets the prizes', 2, async () => {
    await organiser.press('Set prizes')
    await organiser.fill(page.getByLabel('Prizes from 1st rank on'), 'Golden marble\nMug')
    await organiser.press('Save the prizes')
  })
  await organiser.does('appoints a co-organiser', 4, async () => {
    const helpers = page.getByRole('region', { name: 'Helpers' })
    await organiser.fill(helpers.getByRole('combobox', { name: 'Person' }), 'sn_deputy')
    await organiser.click(page.getByRole('option', { name: 'sn_deputy' }))
    await page.keyboard.press('Escape')
    await organiser.select(helpers.getByLabel('Role'), 'Co-organiser')
    await organiser.press('Appoint')
    await expect(helpers).toContainText('sn_deputy helps now.')
  })

  await openAs(deputyPage, 'sn_deputy', series)
  await deputy.does('makes a team', 4, async () => {
    await deputy.press('Make a team')
    const dialog = deputyPage.getByRole('dialog', { name: 'Make a team' })
    await deputy.fill(dialog.getByLabel('Name'), 'Copper Comets')
    await deputy.select(dialog.getByLabel('Colour'), 'orange')
    await deputy.press('Make a team', dialog)
  })
  const fold = teamsPanel(deputyPage).locator('summary').filter({ hasText: 'Copper Comets' })
  await fold.click()
  const teamLink = deputyPage.getByRole('textbox', { name: 'Link to join Copper Comets' })
  const team = new URL(await teamLink.inputValue()).pathname
  await openAs(captainPage, 'sn_ada', team)
  await captain.does('asks to join', 1, () => captain.press('Ask to join'))
  await expect(captainPage.getByRole('status')).toContainText('You have asked to join.')
  await deputyPage.reload()
  await deputy.does('admits somebody, and makes them captain', 3, async () => {
    await deputy.click(fold)
    await deputy.press('Admit sn_ada')
    await deputy.press('Make sn_ada the captain')
  })
  await expect(teamsPanel(deputyPage)).toContainText('sn_ada is the captain now.')
  await openAs(phone, 'sn_bea', team)
  await viewer.does('asks to join a team', 1, () => viewer.press('Ask to join'))
  await expect(phone.getByRole('status')).toContainText('You have asked to join.')
  await expectAccessible(phone)
  await captainPage.reload()
  await captain.does('admits somebody', 1, () => captain.press('Admit sn_bea'))
  await expect(captainPage.getByRole('list', { name: 'Members of Copper Comets' })).toContainText(
    'sn_bea',
  )
  await expectAccessible(captainPage)

  // Days pass. The rounds open after the team was complete.
  const pages = [page, deputyPage, captainPage, phone]
  for (const each of pages) await each.goto('about:blank')
  await goTo(0)

  await sendResults(caster, FIRST, { sn_ada: 10, sn_bea: 8, sn_cai: 4 })
  await sendResults(guest, FIRST, { sn_bea: 3, sn_dee: 6 })
  await sendResults(caster, SECOND, { sn_ada: 6, sn_cai: 9 })
  await sendResults(guest, SECOND, { sn_bea: 5 })

  await captain.does('objects to a result', 3, async () => {
    await captainPage.goto(publicPage)
    await captain.press(`Objections to ${FIRST}`)
    await captain.fill(captainPage.getByLabel('What is wrong?'), 'sn_bea left before the end.')
    await captain.press('Object')
    await expect(captainPage.getByRole('button', { name: 'Withdraw' })).toBeVisible()
    await expectAccessible(captainPage)
    await captain.press('Close')
  })
  await expect(publicRound(captainPage, FIRST)).toContainText('1 objection waits for an answer.')

  await deputyPage.goto(series)
  await deputy.does('gives a penalty', 5, async () => {
    const round = deputyPage.getByRole('article', { name: FIRST })
    await deputy.click(round.getByRole('link', { name: 'View Leaderboards' }))
    await deputy.press('Adjust a racer')
    const dialog = deputyPage.getByRole('dialog', { name: 'Adjust a racer' })
    await deputy.fill(dialog.getByLabel('Racer', { exact: true }), 'sn_bea')
    await deputy.check(dialog.getByLabel('sn_bea'))
    await deputy.fill(dialog.getByLabel('Points'), '5')
    await deputy.check(dialog.getByLabel('Left early'))
    await expectAccessible(deputyPage)
    await deputy.press('Adjust', dialog)
  })
  await expect(deputyPage.getByRole('region', { name: 'Adjustments' })).toContainText(
    'sn_bea: -5: left early.',
  )
  await deputyPage.goto(series)
  await deputy.does('answers the objection, and makes the round final', 4, async () => {
    await deputy.press(`Decide about ${FIRST}`)
    const dialog = deputyPage.getByRole('dialog', { name: FIRST })
    await deputy.click(dialog.getByText('Yes', { exact: true }))
    await deputy.fill(dialog.getByLabel('Your answer'), 'sn_bea has a penalty of 5 points.')
    await deputy.press('Answer', dialog)
    await expect(dialog.getByText('Upheld.', { exact: true })).toBeVisible()
    await expectAccessible(deputyPage)
    await deputy.press('Make it final', dialog)
  })
  await expect(leaguePanel(deputyPage)).toContainText(`${FIRST} is final.`)
  const makeFinal = async (round: string) => {
    await organiser.press(`Decide about ${round}`)
    await organiser.press('Make it final', page.getByRole('dialog', { name: round }))
    await expect(leaguePanel(page)).toContainText(`${round} is final.`)
  }
  await page.goto(series)
  await organiser.does('makes a round final', 2, () => makeFinal(SECOND))

  await organiser.does('seals the finale, and shares its page', 4, async () => {
    const round = page.getByRole('article', { name: FINALE })
    await organiser.click(round.getByRole('link', { name: 'Control Room' }))
    await organiser.check(page.getByLabel('Results sealed until the reveal'))
    await expect(page.getByLabel('Results sealed until the reveal')).toBeChecked()
    await organiser.check(page.getByLabel('Public page').first())
    await organiser.press('Make a link')
  })
  await expect(page.getByRole('textbox', { name: 'Public page' })).toHaveValue(/\/e\//)
  await sendResults(caster, FINALE, { sn_ada: 7, sn_cai: 3 })
  await sendResults(guest, FINALE, { sn_bea: 12 })
  await viewer.does('opens the show from the page of the league', 1, async () => {
    await phone.goto(publicPage)
    await expect(phone.getByRole('table', { name: 'Table of Season League' })).toContainText(
      'sn_cai',
    )
    await expectAccessible(phone)
    await viewer.click(publicRound(phone, FINALE).getByRole('link', { name: FINALE }))
  })
  await expect(phone.getByText('Results are coming soon')).toBeVisible()
  await expectAccessible(phone)
  await organiser.does('runs the show', 8, async () => {
    await organiser.press('Start Show')
    for (const step of ['Reveal Rank 3', ...DUEL, 'Show Podium']) {
      const next = page.getByRole('button', { name: step, exact: true })
      await expect(next).not.toHaveAttribute('aria-disabled')
      await organiser.click(next)
    }
    await expect(page.getByRole('button', { name: 'Finish the show' })).toBeEnabled()
    await expectAccessible(page)
    await organiser.press('Finish the show')
    await organiser.press('Finish the show', page.getByRole('alertdialog'))
  })
  await expect(phone.getByText('The winner: sn_bea.')).toBeAttached()

  await page.goto(series)
  await organiser.does('ends the finale, and makes it final', 4, async () => {
    await organiser.press(`Decide about ${FINALE}`)
    await organiser.press('Everybody has raced', page.getByRole('dialog', { name: FINALE }))
    await expect(leaguePanel(page)).toContainText(`${FINALE} is over.`)
    await makeFinal(FINALE)
  })
  await expectAccessible(page)

  await viewer.does('reads who is champion, and why, and their own place', 0, async () => {
    await phone.goto(publicPage)
    const rows = phone.getByRole('table', { name: 'Table of Season League' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('ahead of sn_ada: best result 12 to 10')
    await expect(phone.locator('header').last()).toContainText('3 of 3 rounds played')
    const prizes = phone.getByRole('region', { name: 'Prizes' })
    await expect(prizes.getByRole('listitem')).toHaveText([/Golden marble: sn_bea/, /Mug: sn_ada/])
    await expect(prizes).not.toContainText('Provisional')
    const own = phone.getByRole('list', { name: 'You and your neighbours' })
    await expect(own.getByRole('listitem')).toContainText([/sn_bea/, /sn_ada/])
  })
  expect(await onPhone(), 'only the table scrolls sideways').toBe(PHONE.width)
  await expectAccessible(phone)

  await viewer.does('reads what the team has of each round', 1, async () => {
    const team = phone.getByRole('region', { name: 'Teams' }).getByRole('row').nth(1)
    await expect(team).toContainText('Copper Comets')
    // 10 + 11 - 5, 6 + 5, and 7 + 12.
    await expect(team.getByRole('cell')).toContainText(['1', '46', '16', '11', '19'])
    await viewer.click(team.getByRole('button').first())
    await expect(phone.getByRole('dialog')).toContainText('sn_ada')
  })
  await page.goto(series)
  const opened = page.context().waitForEvent('page')
  await organiser.does('reveals the table on stage', 9, async () => {
    const round = page.getByRole('article', { name: FINALE })
    await organiser.click(round.getByRole('link', { name: 'Control Room' }))
    await organiser.click(page.getByRole('link', { name: 'Open the Stage' }))
    const stage = await opened
    await organiser.press('Show the table of the league')
    await expect(stage.getByText(`Table of ${LEAGUE}`)).toBeVisible()
    for (const step of ['Reveal Rank 4', 'Reveal Rank 3', ...DUEL]) {
      const next = page.getByRole('button', { name: step, exact: true })
      await expect(next).not.toHaveAttribute('aria-disabled')
      await organiser.click(next)
    }
    // Who is on which side is drawn by lot.
    const duel = stage.getByRole('region', { name: 'The duel for rank 1' })
    await expect(duel.getByRole('listitem').filter({ hasText: 'sn_bea' })).toBeVisible()
    await organiser.press('Show Podium')
    await expect(stage.getByRole('listitem').filter({ hasText: 'sn_bea' })).toBeVisible()
    await stage.close()
  })
  await page.goto(series)

  await organiser.does('copies the league for its next season', 3, async () => {
    await organiser.press('Plan the next season')
    await organiser.fill(page.getByLabel('Name of the next season'), `${LEAGUE} II`)
    await organiser.fill(page.getByLabel('First day of the earliest round'), dayFromNow(30))
    await expectAccessible(page)
    await organiser.press('Copy the league')
    await organiser.click(page.getByRole('link', { name: 'Open the new series' }))
  })
  await expect(page).not.toHaveURL(series)
  await expect(leaguePanel(page)).toContainText('No results yet')
  await expectAccessible(page)

  await test.info().attach('clicks', { body: counted.table(), contentType: 'text/plain' })
  test.info().annotations.push({ type: 'clicks', description: counted.table() })
  for (const each of [deputyPage, captainPage, phone]) await each.context().close()
})
