/** Existing events and series: who can see them, and how they are changed. */
import { dayFromNow } from './days.ts'
import {
  answer,
  button,
  CREATE,
  chips,
  choose,
  createSeries,
  expectNoSidewaysScroll,
  main,
  STREAMERS,
  shownDay,
  signInByApi,
  signInStreamers,
  startSeries,
  streamers,
  ZONE,
} from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { changeAnswer, hold } from './network.ts'
import { openAs } from './sessions.ts'

test.use({ timezoneId: ZONE })
test.beforeAll(signInStreamers)

test.describe('an event', () => {
  test('can be changed from the page of its series', async ({ page }) => {
    const { id, eventIds } = await createSeries(await signInByApi('ev_editor'), 'Ev Editing', [
      { name: 'First', participants: ['ev_anna', 'ev_cleo'] },
      { name: 'Second', startsIn: 20 },
    ])
    await openAs(page, 'ev_editor', `/my-events/manage-series/${id}`)
    await page.getByRole('article', { name: 'First' }).getByRole('link', { name: 'Manage' }).click()
    await expect(page).toHaveURL(`/my-events/manage/${eventIds[0]}`)
    await expect(page).toHaveTitle('Rollcall - First - Manage Event')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Event')
    await expect(chips(page)).toHaveText(['ev_anna', 'ev_cleo'])
    await expectAccessibleInBothSchemes(page)

    await page.getByLabel('Event Name').fill('')
    await expect(page.getByLabel('Event Name')).toHaveAccessibleDescription('Enter a name.')
    await expect(button(page, 'Update Event')).toHaveCount(0)
    await page.getByLabel('Event Name').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Please fill in all fields before submitting.')
    await page.getByLabel('Event Name').fill('Opening')
    await button(page, 'Remove ev_anna').click()
    await button(page, 'Remove ev_cleo').click()
    await expect(button(page, 'Update Event')).toHaveCount(0)
    await choose(page, 'Ev_Bert')
    await page.getByLabel('Leaderboard Config').selectOption('Please select')
    await expect(button(page, 'Update Event')).toHaveCount(0)
    await page.getByLabel('Leaderboard Config').selectOption('Standard')
    await button(page, 'Update Event').click()
    await expect(page.getByText('Event updated successfully!')).toBeVisible()

    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(`/my-events/manage-series/${id}`)
    const card = page.getByRole('article', { name: 'Opening' })
    await expect(card.getByRole('definition')).toHaveText([
      shownDay(dayFromNow(10)),
      shownDay(dayFromNow(30)),
      '1',
      '0',
    ])
  })

  test('says so if it cannot be saved, keeps what was typed, and asks before leaving', async ({
    page,
  }) => {
    const { eventIds } = await createSeries(await signInByApi('ev_editor'), 'Ev Refused', [
      { name: 'First' },
    ])
    await openAs(page, 'ev_editor', `/my-events/manage/${eventIds[0]}`)
    await page.getByLabel('End Date').fill('2020-01-01')
    await expect(page.getByLabel('End Date')).toHaveAccessibleDescription(
      "The end date can't be before the start date.",
    )
    await button(page, 'Update Event').click()
    await expect(page.getByRole('alert')).toHaveText(
      "Error updating event. Please try again. The end date can't be before the start date.",
    )
    await expect(page.getByLabel('End Date')).toHaveValue('2020-01-01')
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  })

  test('keeps its name and start once it has begun', async ({ page }) => {
    const { eventIds } = await createSeries(await signInByApi('ev_starter'), 'Ev Begun', [
      { name: 'Running', startsIn: -3, participants: ['ev_anna'] },
    ])
    await openAs(page, 'ev_starter', `/my-events/manage/${eventIds[0]}`)
    await expect(page.getByLabel('Event Name')).toBeDisabled()
    await expect(page.getByLabel('Start Date')).toBeDisabled()
    await page.getByLabel('End Date').fill(dayFromNow(40))
    // The answer's message is optional.
    await changeAnswer<{ event: object }>(page, '**/api/events/update/*', ({ event }) => ({
      event: { ...event, added: 1 },
      added: 1,
    }))
    await button(page, 'Update Event').click()
    await expect(page.getByText('Event updated successfully!')).toBeVisible()
  })

  test('is saved at once and can be undone; one that has ended is saved only after a question', async ({
    page,
  }) => {
    const { eventIds } = await createSeries(await signInByApi('ev_undoer'), 'Ev Undone', [
      { name: 'Coming', startsIn: 10 },
      { name: 'Over', startsIn: -30, participants: ['ev_anna', 'ev_cleo'] },
    ])
    // Sorted by their days.
    const [over, coming] = eventIds
    await openAs(page, 'ev_undoer', `/my-events/manage/${coming}`)
    const name = page.getByLabel('Event Name')
    await name.fill('Renamed')
    await button(page, 'Update Event').click()
    const done = page.getByRole('status').filter({ hasText: 'Event updated successfully!' })
    await done.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The event is back to how it was.')).toBeVisible()
    await expect(name).toHaveValue('Coming')
    await page.reload()
    await expect(name).toHaveValue('Coming')

    await page.goto(`/my-events/manage/${over}`)
    await page.getByLabel('End Date').fill(dayFromNow(-3))
    await button(page, 'Update Event').click()
    const question = page.getByRole('alertdialog', { name: 'Change an event that has ended?' })
    await expect(question).toContainText('Over: A different end date changes which games count.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Event updated successfully!')).toBeHidden()
    await button(page, 'Update Event').click()
    await question.getByRole('button', { name: 'Update Event' }).click()
    await expect(page.getByText('Event updated successfully!')).toBeVisible()
  })

  test('is closed to strangers', async ({ page }) => {
    const { id, eventIds } = await createSeries(await signInByApi('ev_owner'), 'Ev Private', [
      { name: 'Private' },
    ])
    for (const path of [`/my-events/manage/${eventIds[0]}`, `/my-events/manage-series/${id}`]) {
      await openAs(page, 'ev_stranger', path)
      await expect(page).toHaveURL('/unauthorized')
      expect(await page.evaluate(() => history.state.usr)).toEqual({ from: path })
    }
  })

  test('says so if it does not exist', async ({ page, expectComplaint }) => {
    expectComplaint(/404/)
    await openAs(page, 'ev_editor', '/my-events/manage/999999')
    await expect(page.getByRole('alert')).toHaveText('Error: HTTP error! status: 404')
    await expect(page.getByText('There is no such event.')).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/my-events')
  })
})

test.describe('a series', () => {
  test('is renamed by its creator', async ({ page }) => {
    const { id } = await createSeries(await signInByApi('ev_renamer'), 'Ev Before', [
      { name: 'Only', participants: ['ev_anna', 'ev_cleo'] },
    ])
    await openAs(page, 'ev_renamer', `/my-events/manage-series/${id}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Manage Event Series: Ev Before')
    await expect(page.getByRole('heading', { name: 'Event Series Collections' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)

    await button(page, 'Edit Series').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Series' })
    const field = dialog.getByLabel('Event Series Name')
    await expect(field).toHaveValue('Ev Before')
    await expect(field).toHaveAttribute('maxlength', '200')
    await field.fill('Ev')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'The series name needs at least 3 characters.',
    )
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(button(page, 'Edit Series')).toBeFocused()

    await button(page, 'Edit Series').click()
    await field.fill('Ev After')
    await field.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(heading).toHaveText('Manage Event Series: Ev After')
  })

  test('is shown to participants, who see neither Edit nor Manage', async ({ page }) => {
    const { id, eventIds } = await createSeries(await signInByApi('ev_owner'), 'Ev Shown', [
      { name: 'With results', participants: ['ev_anna'] },
      { name: 'Without', startsIn: 20, participants: ['ev_anna'] },
    ])
    await page.route(`**/api/events/getBySeriesId/${id}`, async (route) => {
      const reply = await route.fetch()
      const [series] = await reply.json()
      series.events[0].eventData = [{ leaderboardSubmissions: 2 }]
      await route.fulfill({ json: [series] })
    })
    await openAs(page, 'ev_anna', `/my-events/manage-series/${id}`)
    const results = page.getByRole('link', { name: 'View Leaderboards' })
    await expect(results).toHaveAttribute('href', `/my-events/view-leaderboard/${eventIds[0]}`)
    await expect(button(page, 'Edit Series')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Manage', exact: true })).toHaveCount(0)
  })

  test('says so if it does not exist', async ({ page }) => {
    const release = await hold(page, '**/api/events/getBySeriesId/*')
    await openAs(page, 'ev_editor', '/my-events/manage-series/999999')
    await expect(main(page).getByRole('status')).toHaveText('Loading...')
    release()
    await expect(page.getByText('No event series found.')).toBeVisible()
  })
})

test('nothing overflows on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const long = 'W'.repeat(60)
  const { id, eventIds } = await createSeries(await signInByApi('ev_phone'), long, [
    { name: long, participants: STREAMERS },
  ])
  await openAs(page, 'ev_phone', `/my-events/manage-series/${id}`)
  await expect(page.getByRole('article')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.goto(`/my-events/manage/${eventIds[0]}`)
  await expect(chips(page)).toHaveCount(3)
  await expectNoSidewaysScroll(page)
  await page.goto(CREATE)
  await startSeries(page)
  await answer(page, 'Are there multiple streamers', 'Yes')
  await answer(page, 'Will the same streamers', 'No')
  await answer(page, 'Will the same leaderboard', 'No')
  await button(page, 'Add Event').click()
  await streamers(page).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
