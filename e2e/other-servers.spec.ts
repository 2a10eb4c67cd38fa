/**
 * Every page with a server whose answers contain what spec.md, section 7, names and nothing else. See
 * docs/decisions/069.
 */
import type { Page } from '@playwright/test'
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { answer, button, main, startSeries, startSingle } from './event-forms.ts'
import { expect, test } from './fixtures.ts'
import { openAsAdmin } from './sessions.ts'

const stats = {
  widgets: [
    { label: 'Points', value: 1200, raceType: 'race' },
    { label: 'Kills', value: 3, raceType: 'royale' },
  ],
  graphData: [
    {
      title: 'Wins',
      graphType: 'bar',
      labels: ['Season 1', 'Season 2'],
      datasets: [{ label: 'Race', data: [1, 2] }],
    },
  ],
}
const channelStats = { channel: { name: 'Alpha', profileImageUrl: '' }, ...stats }
const channels = [
  {
    id: 1,
    channel: 'alpha',
    user: { username: 'Alpha', profile_image_url: '' },
    race_points: '1200',
    br_points: 34,
    race_races: '5',
    br_races: 2,
    race_wins: 1,
    br_wins: 0,
  },
]
const racer = (name: string, points: number) => ({
  id: points,
  racer_name: name,
  event_points: points,
  race_points: 10,
  race_wins: 1,
  race_races: 5,
  race_hs: 400,
  br_points: 34,
  br_wins: 0,
  br_races: 2,
  br_hs: 34,
  kills: 3,
  eliminations: 1,
  crown_wins: 0,
})
const event = {
  name: 'Spring Cup',
  startAt: '2031-03-01',
  endAt: '2031-03-02',
  leaderboard_config_id: 5,
  participantUsers: [{ id: 2, username: 'Bea' }],
  eventSeries: { id: 3 },
}
const note = { id: 8, title: 'Version 9', content: 'Now **faster**.' }

const ANSWERS: Record<string, unknown> = {
  'GET /api/user': { username: 'Elsewhere', profile_image_url: '', isAdmin: true },
  'GET /api/leaderboard/seasons': [{ id: 2, name: 'Season 2', selected: true }],
  'POST /api/leaderboard': {
    data: [
      {
        rank: 1,
        username: 'Alpha',
        profileImageUrl: '',
        totalPoints: 1234,
        totalRaces: 7,
        pointsPerRace: 176.29,
        raceHighScore: 400,
        battleRoyaleHighScore: 34,
      },
    ],
    totalPages: 1,
  },
  'GET /api/dashboard/lifetime-stats': stats,
  'GET /api/dashboard/channels': channels,
  'GET /api/dashboard/get-user-seasons': {
    lifetime: { totalRaces: 42, totalPoints: 6564 },
    seasons: [{ value: '2', name: 'Season 2', totalRaces: 42, totalPoints: 6564 }],
  },
  'GET /api/dashboard/get-user-season-channels/2': channels,
  'GET /api/dropdowns/user-seasons-channel/alpha': {
    seasonsWithLabel: [{ value: '2', label: 'Season 2' }],
  },
  'GET /api/dashboard/channel/alpha': channelStats,
  'GET /api/dashboard/season/2/alpha': channelStats,
  'GET /api/events/getAll': {
    eventSeries: [{ id: 3, name: 'League', eventCount: 1 }],
    events: [
      { id: 7, name: 'Open Cup', createdBy: 2, creator: { username: 'Bea' }, hasResults: true },
    ],
  },
  'GET /api/events/leaderboards': [{ id: 5, name: 'Friday rules' }],
  'GET /api/events/getById/7': event,
  'GET /api/dropdowns/users': { usersWithLabel: [{ label: 'Cleo', value: 4 }] },
  'GET /api/dropdowns/leaderboards': [{ value: 5, label: 'Friday rules' }],
  'PUT /api/events/update/7': { event, message: 'Saved over there.' },
  'POST /api/events/createEventSeries': { status: 'success' },
  'POST /api/events/createEventSingle': { status: 'success' },
  'GET /api/events/leaderboard-config/5': {
    config: JSON.stringify({ ...STANDARD_CONFIGURATION, name: 'Friday rules' }),
    isDefault: false,
  },
  'POST /api/events/leaderboard-config': { id: 5, config: STANDARD_CONFIGURATION },
  'GET /api/events/get-leaderboard/7': [
    { userId: 2, username: 'Bea', leaderboard: [racer('ada', 90), racer('cy', 70)] },
  ],
  'GET /api/events/getBySeriesId/3': [
    {
      event_series_name: 'League',
      events: [
        {
          id: 7,
          name: 'Spring Cup',
          startAt: '2031-03-01',
          endAt: '2031-03-02',
          eventParticipants: [{}, {}],
          eventData: [{ leaderboardSubmissions: 1 }],
        },
      ],
    },
  ],
  'POST /api/events/update-event-series/3': { name: 'League' },
  'GET /api/latest-version': { fileName: 'Elsewhere-1.0.exe' },
  'GET /api/patch-notes': [note],
  'GET /api/patch-notes/8': { title: note.title, content: note.content },
  'POST /api/patch-notes': {},
  'PUT /api/patch-notes/8': {},
  'DELETE /api/patch-notes/8': {},
  'POST /api/admin/upload': {},
  'GET /api/admin/getSettings': { season: 2, version: '1.0', dev_season: 3, dev_version: null },
  'PUT /api/admin/updateSettings': {},
  'POST /api/app/upload-data': {},
  'POST /api/app/upload-mpl-data': {},
  'POST /api/app/upload-event-data': {},
}

async function openElsewhere(page: Page, path: string): Promise<void> {
  await page.route('**/api/**', (route) => {
    const request = route.request()
    const key = `${request.method()} ${new URL(request.url()).pathname.replace(/\/$/, '')}`
    return key in ANSWERS ? route.fulfill({ json: ANSWERS[key] }) : route.fallback()
  })
  await page.route('**/download/*.exe', (route) =>
    route.fulfill({ contentType: 'application/octet-stream', body: 'MZ' }),
  )
  await openAsAdmin(page, path)
}

/** The page shows all of these texts, and no error. */
async function expectPage(page: Page, path: string, shown: readonly string[]): Promise<void> {
  await page.goto(path)
  for (const text of shown) {
    await expect(main(page).getByText(text, { exact: true }).first(), path).toBeVisible()
  }
  await expect(main(page).getByRole('alert'), path).toHaveCount(0)
}

test('the pages of a racer', async ({ page }) => {
  await openElsewhere(page, '/favicon.svg')
  await expectPage(page, '/dashboard/season', ['Lifetime', 'Season 2', '6,564'])
  await expectPage(page, '/dashboard/lifetime', ['1,200', 'Kills', '3', 'Wins'])
  // No key says which widgets are points, so there is no sum of them.
  await expect(main(page).getByText('Points from races and royales')).toHaveCount(0)
  await expectPage(page, '/dashboard/channel?sort=points', ['Alpha', '1,234 points'])
  await expectPage(page, '/dashboard/season/2', ['Alpha'])
  await expectPage(page, '/dashboard/channel/alpha', ['Alpha', '1,200'])
  await expectPage(page, '/dashboard/channel/alpha/2', ['Alpha', '1,200'])
  await expectPage(page, '/leaderboards', ['Alpha', '1,234', '176.29'])
  await expect(page.getByRole('banner').getByText('Elsewhere')).toBeVisible()
})

test('events, series and configurations', async ({ page, expectComplaint }) => {
  // Only a further call would name event 7; the real server gets it, and has no such event.
  expectComplaint(/404/)
  await openElsewhere(page, '/favicon.svg')
  await expectPage(page, '/my-events', ['League', '1 event', 'Open Cup', 'Bea', 'Friday rules'])

  const nameless = page.waitForEvent('console', (message) => message.text().includes('404'))
  await expectPage(page, '/my-events/view-leaderboard/7', ['Event Leaderboard'])
  await nameless
  await expect(main(page).getByText(/^2 racers/)).toBeVisible()
  await page.getByLabel('Streamer').selectOption('Bea')
  await button(page, 'Start Reveal').click()
  await expect(button(page, 'Reveal Rank 2')).toBeVisible()

  await expectPage(page, '/my-events/manage-series/3', ['Manage Event Series: League'])
  const card = page.getByRole('article', { name: 'Spring Cup' })
  await expect(card).toContainText('Participants2')
  await expect(card.getByRole('link', { name: 'View Leaderboards' })).toBeVisible()
  await button(page, 'Edit Series').click()
  await button(page, 'Save').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await card.getByRole('link', { name: 'Manage', exact: true }).click()
  await expect(page.getByLabel('Start Date')).toHaveValue('2031-03-01')
  await page.getByLabel('Event Name').fill('Summer Cup')
  await button(page, 'Update Event').click()
  await expect(page.getByText('Saved over there.')).toBeVisible()

  await expectPage(page, '/manage-leaderboard-config/5', [])
  await expect(page.getByLabel('Leaderboard Name')).toHaveValue('Friday rules')
  await page.getByLabel('Leaderboard Name').fill('Saturday rules')
  await button(page, 'Save').click()
  await expect(page).toHaveURL('/my-events')
})

test('creating an event and a series leads to My Events', async ({ page }) => {
  await openElsewhere(page, '/my-events/create')
  await startSingle(page)
  await page.getByLabel('Event Name').fill('Single Cup')
  await page.getByLabel('Start Date').fill('2031-03-01')
  await page.getByLabel('Select leaderboard').selectOption('Friday rules')
  await answer(page, 'Are there multiple participants', 'No')
  await button(page, 'Create Event').click()
  await expect(page).toHaveURL('/my-events')

  await page.goto('/my-events/create')
  await startSeries(page)
  await page.getByLabel('Series Name').fill('League')
  await answer(page, 'Are there multiple streamers', 'No')
  await answer(page, 'Will the same leaderboard', 'Yes')
  await page.getByLabel('Select leaderboard').selectOption('Friday rules')
  await button(page, 'Add Event').click()
  await page.getByLabel('Event Name').fill('Round 1')
  await page.getByLabel('Start Date').fill('2031-03-01')
  await button(page, 'Create Series').click()
  await expect(page).toHaveURL('/my-events')
})

test('downloads and patch notes', async ({ page }) => {
  await openElsewhere(page, '/favicon.svg')
  await expectPage(page, '/download', ['Version 9', 'faster'])
  const saved = page.waitForEvent('download')
  await button(page, 'Elsewhere-1.0.exe').click()
  expect((await saved).suggestedFilename()).toBe('Elsewhere-1.0.exe')
  await button(page, 'Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)

  await expectPage(page, '/admin/create-patch-notes?id=8', ['Edit Patch Note'])
  await expect(page.getByLabel('Title')).toHaveValue('Version 9')
  await button(page, 'Update Patch Note').click()
  await expect(page).toHaveURL('/download')
  // An address without a number is for a new note.
  await expectPage(page, '/admin/create-patch-notes?id=', [])
  await page.getByLabel('Title').fill('Version 10')
  await button(page, 'Create Patch Note').click()
  await expect(page).toHaveURL('/download')
})

test('the pages of admins', async ({ page }) => {
  await openElsewhere(page, '/admin/upload-new-version')
  const buffer = Buffer.from('MZ')
  const exe = { name: 'Elsewhere-2.0.exe', mimeType: 'application/octet-stream', buffer }
  await page.getByLabel('Installer file').setInputFiles(exe)
  await button(page, 'Upload').click()
  await expect(page.getByText('File uploaded successfully.')).toBeVisible()

  await expectPage(page, '/admin/update-rollcall-settings', [])
  await expect(page.getByLabel('Season', { exact: true })).toHaveValue('2')
  await page.getByLabel('Version', { exact: true }).fill('1.1')
  await button(page, 'Save').click()
  await expect(page.getByText('Success! Settings updated successfully.')).toBeVisible()

  await expectPage(page, '/admin/csv-testing', [])
  const csv = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('a') })
  for (const [title, files] of [
    ['Season snapshot', ['streamerData', 'viewerData']],
    ['Single game', ['raceData', 'checkpointData']],
    ['Event snapshot', ['eventData']],
  ] as const) {
    const form = page.getByRole('region', { name: title })
    for (const file of files) await form.getByLabel(file).setInputFiles(csv(`${file}.csv`))
    if (title === 'Event snapshot') await form.getByLabel('eventId').fill('7')
    await form.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(form.getByText('Upload successful!')).toBeVisible()
  }
})

test("a refusal's `message` is shown like its `error`", async ({ page, expectComplaint }) => {
  expectComplaint(/400/)
  await openElsewhere(page, '/favicon.svg')
  for (const words of [{ message: 'It has begun.' }, { error: 'It has begun.' }]) {
    await page.route('**/api/events/update/7', (route) =>
      route.fulfill({ status: 400, json: words }),
    )
    await page.goto('/my-events/manage/7')
    await page.getByLabel('Event Name').fill('Summer Cup')
    await button(page, 'Update Event').click()
    await expect(main(page).getByRole('alert')).toHaveText(
      'Error updating event. Please try again. It has begun.',
    )
    // Otherwise the page would ask before it is left.
    await page.getByLabel('Event Name').fill('Spring Cup')
  }
})

test('an address without a number says what is wrong', async ({ page, expectComplaint }) => {
  expectComplaint(/400/)
  await openAsAdmin(page, '/favicon.svg')
  for (const path of ['/admin/create-patch-notes?id=abc', '/my-events/manage/abc']) {
    await page.goto(path)
    await expect(
      page.getByText('There is nothing at this address: it must end in a whole number.'),
    ).toBeVisible()
  }
})
