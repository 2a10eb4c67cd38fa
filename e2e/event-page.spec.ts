/** An event's public page: a poster before and while it runs, and the results, one's place and a replay afterwards. */
import { type ControlRoom, MAX_START_RANK } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { dayFromNow } from './days.ts'
import { createEvent, ladder, raceNow, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { openPage, PHONE, uncoveredOnPage } from './show-pages.ts'

test('a poster says who is ahead; afterwards visitors find their place and replay the reveal', {
  tag: '@quick',
}, async ({ page, browser }) => {
  const host = await signInStreamer('poster_host')
  const guest = await signInStreamer('poster_guest')
  const days = { startDate: dayFromNow(-1), endDate: dayFromNow(1) }
  const eventId = await createEvent([host, guest], 'Poster Cup', days)
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const call = <Answer>(path: string, body?: object, method?: 'PUT') =>
    client.call<Answer>(`${control}${path}`, host.session, body, method)
  const settings = (isSealed: boolean) => call('/settings', { isSealed, isPublic: true }, 'PUT')
  const { publicToken } = await call<{ publicToken: string }>('/token', { of: 'public' })
  await settings(false)

  await page.goto(`/e/${publicToken}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Poster Cup')
  await expect(page.getByRole('definition').first()).toContainText(/in \d+ (day|hour)/)
  await expect(page.getByText("here and on poster_host's stream. This page")).toContainText(
    'No date yet.',
  )
  await expect(page.getByLabel('Embed code')).toHaveCount(0)
  const rules = page.getByRole('region', { name: 'How points are given' })
  await expect(rules).toContainText('What counts: races, battle royales, and tilt levels.')
  await expect(rules).toContainText(/1st place.*100/s)
  await expect(rules).toContainText(/4th to 10th place.*85 to 55/s)
  const states = page.getByRole('list', { name: 'Streamers' })
  await expect(states.getByRole('listitem')).toHaveText([
    /poster_guest.*has not run yet/,
    /poster_host.*has not run yet/,
  ])

  await uploadStanding(host, eventId, ladder(14))
  await raceNow(guest, ['climber_01', 'poster_fan'])
  await page.reload()
  const ahead = page.getByRole('list', { name: 'Whose viewers are ahead' })
  await expect(ahead.getByRole('listitem')).toHaveText([
    /1.*poster_host.*14 racers.*has run/,
    /2.*poster_guest.*2 racers · .* points behind · running now/,
  ])
  await expectAccessibleInBothSchemes(page)
  // A sealed event says only that they run.
  await settings(true)
  await page.reload()
  await expect(ahead).toBeHidden()
  await expect(states.getByRole('listitem')).toHaveText([
    /poster_guest.*running now/,
    /poster_host.*has run/,
  ])

  const move = async (next: object) => {
    const { version } = await call<ControlRoom>('')
    await call('/move', { version, move: next })
  }
  await move({ kind: 'start', phase: 'live', startRank: MAX_START_RANK })
  await move({ kind: 'finish' })
  await expect(page.getByText('Winner', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: "The streamers' contest" })).toBeVisible()

  // A search shows who is ahead of the racer, and leads to the row on the board.
  const board = page.getByRole('list', { name: 'The whole board' })
  await page.getByLabel('Find a racer').fill('climber_07')
  const found = page.getByRole('region', { name: 'Place of climber_07' })
  await expect(found.locator('bdi')).toHaveText(['climber_06', 'climber_07', 'climber_08'])
  await found.getByRole('button', { name: 'Show on the board' }).click()
  await expect(board.getByRole('listitem')).toHaveCount(15)

  // A name given once in this browser is known here too, and on the pages of games and channels.
  await page.getByLabel('Find a racer, or yourself').fill('climber_04')
  await page.getByRole('button', { name: 'This is me' }).click()
  const mine = page.getByRole('region', { name: 'Your place' })
  await expect(mine.locator('bdi')).toHaveText(['climber_03', 'climber_04', 'climber_05'])
  await page.reload()
  await expect(mine.locator('bdi')).toHaveText(['climber_03', 'climber_04', 'climber_05'])
  await mine.getByRole('button', { name: 'Not me' }).click()
  await expect(page.getByLabel('Find a racer, or yourself')).toBeVisible()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Replay the reveal' }).click()
  await expect(uncoveredOnPage(page).first()).toHaveText('climber_10')
  const content = await page.content()
  for (const { name } of ladder(9)) expect(content).not.toContain(name)
  for (let rank = 10; rank >= 1; rank -= 1) {
    const button = page.getByRole('button', { name: `Reveal Rank ${rank}` })
    await expect(button).not.toHaveAttribute('aria-disabled')
    await button.click()
    await expect(uncoveredOnPage(page)).toHaveCount(Math.min(16, 16 - rank))
  }
  const end = page.getByRole('button', { name: 'Show Podium' })
  await expect(end).not.toHaveAttribute('aria-disabled')
  await end.click()
  await expect(page.getByRole('list', { name: 'Podium' })).toContainText('climber_01')
  await expect(page.getByRole('button', { name: 'Replay the reveal' })).toBeFocused()

  // One's own place comes first, and can be shared with its picture.
  await openAs(page, 'climber_05', `/e/${publicToken}`)
  const own = page.getByRole('region', { name: 'Your place' })
  await expect(own.getByRole('listitem')).toHaveText([/ahead of you/, /climber_05.*You/, /behind/])
  await expect(own.getByRole('link', { name: 'Save the picture' })).toHaveAttribute(
    'href',
    `/e/${publicToken}/card.png?racer=climber_05`,
  )
  await expect(own.getByRole('button', { name: 'Share' })).toBeVisible()
  // In the same frame as every other page.
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Streamer Leaderboards' })).toBeVisible()
  await expectAccessible(page)

  const phone = await openPage(browser, PHONE)
  await phone.goto(`/e/${publicToken}?racer=climber_05`)
  await expect(phone.getByRole('region', { name: 'Place of climber_05' })).toContainText('5')
  await expectAccessibleInBothSchemes(phone)
  const isWider = () =>
    phone.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
  expect(await isWider()).toBe(false)
  await phone.context().close()
})
