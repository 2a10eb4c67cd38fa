/** A channel's page: its boards, the reader's own place, and games as they end. */
import type { ChannelPage } from '@rollcall/contract/channels'
import { HOUR_MS } from '@rollcall/formats/durations'
import { raceNow, signInStreamer } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

/** Long enough ago to be of another marble day. */
const DAYS_AGO_MS = 30 * HOUR_MS

async function findChannel(login: string): Promise<ChannelPage> {
  const response = await fetch(new URL(`/api/channels/${login}`, originUnderTest()))
  return (await response.json()) as ChannelPage
}

test('everybody sees who is best today, on a past day and in the season, and games as they end', async ({
  page,
}) => {
  const host = await signInStreamer('channel_host')
  await raceNow(host, ['ch_bea', 'ch_ada', 'ch_cai'], new Date(Date.now() - DAYS_AGO_MS))
  await raceNow(host, ['ch_ada', 'ch_bea'])
  await expect.poll(async () => (await findChannel('channel_host')).firstDay).not.toBeNull()
  const { firstDay } = await findChannel('channel_host')

  await page.goto('/c/CHANNEL_HOST?of=today')
  await expect(page).toHaveURL('/c/channel_host?of=today')
  await expect(page.getByRole('heading', { level: 1, name: 'channel_host' })).toBeVisible()
  const board = page.getByRole('list', { name: 'Racers', exact: true })
  await expect(board.getByRole('listitem')).toHaveText([/ch_ada.*2/, /ch_bea.*1/])
  await expect(page.getByText('This marble day ends')).toBeVisible()

  await raceNow(host, ['ch_dee', 'ch_bea', 'ch_ada'])
  await expect(board.getByRole('listitem')).toHaveText([/ch_ada.*3/, /ch_bea.*3/, /ch_dee.*3/])
  const games = page.getByRole('list', { name: 'Latest games' })
  await expect(games.getByRole('listitem')).toHaveCount(3)
  await expect(games.getByRole('listitem').first()).toContainText('ch_dee won among 3 marbles')
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('button', { name: 'A day' }).click()
  await expect(page).toHaveURL(/\?of=\d{4}-\d\d-\d\d$/)
  await page.getByLabel('Marble day').fill(firstDay ?? '')
  await expect(page).toHaveURL(`/c/channel_host?of=${firstDay}`)
  await expect(board.getByRole('listitem')).toHaveText([/ch_bea.*3/, /ch_ada.*2/, /ch_cai.*1/])

  await page.getByRole('button', { name: 'Season 75' }).click()
  await expect(page).toHaveURL('/c/channel_host')
  await expect(board.getByRole('listitem')).toHaveCount(4)
  await page.getByLabel('Find a racer').fill('CAI')
  await expect(board.getByRole('listitem')).toHaveText([/4.*ch_cai.*1/])

  await page.getByRole('button', { name: 'Battle royales' }).click()
  await expect(page).toHaveURL('/c/channel_host?mode=royale')
  await expect(page.getByText('Nobody yet')).toBeVisible()
  await expect(page.getByLabel('Link to this page', { exact: true })).toHaveValue(
    /\/c\/channel_host\?mode=royale$/,
  )
})

test('who is signed in sees their own place and the gaps, and gets there from any page', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/)
  const host = await signInStreamer('channel_crowd')
  const crowd = Array.from({ length: 130 }, (_, index) => `ch_crowd_${index + 1}`)
  await raceNow(host, crowd)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'ch_crowd_120', '/c/channel_crowd')
  const own = page.getByRole('region', { name: 'Your place' })
  await expect(own.getByRole('listitem')).toHaveText([
    /119.*ch_crowd_119.*12.*1 point ahead of you/,
    /120.*ch_crowd_120.*11.*You/,
    /121.*ch_crowd_121.*10.*1 point behind you/,
  ])
  await own.getByRole('button', { name: 'Show me on the board' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Show me on the board' })).toBeHidden()
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)
  await expectAccessible(page)

  await page.goto('/c/nobody_at_all')
  await expect(page.getByText('There is no such channel')).toBeVisible()
})
