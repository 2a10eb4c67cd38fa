/** What a league gives beside the points of a round, and where each result of its table comes from. */
import { raceFiles } from '@rollcall/server/testing/game-files'
import { dayFromNow } from './days.ts'
import { signInStreamer, uploadGame, uploadStanding } from './event-boards.ts'
import { button, createSeries, expectNoSidewaysScroll } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

test('an organiser sets bonuses, and a result says where it comes from', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('lt_host')
  const guest = await signInStreamer('lt_guest')
  const { id, eventIds } = await createSeries(
    host.session,
    'Lt Tour',
    [-6, -3].map((startsIn, index) => ({
      ...{ name: `Stage ${index + 1}`, startsIn, lasts: 1 },
      participants: ['lt_host', 'lt_guest'],
    })),
  )
  const finishedAt = (hour: number) => new Date(`${dayFromNow(-6)}T${hour}:00:00Z`)
  await uploadGame(host.session, raceFiles(['lt_ada', 'lt_bea', 'lt_cai'], finishedAt(14)))
  await uploadGame(host.session, raceFiles(['lt_bea', 'lt_ada'], finishedAt(15)))
  await uploadStanding(guest, eventIds[1] ?? 0, [{ name: 'lt_ada', points: 3 }])

  await openAs(page, 'lt_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Add a bonus').click()
  await button(page, 'Add a bonus').click()
  await button(page, 'Add a bonus').click()
  await expect(page.getByText('Missing: single games needed.')).toBeVisible()
  await expect(page.getByText('lt_guest in Stage 2')).toBeVisible()
  await button(page, 'Remove the bonus Stage winner').click()
  await page.getByLabel('Points, bonus 1').fill('x')
  await expect(page.getByText('Each bonus needs a name of its own')).toBeVisible()
  await page.getByLabel('Points, bonus 1').fill('5')
  await page.getByLabel('Name, bonus 2').fill('Fair play')
  await page.getByLabel('Yes, they always count').check()
  await page.getByLabel('Add a rule').selectOption('the better place in one game')
  await expect(button(page, 'Save the rules')).toBeDisabled()
  await page.getByLabel('Round of the game that decides').selectOption('Stage 2')
  await expect(page.getByText('This round has no single games.')).toBeVisible()
  await page.getByLabel('Round of the game that decides').selectOption('Stage 1')
  await page.getByLabel('The game that decides', { exact: true }).selectOption({ index: 1 })
  await expectAccessibleInBothSchemes(page)
  await button(page, 'Save the rules').click()

  const panel = page.getByRole('region', { name: 'League table', exact: true })
  await expect(panel.getByText('The rules were saved.')).toBeVisible()
  await expect(panel).toContainText('Most games: 5 points for the most games of a round.')
  await expect(panel).toContainText('Fair play: 1 point each time that the organiser gives it.')
  await expect(panel).toContainText(/The game that decides is the one of Stage 1 that ended on/)

  await page.goto(`/my-events/view-leaderboard/${eventIds[0]}?streamer=all`)
  await button(page, 'Adjust a racer').click()
  const other = page.getByRole('dialog', { name: 'Adjust a racer' })
  await other.getByLabel('Racer', { exact: true }).fill('lt_cai')
  await other.getByLabel('lt_cai').check()
  await other.getByLabel('Bonus in the league: Fair play').check()
  await other.getByRole('button', { name: 'Adjust', exact: true }).click()
  const list = page.getByRole('region', { name: 'Adjustments' })
  await expect(list.getByRole('listitem')).toContainText('Fair play: bonus in the league')

  await page.goto(`/my-events/manage-series/${id}`)
  const table = page.getByRole('table', { name: 'Table of the league' })
  const cai = table.getByRole('row', { name: /lt_cai/ })
  await cai.getByRole('button', { name: /with \+1 bonus/ }).click()
  const dialog = page.getByRole('dialog', { name: 'lt_cai, Stage 1' })
  await expect(dialog).toContainText('3rd place × 1')
  await expect(dialog).toContainText('Fair play: +1')
  await expect(dialog).toContainText('It counts.')
  await expectAccessible(page)
  await button(page, 'Close').click()

  await button(page, 'Make a public page').click()
  const address = await page
    .getByRole('textbox', { name: 'Address of the public page' })
    .inputValue()
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(address)
  const ada = phone.getByRole('row', { name: /lt_ada/ })
  await ada.getByRole('button', { name: /with \+5 bonus/ }).click()
  await expect(phone.getByRole('dialog', { name: 'lt_ada, Stage 1' })).toContainText(
    'Most games: +5',
  )
  await expectNoSidewaysScroll(phone)
  await phone.close()
})
