/** Adding new and existing events to a series, reordering them, and removing one. */
import { findStandard } from './configurations.ts'
import { dayFromNow } from './days.ts'
import {
  answer,
  button,
  CREATE,
  call,
  createSeries,
  shownDay,
  signInByApi,
  ZONE,
} from './event-forms.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

test.use({ timezoneId: ZONE })

test('an organiser builds up a series', async ({ page }) => {
  const session = await signInByApi('se_host')
  const { id } = await createSeries(session, 'Se Tour', [{ name: 'Opening', startsIn: 10 }])
  const leaderboard = await findStandard(session)
  const day = dayFromNow(40)
  await call(session, '/api/events/createEventSingle', {
    name: 'Lone Cup',
    startDate: day,
    endDate: day,
    participants: [],
    leaderboard,
  })
  const names = page.getByRole('article').getByRole('heading')

  // The wizard leads straight to the form for a new event in the series.
  await openAs(page, 'se_host', CREATE)
  await answer(page, 'Add to existing series', 'Yes')
  await page.getByRole('link', { name: 'Se Tour' }).click()
  await expect(page.getByText('A new event in Se Tour.')).toBeVisible()
  await page.getByLabel('Event Name').fill('Night Race')
  await page.getByLabel('Start Date').fill(dayFromNow(20))
  await page.getByLabel('Select leaderboard').selectOption('Standard')
  await answer(page, 'Are there multiple participants in the event?', 'No')
  await button(page, 'Create Event').click()
  await expect(page).toHaveURL(`/my-events/manage-series/${id}`)
  await expect(names).toHaveText(['Opening', 'Night Race'])

  await button(page, 'Add Existing Event').click()
  const dialog = page.getByRole('dialog', { name: 'Add Existing Event' })
  await button(page, 'Add Event').click()
  await expect(dialog.getByText('Choose the event to add.')).toBeVisible()
  await dialog.getByLabel('Single Event').selectOption(`Lone Cup (${shownDay(day)})`)
  await button(page, 'Add Event').click()
  await expect(dialog).toHaveCount(0)
  await expect(names).toHaveText(['Opening', 'Night Race', 'Lone Cup'])
  await expectAccessibleInBothSchemes(page)

  const earlier = button(page, 'Move Lone Cup earlier')
  await earlier.press('Enter')
  await expect(names).toHaveText(['Opening', 'Lone Cup', 'Night Race'])
  await expect(earlier).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'number 2 of 3' })).toBeAttached()

  const done = page.getByRole('status').filter({ hasText: 'Opening' })
  const takeOut = page
    .getByRole('article', { name: 'Opening' })
    .getByRole('button', { name: 'Remove from Series' })
  await takeOut.click()
  await expect(done).toContainText('Opening was removed from the series.')
  await expect(names).toHaveText(['Lone Cup', 'Night Race'])
  await expect(done).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  await done.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(done).toContainText('Opening is back in the series.')
  await expect(done).toBeFocused()
  await expect(names).toHaveText(['Opening', 'Lone Cup', 'Night Race'])

  await takeOut.click()
  await expect(names).toHaveText(['Lone Cup', 'Night Race'])
  await page.reload()
  await expect(names).toHaveText(['Lone Cup', 'Night Race'])
  await page.getByRole('link', { name: 'Back to My Events' }).click()
  await expect(
    page.getByRole('region', { name: 'Single Events' }).getByRole('heading', { name: 'Opening' }),
  ).toBeVisible()
})
