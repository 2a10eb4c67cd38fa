/** An organiser penalises and disqualifies racers in an event, everybody reads why, and it is taken back. */
import { dayFromNow } from './days.ts'
import { createEvent, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const DAYS = { startDate: dayFromNow(-1), endDate: dayFromNow(1) }

test('a penalty changes the board of All Streamers until it is taken back', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('adj_host')
  const guest = await signInStreamer('adj_guest')
  const cup = await createEvent([host, guest], 'Adjusted cup', DAYS)
  const racers = [120, 115, 110, 40].map((points, index) => ({ name: `adj_${index + 1}`, points }))
  await uploadStanding(host, cup, racers)
  await uploadStanding(guest, cup, [{ name: 'adj_4', points: 10 }])

  const address = `/my-events/view-leaderboard/${cup}?streamer=all`
  await openAs(page, 'adj_host', address)
  const board = page.getByRole('region', { name: 'Event results' })
  const names = board.getByRole('rowheader')
  for (const press of ['Start Reveal', ...[4, 3, 2, 1].map((rank) => `Reveal Rank ${rank}`)]) {
    await page.getByRole('button', { name: press }).click()
  }
  await expect(names).toHaveText(['adj_1', 'adj_2', 'adj_3', 'adj_4'])
  // The last rank is still becoming clear, and then nothing above the board moves any more.
  await expect(page.getByRole('button', { name: 'Show Podium' })).toBeVisible()

  await board.getByRole('button', { name: 'Adjust the points of adj_1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust the points of adj_1' })
  await dialog.getByRole('button', { name: 'Adjust', exact: true }).click()
  await expect(dialog).toContainText('Choose what happens, and why.')
  await dialog.getByLabel('Penalty').check()
  await dialog.getByLabel('Points').fill('7.5')
  await dialog.getByLabel('Wrong map').check()
  await dialog.getByLabel('Note').fill('Map 3, twice.')
  await expect(dialog).toContainText('adj_1: 120 (1st) → 112.5 (2nd)')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Adjust', exact: true }).click()
  const list = page.getByRole('region', { name: 'Adjustments' })
  await expect(list.getByRole('status')).toContainText('adj_1: -7.5: wrong map.')
  await expect(names).toHaveText(['adj_2', 'adj_1', 'adj_3', 'adj_4'])

  await list.getByRole('button', { name: 'Adjust a racer' }).click()
  const other = page.getByRole('dialog', { name: 'Adjust a racer' })
  await other.getByLabel('Racer', { exact: true }).fill('j_2')
  await other.getByLabel('adj_2').check()
  await other.getByLabel('Disqualify').check()
  await other.getByLabel('Second account').check()
  await other.getByRole('button', { name: 'Adjust', exact: true }).click()
  await expect(names).toHaveText(['adj_1', 'adj_3', 'adj_4', 'adj_2'])
  await expect(board.getByRole('row', { name: /adj_2/ })).toContainText('DSQ')
  await expect(list.getByRole('listitem')).toHaveText([
    /adj_1.*-7\.5: wrong map.*Map 3, twice\..*by adj_host.*Take back/s,
    /adj_2.*Disqualified: second account/s,
  ])
  await page.getByRole('button', { name: 'Show Details' }).click()
  await board.getByRole('button', { name: 'Points explained for adj_1' }).click()
  await expect(board).toContainText('-7.5: wrong map')
  await expectAccessibleInBothSchemes(page)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await openAs(phone, 'adj_1', '/my-events')
  const results = phone.getByRole('region', { name: 'My results' })
  await expect(results).toContainText('-7.5: wrong map – Map 3, twice.')
  await phone.goto(address)
  await phone.getByRole('button', { name: 'Show results' }).click()
  const shown = phone.getByRole('region', { name: 'Adjustments' })
  await expect(shown).toContainText('-7.5: wrong map')
  await expect(shown).not.toContainText('Map 3')
  await expect(phone.getByRole('button', { name: /^(Take back|Adjust)/ })).toHaveCount(0)
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await phone.getByLabel('Streamer').selectOption('adj_host')
  await expect(phone.getByText('Adjustments count on All Streamers only.')).toBeVisible()
  await phone.close()

  await list.getByRole('button', { name: 'Take back Disqualified: second account' }).click()
  await expect(list.getByRole('status')).toContainText('Taken back')
  await expect(names).toHaveText(['adj_2', 'adj_1', 'adj_3', 'adj_4'])
  await list.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('status')).toContainText('It counts again.')
  await expect(names).toHaveText(['adj_1', 'adj_3', 'adj_4', 'adj_2'])

  // On one streamer's board, organisers find it too.
  await page.getByLabel('Streamer').selectOption('adj_host')
  await expect(list.getByRole('button', { name: 'Adjust a racer' })).toBeVisible()
  await list.getByRole('link', { name: 'Show All Streamers' }).click()
  await expect(page.getByLabel('Streamer')).toHaveValue('all')
})
