/** Where a page belongs, and the way back. */
import { createSeries, main, signInByApi, ZONE } from './event-forms.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

test.use({ timezoneId: ZONE })

test('a page begins at its top and marks its section, and one without permission leads back', async ({
  page,
  companion,
}) => {
  await companion.uploadFor({ channel: 'way_racer' })
  await page.setViewportSize({ width: 1000, height: 400 })
  await openAs(page, 'way_racer', '/my-events')
  await expect(main(page).getByRole('heading', { name: 'Single Events' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 200))
  // Another address typed into the same tab.
  await page.goto('/new-leaderboard-config')
  await expect(main(page).getByRole('heading', { name: 'Leaderboard Setup' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  const section = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My Events' })
  await expect(section).toHaveAttribute('aria-current', 'page')

  await page.goto('/admin/user-reports')
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByText('This page is for admins only.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/season')
})

test('a stranger learns which permission is missing, and gets back to their events', async ({
  page,
}) => {
  const { id, eventIds } = await createSeries(await signInByApi('way_host'), 'Way Tour', [
    { name: 'Way One' },
  ])
  await openAs(page, 'way_stranger', `/my-events/manage/${eventIds[0]}`)
  await expect(page.getByText("Only an event's creator and admins can manage it.")).toBeVisible()
  await page.goto(`/my-events/manage-series/${id}`)
  await expect(
    page.getByText('Only the organiser and the streamers who take part can see this.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Go to My Events' }).click()
  await expect(page).toHaveURL('/my-events')
})
