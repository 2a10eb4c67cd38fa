/** Creating events and series: what is asked, when a button appears, what is sent. */
import {
  answer,
  button,
  CREATE,
  call,
  chips,
  choose,
  main,
  signInStreamers,
  startSeries,
  startSingle,
  streamers,
  ZONE,
} from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { faults, hold, watchCalls } from './network.ts'
import { openAs } from './sessions.ts'

test.use({ timezoneId: ZONE })
test.beforeAll(signInStreamers)

test.describe('the wizard', () => {
  test('creates a series of three events that share streamers and leaderboard', async ({
    page,
  }) => {
    await openAs(page, 'ev_league', CREATE)
    await expect(page).toHaveTitle('Rollcall - Create Event')
    await expect(page.getByRole('heading', { name: 'Create Single Event' })).toBeVisible()
    await answer(page, 'Add to existing series', 'Yes')
    await expect(main(page).getByRole('link', { name: 'My Events', exact: true })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Create a series' })).toHaveCount(0)
    await startSeries(page)
    await page.getByLabel('Series Name').fill('Ev')
    await expect(button(page, 'Add Event')).toHaveCount(0)
    await answer(page, 'Are there multiple streamers participating in the event?', 'Yes')
    await answer(page, 'Will the same streamers participate in each event?', 'Yes')
    await answer(page, 'Will the same leaderboard be used for all events?', 'Yes')
    await page.getByLabel('Select leaderboard').selectOption('Standard')
    // The organiser is one of the streamers unless they are removed.
    await expect(chips(page)).toHaveText(['ev_league'])
    await button(page, 'Remove ev_league').click()
    await choose(page, 'ev_anna')
    await expect(button(page, 'Add Event')).toHaveCount(0)
    await choose(page, 'Ev_Bert')
    await expect(chips(page)).toHaveText(['ev_anna', 'Ev_Bert'])

    for (const number of [1, 2, 3]) {
      await button(page, number === 1 ? 'Add Event' : 'Add Another Event').click()
      const row = page.getByRole('group', { name: `Event ${number}` })
      await expect(row.getByLabel('Event Name')).toBeFocused()
      await expect(button(page, 'Add Another Event')).toHaveCount(0)
      await page.keyboard.type(`Round ${number}`)
      await row.getByLabel('Start Date').fill(`2031-03-0${number}`)
      await expect(row.getByLabel('End Date')).toHaveValue(`2031-03-0${number}`)
    }
    await expect(button(page, 'Create Series')).toHaveCount(0)
    await page.getByLabel('Series Name').fill('Ev League')
    await expectAccessibleInBothSchemes(page)

    const sent = page.waitForRequest('**/api/events/createEventSeries')
    await button(page, 'Create Series').click()
    const body = (await sent).postDataJSON()
    expect(body).toMatchObject({ seriesName: 'Ev League', timeZone: ZONE })
    const [first, ...others] = body.events
    expect(first.participants).toHaveLength(2)
    expect(others).toEqual([
      { ...first, name: 'Round 2', startDate: '2031-03-02', endDate: '2031-03-02' },
      { ...first, name: 'Round 3', startDate: '2031-03-03', endDate: '2031-03-03' },
    ])
    await expect(page).toHaveURL('/my-events')
    await expect(main(page).getByRole('heading', { name: 'Ev League' })).toBeVisible()
    const created = page.getByRole('status').filter({ hasText: 'Ev League was created.' })
    await expect(created).toBeVisible()
    await created.getByRole('link', { name: 'Open the series' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Manage Event Series: Ev League',
    )
  })

  test('fills in six rounds as a schedule, with ten inputs', async ({ page }) => {
    await openAs(page, 'ev_planner', CREATE)
    let inputs = 0
    const input = async (act: Promise<unknown>) => {
      inputs += 1
      await act
    }
    await input(answer(page, 'Create a series', 'Yes'))
    await input(page.getByLabel('Series Name').fill('Friday League'))
    await input(answer(page, 'Are there multiple streamers participating in the event?', 'Yes'))
    await input(answer(page, 'Will the same streamers participate in each event?', 'Yes'))
    await input(choose(page, 'ev_anna'))
    await input(answer(page, 'Will the same leaderboard be used for all events?', 'Yes'))
    const schedule = page.getByRole('group', { name: 'Fill in a schedule' })
    await input(schedule.getByLabel('First round on').fill('2031-03-07'))
    await expect(schedule.getByLabel('Repeats')).toHaveValue('7')
    await expect(schedule.getByLabel('Repeats').locator('option').first()).toHaveText(
      'Every Friday',
    )
    await input(schedule.getByLabel('Show at').fill('20:00'))
    await expectAccessible(page)
    await input(button(page, 'Add 6 Rounds').click())
    const rows = page.getByRole('group', { name: /^Event \d$/ })
    await expect(rows).toHaveCount(6)
    await expect(rows.last().getByLabel('Event Name')).toHaveValue('Round 6')
    await expect(rows.last().getByLabel('Start Date')).toHaveValue('2031-04-11')
    await expect(rows.last().getByLabel('End Date')).toHaveValue('2031-04-12')
    await expect(rows.last().getByLabel('Show at')).toHaveValue('20:00')

    const sent = page.waitForRequest('**/api/events/createEventSeries')
    await input(button(page, 'Create Series').click())
    expect(inputs).toBe(10)
    const { events } = (await sent).postDataJSON()
    expect(events).toHaveLength(6)
    expect(events[1]).toMatchObject({
      name: 'Round 2',
      startDate: '2031-03-14',
      endDate: '2031-03-15',
      showTime: '20:00',
    })
    expect(events[1].participants).toHaveLength(2)
    await page.getByRole('link', { name: 'Open the series' }).click()
    // Clocks in Berlin have changed by then.
    await expect(page.getByRole('article', { name: 'Round 6' })).toContainText(
      'Apr 12, 2031, 8:00 PM',
    )
  })

  test('has its defaults also if they are known only after the answers', async ({ page }) => {
    const release = [
      await hold(page, '**/api/dropdowns/leaderboards'),
      await hold(page, '**/api/user'),
    ]
    await openAs(page, 'ev_early', CREATE)
    await answer(page, 'multiple participants', 'Yes')
    await startSeries(page)
    await answer(page, 'Are there multiple streamers', 'Yes')
    await answer(page, 'Will the same streamers', 'Yes')
    await choose(page, 'ev_anna')
    await answer(page, 'Will the same leaderboard', 'Yes')
    await expect(page.getByRole('group', { name: 'Fill in a schedule' })).toHaveCount(0)
    for (const each of release) each()
    await expect(page.getByRole('group', { name: 'Fill in a schedule' })).toBeVisible()
    await expect(chips(page)).toHaveText(['ev_early', 'ev_anna'])
    await answer(page, 'Create a series', 'No')
    await expect(chips(page)).toHaveText(['ev_early'])
  })

  test('lets each round of a schedule be changed, and all be removed', async ({ page }) => {
    await openAs(page, 'ev_planner_too', CREATE)
    await startSeries(page)
    await page.getByLabel('Series Name').fill('Daily')
    await answer(page, 'Are there multiple streamers', 'No')
    await answer(page, 'Will the same leaderboard', 'Yes')
    const schedule = page.getByRole('group', { name: 'Fill in a schedule' })
    await schedule.getByLabel('Rounds').fill('0')
    await expect(schedule).toContainText(
      'Add a number of rounds up to 100 to fill in the schedule.',
    )
    await schedule.getByLabel('Rounds').fill('2')
    await schedule.getByLabel('First round on').fill('2031-03-30')
    await schedule.getByLabel('Repeats').selectOption('Every day')
    await schedule.getByLabel('Days each').fill('1')
    await button(page, 'Add 2 Rounds').click()
    await button(page, 'Remove All').click()
    await button(page, 'Add 6 Rounds').click()
    await button(page, 'Remove Event 6').click()
    const row = page.getByRole('group', { name: 'Event 1' })
    await row.getByLabel('Event Name').fill('Opening')
    await row.getByLabel('Show at').fill('21:30')
    const sent = page.waitForRequest('**/api/events/createEventSeries')
    await button(page, 'Create Series').click()
    const { events } = (await sent).postDataJSON()
    expect(events).toHaveLength(5)
    expect(events[0]).toMatchObject({ name: 'Opening', showTime: '21:30', participants: [] })
    await expect(page).toHaveURL('/my-events')
  })

  test('creates an event with three streamers in at most eight clicks', async ({ page }) => {
    await openAs(page, 'ev_clicks', '/my-events')
    await page.evaluate(() => {
      const counting = window as unknown as { presses: number }
      counting.presses = 0
      document.addEventListener('pointerdown', () => {
        counting.presses += 1
      })
    })
    await main(page).getByRole('link', { name: 'Create Event' }).click()
    await page.getByLabel('Event Name').click()
    await page.keyboard.type('Three of us')
    await answer(page, 'Are there multiple participants in the event?', 'Yes')
    await streamers(page).click()
    for (const name of ['ev_anna', 'Ev_Bert']) {
      await page.keyboard.type(name)
      await page.getByRole('option', { name }).click()
    }
    await expect(chips(page)).toHaveText(['ev_clicks', 'ev_anna', 'Ev_Bert'])
    await button(page, 'Create Event').click()
    const created = page.getByRole('status').filter({ hasText: 'Three of us was created.' })
    await expect(created).toBeVisible()
    expect(
      await page.evaluate(() => (window as unknown as { presses: number }).presses),
    ).toBeLessThanOrEqual(8)
    await expectAccessibleInBothSchemes(page)
    await created.getByRole('link', { name: 'Set up the show' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Control Room')
  })

  test('asks for the streamers and leaderboard of each event if they are not shared', async ({
    page,
  }) => {
    await openAs(page, 'ev_own', CREATE)
    await startSeries(page)
    await page.getByLabel('Series Name').fill('Ev Own')
    await answer(page, 'Are there multiple streamers', 'Yes')
    await answer(page, 'Will the same streamers', 'No')
    await answer(page, 'Will the same leaderboard', 'No')
    await button(page, 'Add Event').click()
    const row = page.getByRole('group', { name: 'Event 1' })
    await row.getByLabel('Event Name').fill('Alone')
    await row.getByLabel('End Date').fill('2031-03-05')
    await row.getByLabel('Start Date').fill('2031-03-05')
    await expect(chips(page)).toHaveText(['ev_own'])
    await choose(page, 'ev_cleo')
    await expect(button(page, 'Create Series')).toHaveCount(0)
    await row.getByLabel('Select leaderboard').selectOption('Standard')
    await expect(button(page, 'Create Series')).toBeVisible()

    await button(page, 'Add Another Event').click()
    await expect(button(page, 'Create Series')).toHaveCount(0)
    await button(page, 'Remove Event 2').click()
    await expect(page.getByRole('region', { name: 'Events' })).toBeFocused()
    await answer(page, 'Are there multiple streamers', 'No')
    await expect(chips(page)).toHaveCount(0)
    await button(page, 'Create Series').click()
    await expect(page).toHaveURL('/my-events')
  })

  test('creates a single event, and keeps what was typed when that fails', async ({
    page,
    expectComplaint,
  }) => {
    const { answer: fail, message, complaint } = faults.offline
    expectComplaint(complaint)
    const session = await openAs(page, 'ev_single', CREATE)
    await startSingle(page)
    const form = page.getByRole('form', { name: 'Create Single Event' })
    await form.getByLabel('Event Name').fill('Ev Night')
    await form.getByLabel('Start Date').fill('2031-03-05')
    await form.getByLabel('Select leaderboard').selectOption('Standard')
    await expect(button(page, 'Create Event')).toHaveCount(0)
    await answer(page, 'Are there multiple participants in the event?', 'Yes')
    await expect(chips(page)).toHaveText(['ev_single'])
    await button(page, 'Remove ev_single').click()
    await expect(button(page, 'Create Event')).toHaveCount(0)
    await choose(page, 'ev_anna')

    await page.route('**/api/events/createEventSingle', fail)
    await button(page, 'Create Event').click()
    await expect(form.getByRole('alert')).toHaveText(message)
    await expect(form.getByLabel('Event Name')).toHaveValue('Ev Night')
    await expect(chips(page)).toHaveText(['ev_anna'])

    await page.unroute('**/api/events/createEventSingle')
    await button(page, 'Create Event').click()
    await expect(page).toHaveURL('/my-events')
    const { events } = await call(session, '/api/events/getAll')
    const event = await call(session, `/api/events/getById/${events[0].id}`)
    expect(event).toMatchObject({
      name: 'Ev Night',
      startAt: '2031-03-05',
      endAt: '2031-03-05',
      timeZone: ZONE,
      participantUsers: [{ username: 'ev_anna' }],
    })
  })

  test('keeps both forms, and asks before leaving', async ({ page }) => {
    await openAs(page, 'ev_leaver', CREATE)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/season')
    await page.goBack()
    await startSeries(page)
    await page.getByLabel('Series Name').fill('Half a league')
    await answer(page, 'Create a series', 'No')
    await answer(page, 'Create a series', 'Yes')
    await expect(page.getByLabel('Series Name')).toHaveValue('Half a league')

    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(CREATE)
    await expect(page.getByLabel('Series Name')).toHaveValue('Half a league')

    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloaded
    await startSeries(page)
    await page.getByLabel('Series Name').fill('Half a league')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/dashboard/season')
  })

  test('keeps the dates in order, and ignores a half-typed date', async ({ page }) => {
    await openAs(page, 'ev_dates', CREATE)
    await startSingle(page)
    const start = page.getByLabel('Start Date')
    const end = page.getByLabel('End Date')
    await start.fill('2031-03-10')
    await expect(end).toHaveValue('2031-03-10')
    await end.fill('2031-03-12')
    await expect(start).toHaveValue('2031-03-10')
    await start.fill('2031-03-15')
    await expect(end).toHaveValue('2031-03-15')
    await end.fill('2031-03-01')
    await expect(start).toHaveValue('2031-03-01')
    const note = page.getByRole('status').filter({ hasText: 'The start date moved' })
    await expect(note).toHaveText(
      "The start date moved from Mar 15, 2031 to Mar 1, 2031, because an event can't end before it starts.",
    )
    // On the way to December the end is in January, which must not move the start.
    await page.getByLabel('Event Name').focus()
    await end.focus()
    await page.keyboard.type('1')
    await expect(end).toHaveValue('2031-01-01')
    await page.keyboard.type('2')
    await expect(end).toHaveValue('2031-12-01')
    await expect(start).toHaveValue('2031-03-01')
    await end.fill('2032-12-01')
    await expect(end).toHaveAccessibleDescription('An event can last at most 400 days.')
    await end.fill('2031-12-01')
    await expect(end).toHaveAccessibleDescription('')
  })
})

test.describe('the participants', () => {
  test('are searched by the server and chosen by keyboard', async ({ page }) => {
    await openAs(page, 'ev_keys', CREATE)
    await startSingle(page)
    await answer(page, 'Are there multiple participants', 'Yes')
    await button(page, 'Remove ev_keys').click()
    const input = streamers(page)
    await page.getByLabel('Event Name').focus()
    await expect(input).toHaveAttribute('aria-expanded', 'false')
    await input.focus()
    const searches = watchCalls(page, '/api/dropdowns/users')
    // All at once, because on a slow machine each typed key would start a search.
    await page.keyboard.insertText('EV_')
    await expect(page.getByRole('option')).toContainText(['ev_anna', 'Ev_Bert', 'ev_cleo'])
    const asked = () => searches.map((request) => new URL(request.url()).search)
    await expect.poll(asked).toEqual(['?search=EV_'])
    await expectAccessible(page)

    await input.focus()
    await page.keyboard.press('ArrowDown')
    const option = page.getByRole('option', { name: 'ev_anna' })
    await expect(input).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id')) ?? '',
    )
    await expect(option).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('Enter')
    await expect(input).toHaveValue('')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    const height = await page
      .getByRole('listbox')
      .evaluate((list) => getComputedStyle(list).maxHeight)
    expect(height).toBe('260px')
    await page.keyboard.type('bert')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Ev_Bert'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveText(['ev_anna', 'Ev_Bert'])

    await page.keyboard.type('nobody at all')
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(input).toHaveAttribute('aria-expanded', 'false')
    await input.fill('')
    await page.keyboard.press('Backspace')
    await expect(chips(page)).toHaveText(['ev_anna'])
    await page.keyboard.press('Escape')
    await button(page, 'Remove ev_anna').click()
    await expect(chips(page)).toHaveCount(0)
    await expect(input).toBeFocused()
  })
})
