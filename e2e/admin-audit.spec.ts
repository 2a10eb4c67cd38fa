/** The audit log, and how it and two other admin pages look. */
import { openApiClient } from '@rollcall/demo/api-client'
import { makeSeason } from '@rollcall/server/testing/season-files'
import { callAs, createEvent, findStandard } from './configurations.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { faults } from './network.ts'
import { openAsAdmin, originUnderTest } from './sessions.ts'

const AUDIT_LOG = '/admin/audit-log'

test('entries are found by kind and user, page by page, and show their details', async ({
  page,
  expectComplaint,
}) => {
  const client = openApiClient(originUnderTest())
  const session = await client.signIn('audit_uploader')
  const files = makeSeason({ channel: 'audit_uploader', season: 26 })
  const upload = { streamerData: String(files.streamerData), viewerData: String(files.viewerData) }
  // One more than fits on a page: the first is stored, the others are duplicates.
  await client.uploadSeason(upload, session)
  await Promise.all(Array.from({ length: 50 }, () => client.uploadSeason(upload, session)))
  const admin = await openAsAdmin(page, AUDIT_LOG)
  await page.getByLabel('User', { exact: true }).fill('audit_upl')
  await expect(page).toHaveURL(`${AUDIT_LOG}?user=audit_upl`)
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(entries.first()).toContainText('duplicate')
  await expect(entries.first()).toContainText('audit_uploader')
  await entries.first().getByText('Details').click()
  await expect(entries.first()).toContainText('proofsession')

  const older = page.getByRole('button', { name: 'Show older' })
  expectComplaint(/503/)
  await page.route('**/api/admin/audit-log*', faults['status 503'].answer)
  await older.click()
  await expect(page.getByRole('alert')).toContainText('Error: HTTP error! status: 503')
  await expect(entries).toHaveCount(50)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(entries).toHaveCount(51)
  await expect(entries.last()).toContainText('stored')
  await expect(older).toBeHidden()

  await page.getByRole('button', { name: 'Admin actions' }).click()
  await expect(page).toHaveURL(`${AUDIT_LOG}?kind=act&user=audit_upl`)
  await expect(page.getByText('No entries match.')).toBeVisible()
  const host = await client.signIn('audit_host')
  const leaderboard = await findStandard(host)
  const id = await createEvent(host, { name: 'Audited cup', day: '2099-01-01', leaderboard })
  await callAs(admin, { method: 'DELETE', path: `/api/events/event/${id}` })
  await page.getByRole('button', { name: 'Clear user' }).click()
  await expect(entries.filter({ hasText: 'Audited cup' })).toContainText('MarbleMaven')
  await page.goBack()
  await expect(page.getByLabel('User', { exact: true })).toHaveValue('audit_upl')

  const single = makeSeason({ channel: 'audit_single', season: 26 })
  await client.uploadSeason(
    { streamerData: String(single.streamerData), viewerData: String(single.viewerData) },
    await client.signIn('audit_single'),
  )
  await page.goto(`${AUDIT_LOG}?user=audit_single`)
  await expect(page.getByText('1 entry.', { exact: true })).toBeAttached()
})

test('log, settings and snapshots are accessible in both schemes, and fit a phone', async ({
  page,
  companion,
}) => {
  await companion.uploadFor({ channel: 'audit_looked_at', season: 26 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const pages = [
    ['/admin/update-rollcall-settings', 'Development Season'],
    ['/admin/snapshots?channel=audit_looked_at', 'Season 26'],
    [`${AUDIT_LOG}?user=audit_looked_at`, 'Details'],
  ] as const
  await openAsAdmin(page, '/favicon.svg')
  await page.setViewportSize({ width: 360, height: 800 })
  for (const [path, shown] of pages) {
    await page.goto(path)
    await expect(page.getByText(shown).first()).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})
