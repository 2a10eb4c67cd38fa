/** A viewer's results in events: nothing while a show is to come, then their place, and the board around it. */
import { callAs } from './configurations.ts'
import { dayFromNow, withinOneDay } from './days.ts'
import { createEvent, raceNow, signInStreamer } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const DAYS = { startDate: dayFromNow(-1), endDate: dayFromNow(1) }
const FIELD = Array.from({ length: 14 }, (_, index) => `result_${index + 1}`)

test('a viewer who came third reads their result, opens the board and finds their row', async ({
  page,
}) => {
  const host = await signInStreamer('results_host')
  const cup = await createEvent([host], 'Viewer cup', DAYS)
  await raceNow(host, FIELD)
  const settings = (body: object) =>
    callAs(host.session, { method: 'PUT', path: `/api/show/control/${cup}/settings`, body })
  const results = page.getByRole('region', { name: 'My results' })
  const result = results.getByRole('listitem').filter({ hasText: 'Viewer cup' })

  await settings({ isSealed: true })
  await openAs(page, 'result_3', '/my-events')
  await expect(page.getByText('You are not currently participating in any events.')).toBeVisible()
  await expect(results).toContainText('You have no results in events yet.')
  await expectAccessible(page)

  await settings({ isSealed: false })
  await page.reload()
  await expect(result).toHaveText(/^3.*Viewer cup.*90.*3rd of 14 racers.*by results_host/)
  await expectAccessibleInBothSchemes(page)

  await result.getByRole('link', { name: 'Viewer cup' }).click()
  await expect(page).toHaveURL(`/my-events/view-leaderboard/${cup}?streamer=all`)
  // Until its rank is uncovered, the board gives no row away.
  const own = page.getByRole('region', { name: 'Your place' })
  await expect(page.getByRole('button', { name: 'Start Reveal' })).toBeEnabled()
  await expect(own).toBeHidden()
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(own.getByRole('listitem')).toHaveText([
    /2.*result_2.*95.*5 points ahead of you/,
    /3.*result_3.*90.*You/,
    /4.*result_4.*85.*5 points behind you/,
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await own.getByRole('link', { name: 'result_2' }).click()
  await expect(page).toHaveURL('/r/twitch/result_2')

  await callAs(host.session, {
    method: 'POST',
    path: `/api/show/control/${cup}/move`,
    body: { version: 0, move: { kind: 'start', phase: 'live' } },
  })
  await page.goto('/my-events')
  await expect(results).toContainText('You have no results in events yet.')
  await expect(result).toHaveCount(0)
})

test('the dashboard shows where somebody is today, and follows each game', async ({ page }) => {
  const host = await signInStreamer('position_host')
  await openAs(page, 'position_fan', '/dashboard/season')
  const position = page.getByRole('region', { name: 'Your ranks this season' })
  await expect(position).toContainText('Type !play in the chat')

  await raceNow(host, ['position_first', 'position_fan', 'position_last'])
  await page.reload()
  const row = position.getByRole('listitem')
  await expect(row).toHaveText(/2.*position_host.*2nd of 3.*1 point to 1st/)
  await expectAccessibleInBothSchemes(page)
  await raceNow(host, ['position_fan', 'position_first'])
  await expect(row).toHaveText(/1.*position_host.*1st of 3/)

  await row.getByRole('link', { name: "The season's board" }).click()
  await expect(page).toHaveURL('/c/position_host')
  await page.goBack()
  await position.getByRole('link', { name: 'Your racer page' }).click()
  await expect(page).toHaveURL('/r/twitch/position_fan')

  await page.goto('/dashboard/channel')
  const card = page.getByRole('link', { name: /position_host/ })
  await expect(card).toHaveText(/Points.*Rank1st of 3Games2/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await card.click()
  await page.getByRole('link', { name: 'Board and games of this channel' }).click()
  await expect(page).toHaveURL('/c/position_host')
})

test("a streamer's dashboard says how tonight goes, and leads to the night and to overlays", ({
  page,
}) =>
  withinOneDay(page, async (ending) => {
    const host = await signInStreamer(`stream_host${ending}`)
    await raceNow(host, [`stream_host${ending}`, 'stream_fan'])
    await openAs(page, `stream_host${ending}`, '/dashboard/season')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the Dashboard!')
    const stream = page.getByRole('region', { name: 'Your stream' })
    await expect(stream).toContainText('Not seen yet')
    await expectAccessibleInBothSchemes(page)
    // There was no visit before.
    await expect(page.getByText('Since your last visit')).toHaveCount(0)
    await stream.getByRole('link', { name: '1 game' }).click()
    await expect(page).toHaveURL(/\/c\/stream_host\w*\/\d{4}-\d{2}-\d{2}$/)
    await page.goBack()
    await stream.getByRole('link', { name: 'Show your board in OBS' }).click()
    await expect(page).toHaveURL('/my-events/overlays')
  }))
