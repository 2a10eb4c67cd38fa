/** A channel's page: its boards, the reader's own place, and games as they end. */
import type { ChannelPage } from '@rollcall/contract/channels'
import { HOUR_MS } from '@rollcall/formats/durations'
import { withinOneDay } from './days.ts'
import { raceNow, signInStreamer } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, openAsAdmin, originUnderTest } from './sessions.ts'

/** Long enough ago to be of another marble day. */
const DAYS_AGO_MS = 30 * HOUR_MS

async function findChannel(login: string): Promise<ChannelPage> {
  const response = await fetch(new URL(`/api/channels/${login}`, originUnderTest()))
  return (await response.json()) as ChannelPage
}

test(
  'everybody sees who is best today, on a past day and in the season, and games as they end',
  {
    tag: '@quick',
  },
  ({ page }) =>
    withinOneDay(page, async (ending) => {
      const host = await signInStreamer(`channel_host${ending}`)
      await raceNow(host, ['ch_bea', 'ch_ada', 'ch_cai'], new Date(Date.now() - DAYS_AGO_MS))
      await raceNow(host, ['ch_ada', 'ch_bea'])
      await expect
        .poll(async () => (await findChannel(`channel_host${ending}`)).firstDay)
        .not.toBeNull()
      const { firstDay } = await findChannel(`channel_host${ending}`)

      await page.goto(`/c/CHANNEL_HOST${ending}?of=today`)
      await expect(page).toHaveURL(`/c/channel_host${ending}?of=today`)
      await expect(
        page.getByRole('heading', { level: 1, name: `channel_host${ending}` }),
      ).toBeVisible()
      const board = page.getByRole('list', { name: 'Racers', exact: true })
      await expect(board.getByRole('listitem')).toHaveText([/ch_ada.*2/, /ch_bea.*1/])
      await expect(page.getByText('This marble day ends')).toBeVisible()

      await raceNow(host, ['ch_dee', 'ch_bea', 'ch_ada'])
      await expect(board.getByRole('listitem')).toHaveText([/ch_ada.*3/, /ch_bea.*3/, /ch_dee.*3/])
      const games = page.getByRole('list', { name: 'Latest games' })
      await expect(games.getByRole('listitem')).toHaveCount(3)
      await expect(games.getByRole('listitem').first()).toContainText('ch_dee won · 3 marbles')
      await expectAccessibleInBothSchemes(page)

      await page.getByRole('button', { name: 'A day' }).click()
      await expect(page).toHaveURL(/\?of=\d{4}-\d\d-\d\d$/)
      await page.getByLabel('Marble day').fill(firstDay ?? '')
      await expect(page).toHaveURL(`/c/channel_host${ending}?of=${firstDay}`)
      await expect(board.getByRole('listitem')).toHaveText([/ch_bea.*3/, /ch_ada.*2/, /ch_cai.*1/])

      await page.getByRole('button', { name: 'Season 75' }).click()
      await expect(page).toHaveURL(`/c/channel_host${ending}`)
      await expect(board.getByRole('listitem')).toHaveCount(4)
      await page.getByLabel('Find a racer').fill('CAI')
      const found = page.getByRole('region', { name: 'Place of ch_cai' })
      await expect(found.getByRole('listitem')).toHaveText([
        /3.*ch_dee.*2 points ahead/,
        /4.*ch_cai.*1/,
      ])

      await page.getByRole('button', { name: 'Battle royales' }).click()
      await expect(page).toHaveURL(`/c/channel_host${ending}?mode=royale`)
      await expect(page.getByText('Nobody yet')).toBeVisible()
      await expect(page.getByLabel('Link to this page', { exact: true })).toHaveValue(
        `${originUnderTest()}/c/channel_host${ending}?mode=royale`,
      )
    }),
)

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

test('a streamer takes a bot off the boards, its owner objects, and an admin puts it back', async ({
  page,
}) => {
  const host = await signInStreamer('bot_host')
  await raceNow(host, ['helpful_bot', 'bh_ada'])
  await openAs(page, 'bot_host', '/c/bot_host')
  const board = page.getByRole('list', { name: 'Racers', exact: true }).getByRole('listitem')
  await expect(board).toHaveText([/1.*helpful_bot/, /2.*bh_ada/])
  const onStream = page.getByRole('region', { name: 'On your stream' })
  await expect(onStream.getByRole('link', { name: 'Overlays' })).toHaveAttribute(
    'href',
    '/my-events/overlays',
  )
  const off = page.getByRole('region', { name: 'Names off your boards' })
  await off.getByRole('button', { name: 'Take off the boards' }).click()
  await expect(off).toContainText('Please enter a login.')
  await off.getByLabel('Login').fill('@Helpful_Bot')
  await page.keyboard.press('Enter')
  await expect(board).toHaveText([/1.*bh_ada/])
  await expect(off.getByRole('listitem')).toContainText('helpful_bot')
  await expectAccessibleInBothSchemes(page)

  await openAs(page, 'helpful_bot', '/dashboard/season')
  const notices = page.getByRole('region', { name: 'What you should know' })
  await expect(notices).toContainText('bot_host does not want your name on its boards')
  await page.goto('/r/twitch/bh_ada')
  await expect(page.getByText('of 1 racer').first()).toBeVisible()
  await expect(notices).toHaveCount(0)
  await page.goto('/r/twitch/helpful_bot')
  await expect(notices).toContainText('bot_host does not want your name on its boards')
  await notices.getByRole('button', { name: /^Object/ }).click()
  const form = page.getByRole('dialog', { name: 'Object to the admins?' })
  await form.getByLabel('What the admins should know').fill('I am a person.')
  await form.getByRole('button', { name: 'Send objection' }).click()
  await expect(notices).toContainText('You have objected.')
  await expectAccessibleInBothSchemes(page)
  await page.goto('/c/bot_host')
  await expect(page.getByText('streamer does not want your name on its boards')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Names off your boards' })).toHaveCount(0)

  await openAsAdmin(page, '/admin/user-reports')
  await page.getByRole('link', { name: 'Open report about helpful_bot by helpful_bot' }).click()
  await page.getByRole('button', { name: 'Put back on the boards' }).click()
  await expect(page.getByText('The name is on the boards.')).toBeVisible()
  await page.goto('/c/bot_host')
  await expect(board).toHaveText([/1.*helpful_bot/, /2.*bh_ada/])
})
