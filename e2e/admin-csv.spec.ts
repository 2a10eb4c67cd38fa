/** CSV upload testing: three forms, each with a brief message and a lasting result. */
import type { Locator, Page } from '@playwright/test'
import { NO_HITS, sampleFile } from '@rollcall/server/testing/game-files'
import { makeSeason } from '@rollcall/server/testing/season-files'
import { createEvent, signInStreamer } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { faults, hold, watchCalls } from './network.ts'
import { openAsAdmin } from './sessions.ts'

const CSV_TESTING = '/admin/csv-testing'
const SEASON = 47
const seasonForm = (page: Page) => page.getByRole('region', { name: 'Season snapshot' })
const gameForm = (page: Page) => page.getByRole('region', { name: 'Single game' })
const eventForm = (page: Page) => page.getByRole('region', { name: 'Event snapshot' })
const upload = (form: Locator) => form.getByRole('button', { name: 'Upload', exact: true })
const result = (form: Locator) =>
  form.getByRole('list', { name: 'Result' }).getByRole('listitem').first()
const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })

async function chooseSeason(page: Page, channel: string): Promise<void> {
  const files = makeSeason({ channel, season: SEASON, racers: [{ name: 'one' }, { name: 'two' }] })
  const form = seasonForm(page)
  await form.getByLabel('streamerData').setInputFiles(csv('47_s.csv', files.streamerData))
  await form.getByLabel('viewerData').setInputFiles(csv('47_v.csv', files.viewerData))
}

test('the first form accepts only .csv files, and says what is missing', async ({ page }) => {
  await openAsAdmin(page, CSV_TESTING)
  await expect(page.locator('input[accept=".csv"]')).toHaveCount(2)
  await expect(page.locator('input[type="file"]:not([accept])')).toHaveCount(4)
  const form = seasonForm(page)
  const calls = watchCalls(page, '/api/*')
  await upload(form).click()
  await expect(form.getByRole('alert')).toHaveText('Please select a file for streamerData.')
  await form.getByLabel('streamerData').setInputFiles(csv('a.csv', NO_HITS))
  await form.getByLabel('viewerData').setInputFiles(csv('b.txt', NO_HITS))
  await upload(form).press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Please select a .csv file for viewerData.')
  expect(calls).toHaveLength(0)
})

test('a dry run says what a season would change, and stores nothing; an upload stores it', async ({
  page,
  clock,
}) => {
  await clock.install()
  await openAsAdmin(page, CSV_TESTING)
  await chooseSeason(page, 'csv_channel')
  const form = seasonForm(page)
  await page.getByRole('switch', { name: 'Dry run' }).check()
  await form.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(form.getByRole('status')).toHaveText('Check successful! Nothing was stored.')
  await expect(result(form)).toContainText(/^Ready to upload.*Season 47 snapshot/)
  await expect(result(form)).toContainText('2 racers: 2 to add.')

  await page.getByRole('switch', { name: 'Dry run' }).uncheck()
  const tickets = watchCalls(page, '/api/uploads/ticket')
  const uploads = watchCalls(page, '/api/app/upload-data')
  const release = await hold(page, '**/api/app/upload-data')
  await upload(form).click()
  await expect.poll(() => uploads.length).toBe(1)
  await clock.pause()
  release()
  const success = form.getByText('Upload successful!')
  await clock.runUntil(() => expect(success).toBeVisible({ timeout: 100 }), { stepMs: 1 })
  await clock.runFor(4000)
  await expect(success).toBeVisible()
  await clock.runFor(1000)
  await expect(success).toBeHidden()
  // If the dry run had stored it, this would be a duplicate.
  await expect(result(form)).toContainText(/^Accepted.*Season 47 snapshotcsv_channelReceipt \d+/)
  await expect(result(form)).toContainText('2 racers: 2 added.')
  expect(tickets).toHaveLength(1)
  expect(uploads).toHaveLength(1)
  expect(uploads[0]?.headers().authorization).toBeUndefined()
})

test('a refusal is shown in red for a while, and stays in the result below', async ({
  page,
  clock,
  expectComplaint,
}) => {
  await clock.install()
  await openAsAdmin(page, CSV_TESTING)
  const form = gameForm(page)
  await form.getByLabel('raceData').setInputFiles(csv('race.csv', Buffer.from('a,b\r\n1,2\r\n')))
  expectComplaint(/status of 4\d\d/)
  const uploads = watchCalls(page, '/api/app/upload-mpl-data')
  const release = await hold(page, '**/api/app/upload-mpl-data')
  await upload(form).click()
  await expect.poll(() => uploads.length).toBe(1)
  await clock.pause()
  release()
  const alert = form.getByRole('alert')
  await clock.runUntil(() => expect(alert).toBeVisible({ timeout: 100 }), { stepMs: 1 })
  await expect(result(form)).toContainText(/^Refused.*unknown_header/)
  await expect(result(form)).toContainText(await alert.innerText())
  await clock.runFor(5000)
  await expect(alert).toBeHidden()
  await expect(result(form)).toBeVisible()
})

test('a game is sent with what its files do not say', async ({ page }) => {
  await openAsAdmin(page, CSV_TESTING)
  const form = gameForm(page)
  const race = sampleFile('real/race-final/LastSeasonRace.csv')
  await form.getByLabel('raceData').setInputFiles(csv('LastSeasonRace.csv', race))
  await form.getByLabel('checkpointData').setInputFiles(csv('LastRaceNumbersHit.csv', NO_HITS))
  await form.getByText('What the files do not say').click()
  await form.getByLabel('channel').fill('csv_game_channel')
  await form.getByLabel('season').fill(String(SEASON))
  await form.getByLabel('finishedAt').fill('2026-09-14T20:15')
  await upload(form).click()
  await expect(result(form)).toContainText(/^Accepted.*Race, season 47.*csv_game_channel/)
  await expect(result(form)).toContainText('The game finished more than 72 hours ago.')
  await upload(form).click()
  await expect(result(form)).toContainText(/^Already uploaded/)
})

test('an event snapshot shows that it is being uploaded, and for which event', async ({
  page,
  expectComplaint,
}) => {
  const streamer = await signInStreamer('csv_caster')
  const eventId = await createEvent([streamer], 'Cup of files')
  const rows = [
    'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points',
    'otis,csv_caster,820,2,14,400,1,3,0,9,611,0,12.5',
    '',
  ]
  await openAsAdmin(page, CSV_TESTING)
  const form = eventForm(page)
  await upload(form).click()
  await expect(form.getByRole('alert')).toHaveText('Please enter the eventId.')
  await form.getByLabel('eventId').fill(String(eventId))
  await form.getByLabel('eventData').setInputFiles(csv('event', Buffer.from(rows.join('\r\n'))))

  expectComplaint(faults.offline.complaint)
  await page.route('**/api/app/upload-event-data', faults.offline.answer)
  await upload(form).click()
  await expect(form.getByRole('alert')).toHaveText('The server could not be reached.')
  await page.unrouteAll()

  const release = await hold(page, '**/api/app/upload-event-data')
  const uploads = watchCalls(page, '/api/app/upload-event-data')
  await upload(form).click()
  const busy = form.getByRole('button', { name: 'Uploading...' })
  await expect(busy).toBeFocused()
  await busy.press('Enter')
  release()
  await expect(result(form)).toContainText(/^Accepted.*Event snapshotCup of files/)
  expect(uploads).toHaveLength(1)
  expect(uploads[0]?.headers().authorization).toMatch(/^Bearer /)
})

test('the forms and their results are accessible in both schemes, and fit a phone', async ({
  page,
  expectComplaint,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAsAdmin(page, CSV_TESTING)
  await page.getByRole('switch', { name: 'Dry run' }).check()
  await chooseSeason(page, 'csv_looked_at')
  await seasonForm(page).getByRole('button', { name: 'Check', exact: true }).click()
  await expect(result(seasonForm(page))).toContainText(/^Ready to upload/)
  expectComplaint(/status of 4\d\d/)
  await gameForm(page)
    .getByLabel('raceData')
    .setInputFiles(csv('r.csv', Buffer.from('a\r\n')))
  await gameForm(page).getByRole('button', { name: 'Check', exact: true }).click()
  await expect(result(gameForm(page))).toContainText(/^Refused/)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
