/** A round of a league that prescribes its games: the organiser says which, and decides about single ones. */
import { raceFiles } from '@rollcall/server/testing/game-files'
import { signInStreamer, uploadGame } from './event-boards.ts'
import { button, createSeries, expectNoSidewaysScroll } from './event-forms.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

test('an organiser prescribes a map and the first game, and lets another one count', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('pr_host')
  const caster = await signInStreamer('pr_caster')
  const { id } = await createSeries(host.session, 'Community Series', [
    { name: 'Week 1', startsIn: -1, lasts: 7, participants: ['pr_host', 'pr_caster'] },
  ])
  await openAs(page, 'pr_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()

  await button(page, 'Games of Week 1').click()
  const dialog = page.getByRole('dialog', { name: 'Games of Week 1' })
  await dialog.getByLabel('Map', { exact: true }).fill('Spire')
  await dialog.getByText('The first', { exact: true }).click()
  await dialog.getByLabel('How many').fill('none')
  await button(page, 'Save').click()
  await expect(dialog).toContainText('Please enter a whole number from 1 to 100.')
  await dialog.getByLabel('How many').fill('1')
  await expect(dialog).toContainText("Counts: races on Spire, each channel's first one.")
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(dialog).toContainText('No games on the days of this round yet.')

  const minutesAgo = (minutes: number) => new Date(Date.now() - 60_000 * minutes)
  const race = (map: string, minutes: number) =>
    uploadGame(caster.session, raceFiles(['pr_ada', 'pr_bea'], minutesAgo(minutes), { map }))
  await race('Hill', 9)
  await race('Spire', 6)
  await race('Spire', 3)
  await page.reload()
  await button(page, 'Games of Week 1').click()
  await expect(dialog).toContainText('1 of 1 count')
  const games = dialog.getByRole('listitem')
  await expect(games).toContainText([
    'Does not count: it was on another map than the round prescribes.',
    'Counts',
    'Does not count: only the first games count, and enough were played before.',
  ])
  await games.nth(2).getByRole('button').click()
  await expect(games.nth(2)).toContainText('An organiser has decided this.')
  await expect(games.nth(1)).toContainText('Does not count: only the first games count')
  await games.nth(2).getByRole('button').click()
  await expect(games.nth(1)).toContainText('Counts')

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await openAs(phone, 'pr_caster', `/my-events/manage-series/${id}`)
  await button(phone, 'Games of Week 1').click()
  const own = phone.getByRole('dialog', { name: 'Games of Week 1' })
  await expect(own.getByRole('listitem')).toHaveCount(3)
  await expect(own.getByRole('button', { name: 'Let it count' })).toHaveCount(0)
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await phone.close()
})
