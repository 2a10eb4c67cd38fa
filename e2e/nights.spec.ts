/** A night of a channel, and the boards of weeks and months. */
import type { ChannelPage } from '@rollcall/contract/channels'
import { DAY_MS } from '@rollcall/formats/durations'
import { withinOneDay } from './days.ts'
import { raceNow, signInStreamer } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

async function findChannel(login: string): Promise<ChannelPage> {
  const response = await fetch(new URL(`/api/channels/${login}`, originUnderTest()))
  return (await response.json()) as ChannelPage
}

test(
  'last night is one click from the channel, and leads to the night before',
  {
    tag: '@quick',
  },
  ({ page, expectComplaint }) =>
    withinOneDay(page, async (ending) => {
      expectComplaint(/status of 400/)
      const host = await signInStreamer(`night_host${ending}`)
      await raceNow(host, ['ni_bea', 'ni_ada', 'ni_cai'], new Date(Date.now() - 2 * DAY_MS))
      await raceNow(host, ['ni_ada', 'ni_bea', 'ni_dee'])
      await expect
        .poll(async () => (await findChannel(`night_host${ending}`)).firstDay)
        .not.toBeNull()
      const { firstDay, lastNight } = await findChannel(`night_host${ending}`)

      await page.goto(`/c/night_host${ending}`)
      await page.getByRole('link', { name: 'Today so far' }).click()
      await expect(page).toHaveURL(`/c/night_host${ending}/${lastNight}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(`A night of night_host${ending}`)).toBeVisible()
      const podium = page.getByRole('region', { name: 'First three' })
      await expect(podium).toContainText('ni_ada')
      await expect(page.getByRole('region', { name: 'New faces' })).toContainText('ni_dee')
      await expect(
        page.getByRole('region', { name: 'What it changed in Season 75' }),
      ).toContainText('ni_ada took the lead from ni_bea, with 5 points.')
      await expect(page.getByRole('region', { name: 'Best games' })).toContainText('ni_ada')
      await expectAccessibleInBothSchemes(page)

      await raceNow(host, ['ni_dee', 'ni_bea'])
      const games = page.getByRole('list', { name: 'Games' })
      await expect(games.getByRole('listitem')).toHaveCount(2)

      await page.getByRole('navigation', { name: 'Other nights' }).getByRole('link').first().click()
      await expect(page).toHaveURL(`/c/night_host${ending}/${firstDay}`)
      await expect(podium).toContainText('ni_bea')
      await page.getByRole('link', { name: 'All 3 racers of this day' }).click()
      await expect(page).toHaveURL(`/c/night_host${ending}?of=${firstDay}`)

      await page.goto(`/c/night_host${ending}/2026-13-01`)
      await expect(page.getByRole('link', { name: 'See the standings' })).toBeVisible()
    }),
)

test('weeks and months follow each other, on the channel and in the season', ({ page }) =>
  withinOneDay(page, async (ending) => {
    const host = await signInStreamer(`weekly_host${ending}`)
    await raceNow(host, ['wk_ada', 'wk_bea'], new Date(Date.now() - 7 * DAY_MS))
    await raceNow(host, ['wk_bea', 'wk_ada', 'wk_cai'])
    await expect
      .poll(async () => (await findChannel(`weekly_host${ending}`)).firstDay)
      .not.toBeNull()

    await openAs(page, 'wk_ada', `/c/weekly_host${ending}`)
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await expect(page).toHaveURL(`/c/weekly_host${ending}?of=week`)
    const board = page.getByRole('list', { name: 'Racers', exact: true })
    await expect(board.getByRole('listitem')).toHaveText([/wk_bea.*3/, /wk_ada.*2/, /wk_cai.*1/])
    await expect(page.getByRole('region', { name: 'Your place' })).toContainText('wk_ada')
    await page.getByRole('button', { name: 'The week before' }).click()
    await expect(page).toHaveURL(/\?of=\d{4}-W\d\d$/)
    await expect(board.getByRole('listitem')).toHaveText([/wk_ada.*2/, /wk_bea.*1/])
    await page.getByRole('button', { name: 'The week after' }).click()
    await expect(page).toHaveURL(`/c/weekly_host${ending}?of=week`)
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect(page).toHaveURL(`/c/weekly_host${ending}?of=month`)
    await expect(board.getByRole('listitem').first()).toBeVisible()
    await expectAccessibleInBothSchemes(page)

    await page.goto('/seasons/75')
    const weeks = page.getByRole('region', { name: 'Weeks and months' })
    await expect(weeks.getByText(`weekly_host${ending}`)).toBeVisible()
    await weeks.getByRole('button', { name: 'The week before' }).click()
    await expect(page).toHaveURL(/\?of=\d{4}-W\d\d$/)
    await weeks.getByText('Share, embed or download this board').click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      weeks
        .getByRole('group', { name: 'Download the channels of these days' })
        .getByText('CSV')
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^season-75-\d{4}-W\d\d\.csv$/)
    await expect(weeks.getByRole('img', { name: 'The first three of Season 75' })).toBeVisible()
    const embed = weeks.getByRole('textbox', { name: 'Embed code' })
    const [, address = ''] = /src="([^"]+)"/.exec(await embed.inputValue()) ?? []
    await expectAccessibleInBothSchemes(page)
    await page.goto(address)
    await expect(page.getByRole('list', { name: 'Weeks and months' })).toContainText(
      `weekly_host${ending}`,
    )
    const link = page.getByRole('link', { name: 'Season 75' })
    await expect(link).toHaveAttribute('href', /^\/seasons\/75\?of=\d{4}-W\d\d$/)
  }))
