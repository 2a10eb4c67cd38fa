/** A league on streams: its table as an overlay, and revealed by the show of its last round. */
import { openApiClient } from '@rollcall/demo/api-client'
import { signInStreamer, uploadStanding } from './event-boards.ts'
import { button, createSeries } from './event-forms.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { FULL_HD, openPage, PHONE } from './show-pages.ts'

const ROUNDS = [
  { lf_ada: 10, lf_bea: 8, lf_cai: 12, lf_eve: 30 },
  { lf_ada: 6.5, lf_bea: 16, lf_cai: 4 },
]
const RULES = {
  ...{ points: { kind: 'event' }, drops: [0], minimumRounds: 2, ties: ['wins'] },
  ...{ multipliers: [], objectionHours: 48 },
}

test('the table of a league is an overlay, and the board of a show', async ({ page, browser }) => {
  const host = await signInStreamer('lf_host')
  const { id, eventIds } = await createSeries(
    host.session,
    'Le Finale',
    ROUNDS.map((_, index) => ({
      name: `Stage ${index + 1}`,
      ...{ startsIn: 3 * index - 9, lasts: 1, participants: ['lf_host'] },
    })),
  )
  for (const [index, points] of ROUNDS.entries()) {
    const racers = Object.entries(points).map(([name, own]) => ({ name, points: own }))
    await uploadStanding(host, eventIds[index] ?? 0, racers)
  }
  const client = openApiClient(originUnderTest())
  const series = `/api/events/series/${id}`
  await client.call(`${series}/league`, host.session, { rules: RULES }, 'PUT')
  const { token } = await client.call<{ token: string }>(
    `${series}/link`,
    host.session,
    undefined,
    'POST',
  )

  const phone = await openPage(browser, PHONE)
  await phone.goto(`/s/${token}`)
  await expect(phone.getByRole('heading', { name: 'Show the table on a stream' })).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  const address = await phone.getByRole('textbox', { name: 'Overlay of the table' }).inputValue()
  const embed = await phone.getByRole('textbox', { name: 'Embed code' }).inputValue()

  const overlay = await openPage(browser, FULL_HD)
  await overlay.goto(address)
  await expect(overlay.getByText('Table after 2 of 2 rounds')).toBeVisible()
  const rows = overlay.getByRole('list', { name: 'Table of the league' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText('24.00')
  await expect(rows.nth(3)).toContainText('lf_eve')
  const [, source = ''] = /src="([^"]+)"/.exec(embed) ?? []
  await phone.goto(source)
  await expect(phone.getByRole('listitem').nth(0)).toContainText('lf_bea')

  await openAs(page, 'lf_host', `/my-events/overlays?league=${token}`)
  await page.getByLabel('Rows', { exact: true }).fill('3')
  await expect(page.frameLocator('iframe').getByRole('listitem')).toHaveCount(3)
  await expect(button(page, 'Reset link')).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)

  const last = eventIds[1] ?? 0
  await page.goto(`/my-events/control/${last}`)
  await page.getByLabel('Board', { exact: true }).selectOption('Table of Le Finale')
  await page.getByLabel('Start at rank').fill('2')
  await page.getByLabel('Start at rank').blur()
  await expectAccessibleInBothSchemes(page)
  const stage = await openPage(browser, FULL_HD)
  await openAs(stage, 'lf_host', `/stage/${last}`)
  await button(page, 'Start Show').click()
  await expect(stage.getByText('Table of Le Finale')).toBeVisible()
  await expect(stage.getByRole('listitem')).toHaveCount(4)
  await expect(stage.getByRole('listitem').nth(0)).not.toContainText('lf_bea')
  await button(page, 'Reveal Rank 1').click()
  await expect(stage.getByRole('listitem').nth(0)).toContainText('lf_bea')
  await button(page, 'Show Podium').click()
  await button(page, 'Finish the show').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish the show' }).click()
  await expect(page.getByText('Stage: final results, 4 rows')).toBeVisible()
  // Its results are as open as before.
  await phone.goto(`/s/${token}`)
  await expect(phone.getByRole('list', { name: 'Rounds' })).toContainText('lf_bea won with 16')
})
