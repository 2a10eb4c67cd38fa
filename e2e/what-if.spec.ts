/** What if: while an organiser edits, every form of a league and of a configuration says who would move. */
import { callAs, createConfiguration } from './configurations.ts'
import { raceNow, signInStreamer, uploadStanding } from './event-boards.ts'
import { button, createSeries } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const ROUNDS = [
  { wi_ada: 10, wi_bea: 8 },
  { wi_ada: 1, wi_bea: 8 },
  { wi_ada: 9, wi_bea: 7 },
]
const RULES = { points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [], multipliers: [] }

test('an organiser sees who would move with other drops, multipliers and divisions', async ({
  page,
}) => {
  const host = await signInStreamer('wi_host')
  const { id, eventIds } = await createSeries(
    host.session,
    'Wi Tour',
    ROUNDS.map((_, index) => ({
      name: `Stage ${index + 1}`,
      ...{ startsIn: 3 * index - 12, lasts: 1, participants: ['wi_host'] },
    })),
  )
  const league = `/api/events/series/${id}/league`
  await callAs(host.session, { method: 'PUT', path: league, body: { rules: RULES } })
  const divisions = ['Gold', 'Silver'].map((name) => ({ id: null, name }))
  await callAs(host.session, {
    ...{ method: 'PUT', path: `${league}/divisions` },
    body: { divisions },
  })
  for (const [index, points] of ROUNDS.entries()) {
    const racers = Object.entries(points).map(([name, own]) => ({ name, points: own }))
    await uploadStanding(host, eventIds[index] ?? 0, racers)
  }

  await openAs(page, 'wi_host', `/my-events/manage-series/${id}`)
  await button(page, 'Change the rules').click()
  const panel = page.getByRole('region', { name: 'Who would move', exact: true })
  await expect(panel).toContainText('Nobody would move. Nothing is saved yet.')
  await page.getByLabel('How many of the worst results do not count?').fill('0, 0, 1')
  await expect(panel).toContainText('2 racers would have another rank. Nothing is saved yet.')
  const rows = panel.getByRole('table', { name: 'Who would move in the table' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/wi_ada.*2nd, 20.*1st, 19/)
  await expect(rows.nth(2)).toContainText(/wi_bea.*1st, 23.*2nd, 16/)
  await expectAccessibleInBothSchemes(page)

  await page.getByLabel('How many of the worst results do not count?').fill('0')
  await expect(panel).toContainText('Nobody would move.')
  await page.getByText('Multipliers', { exact: true }).click()
  await page.getByLabel('Multiplier of Stage 1').fill('3')
  await expect(rows.nth(1)).toContainText(/wi_ada.*2nd, 20.*1st, 40/)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await button(page, 'Cancel').click()

  await button(page, 'Change the divisions').click()
  await button(page, 'Remove the division Silver').click()
  await expect(panel).toContainText('Silver would be removed.')
  await expect(panel).toContainText('Gold would have no racers from the next round that opens.')
  await button(page, 'Cancel').click()
  await button(page, 'Racers in Gold').click()
  await page.getByRole('dialog').getByLabel('Names').fill('wi_ada')
  await expect(panel).toContainText('Nobody would move.')
  await expect(panel).toContainText('Gold would have 1 racer from the next round that opens.')
  await expectAccessible(page)
})

test('the page of a configuration shows who would move in the events that use it', async ({
  page,
}) => {
  const host = await signInStreamer('wv_host')
  const positions = [1, 5].map((points, index) => ({ position: index + 1, points }))
  const leaderboard = await createConfiguration(host.session, { name: 'Wv second wins', positions })
  await createSeries(host.session, 'Wv Tour', [
    { name: 'Wv Stage', startsIn: -9, lasts: 18, participants: ['wv_host'], leaderboard },
  ])
  await raceNow(host, ['wv_ada', 'wv_bea'])
  await openAs(page, 'wv_host', `/manage-leaderboard-config/${leaderboard}`)
  await expect(page.getByRole('region', { name: 'Who would move' })).toHaveCount(0)
  await page.getByLabel('Position 1', { exact: true }).fill('9')
  const tried = page.getByRole('region', { name: 'Who would move in Wv Stage' }).first()
  await expect(tried).toContainText('2 racers would have another rank on All Streamers.')
  const rows = tried.getByRole('row')
  await expect(rows.nth(1)).toContainText(/wv_ada.*2nd, 1.*1st, 9/)
  await expect(rows.nth(2)).toContainText(/wv_bea.*1st, 5.*2nd, 5/)
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Position 1', { exact: true }).fill('2')
  await expect(tried).toContainText('Nobody would move on All Streamers.')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
