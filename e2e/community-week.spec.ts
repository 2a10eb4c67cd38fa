/** A week of a community series: a map and named games are prescribed, streamers run it live, all results are combined. */
import type { Page } from '@playwright/test'
import { raceFiles } from '@rollcall/server/testing/game-files'
import { signInStreamer, uploadGame } from './event-boards.ts'
import { button, createSeries, expectNoSidewaysScroll } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const RACE = { map: 'Spire', seconds: (place: number) => 1 + place / 10 }
/** Late enough that a game of a second has started after what was pressed. */
const soon = () => new Date(Date.now() + 5_000)

/** The streamer names the next game on My Events. */
async function nameNext(page: Page): Promise<void> {
  const named = page.getByRole('group', { name: 'Your next games in Week 1' })
  await expect(named).toContainText('Your next game does not count yet. 0 of 1 count so far.')
  await named.getByRole('button', { name: 'My next game counts: Week 1' }).click()
  await expect(named).toContainText('Your next game counts.')
  await expect(named.getByRole('button', { name: /My next game counts/ })).toHaveCount(0)
}

test('streamers name the game that counts, run a week live, and all results are combined', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('cw_host')
  const casters = [await signInStreamer('cw_ann'), await signInStreamer('cw_ben')] as const
  const { id } = await createSeries(host.session, 'Community Series', [
    { name: 'Week 1', startsIn: -1, lasts: 7, participants: ['cw_ann', 'cw_ben'] },
  ])
  await openAs(page, 'cw_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()
  await button(page, 'Games of Week 1').click()
  const dialog = page.getByRole('dialog', { name: 'Games of Week 1' })
  await dialog.getByLabel('Map', { exact: true }).fill('Spire')
  await dialog.getByText('Those that the streamer names before they start').click()
  await dialog.getByLabel('How many').fill('1')
  await expect(dialog).toContainText(
    'Counts: races on Spire, the one that each streamer names before it starts.',
  )
  await button(page, 'Save').click()
  await expect(dialog).toContainText('No games on the days of this round yet.')

  // Played before anything was named.
  await uploadGame(
    casters[0].session,
    raceFiles(['cw_eve', 'cw_ada'], new Date(Date.now() - 60_000), RACE),
  )
  const live = await browser.newPage()
  await openAs(live, 'cw_ann', '/my-events')
  await nameNext(live)
  await button(live, 'Take back: Week 1').click()
  await nameNext(live)
  await expectAccessibleInBothSchemes(live)
  await uploadGame(casters[0].session, raceFiles(['cw_ada', 'cw_bea'], soon(), RACE))
  await live.reload()
  const own = live.getByRole('group', { name: 'Your next games in Week 1' })
  await expect(own).toContainText('1 of 1 count so far.')
  await expect(own.getByRole('button')).toHaveCount(0)
  await live.close()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await openAs(phone, 'cw_ben', '/my-events')
  await nameNext(phone)
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await uploadGame(casters[1].session, raceFiles(['cw_bea', 'cw_cai', 'cw_ada'], soon(), RACE))
  await phone.close()

  await page.reload()
  await button(page, 'Games of Week 1').click()
  await dialog.locator('summary').filter({ hasText: 'cw_ann' }).click()
  await expect(dialog.getByRole('listitem').filter({ visible: true })).toContainText([
    'Does not count: it was not named before it started.',
    'Counts',
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  // As many games count as are prescribed, so that all have run it once those have finished.
  const rows = page.getByRole('table', { name: 'Table of the league' }).getByRole('row')
  await expect(async () => {
    await page.reload()
    await expect(rows).toHaveCount(4, { timeout: 5_000 })
  }).toPass()
  await expect(rows.nth(1)).toContainText('cw_bea')
  await expect(page.getByRole('table', { name: 'Table of the league' })).not.toContainText('cw_eve')
})
