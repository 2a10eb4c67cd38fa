/** My Uploads: receipts as uploads arrive; counting games instead of snapshots; undo. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { samples } from '@rollcall/formats/testing/samples'
import { sampleGame } from '@rollcall/server/testing/game-files'
import { makeSeason } from '@rollcall/server/testing/season-files'
import { zipSync } from 'fflate'
import { raceNow, signInStreamer } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

const STREAMER = 'uploads_watcher'
const SEASON = 37

const outcomes = (page: Page) =>
  page
    .getByRole('region', { name: 'Receipts' })
    .getByRole('listitem')
    .filter({ hasText: 'snapshot' })
const points = (page: Page) =>
  page.getByRole('row').filter({ hasText: STREAMER }).getByRole('cell').nth(1)

test('each upload appears at once and can be undone, and games can count instead', async ({
  page,
  companion,
}) => {
  const season = (racePoints: number, marbleDay: string) => ({
    ...{ channel: STREAMER, season: SEASON, marbleDay },
    racers: [{ name: 'racer', racePoints }],
  })
  const upload = (racePoints: number, marbleDay: string) =>
    companion.uploadFor(season(racePoints, marbleDay))
  await openAs(page, STREAMER, '/my-uploads')
  await expect(page.getByText('Nothing has been uploaded yet')).toBeVisible()

  await upload(1_000, '2026-09-01')
  await expect(outcomes(page)).toHaveCount(1)
  await expect(outcomes(page).first()).toContainText('Accepted')
  await expect(page.getByRole('button', { name: 'Count each game from now on' })).toBeVisible()
  await upload(1_200, '2026-09-02')
  await expect(outcomes(page)).toHaveCount(2)

  await expect(outcomes(page).nth(1)).toContainText('Replaced by a newer snapshot.')
  await page.getByRole('button', { name: /^Undo / }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo this upload?' })
  await expect(question).toContainText(
    new RegExp(`This removes the snapshot of season ${SEASON}, which arrived on .+ (AM|PM)\\.`),
  )
  await expect(question.getByRole('listitem')).toHaveText([
    `Season ${SEASON}: from 1,200 points in 10 games to 1,000 points in 10 games`,
  ])
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Undo upload' }).click()
  await expect(page.getByText(`Removed the snapshot of season ${SEASON}.`)).toBeVisible()
  await expect(outcomes(page).first()).toContainText('Undone')
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('button', { name: 'Count each game from now on' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Count each game' }).click()
  await expect(page.getByText('Each game has counted since')).toBeVisible()
  const late = Object.entries(makeSeason(season(2_000, '2026-09-03'))).map(([name, buffer]) => ({
    ...{ name: `${name}.csv`, mimeType: 'text/csv', buffer },
  }))
  const panel = page.getByRole('region', { name: 'Upload files' })
  await panel.getByLabel('Files to upload').setInputFiles(late)
  await expect(panel.getByRole('listitem').first()).toContainText('will be kept but not used')
  await panel.getByRole('button', { name: 'Upload it' }).click()
  await expect(outcomes(page).first()).toContainText('Not used')
  await expect(outcomes(page).first()).toContainText('counted one by one')
  await page.goto(`/leaderboards?season=${SEASON}`)
  await expect(points(page)).toHaveText('1,000')

  await page.goto('/my-uploads')
  await page.getByRole('button', { name: 'Use snapshots again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use snapshots again' }).click()
  await expect(page.getByRole('button', { name: 'Count each game from now on' })).toBeVisible()
  await expect(outcomes(page).first()).toContainText('Used now')
  await page.goto(`/leaderboards?season=${SEASON}`)
  await expect(points(page)).toHaveText('2,000')
  await expect(page.getByRole('link', { name: 'My Uploads' })).toBeVisible()
})

test('files and zips are dropped, previewed and uploaded; each problem is beside its file', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 403/)
  const streamer = 'uploads_dropper'
  const season = makeSeason({ channel: streamer, season: 38, racers: [{ name: 'racer' }] })
  const sample = (name: string) => readFileSync(new URL(name, samples))
  const zipped = Object.fromEntries(
    [
      '05-status-error-REJECT',
      '06-simulation-bots-DO-NOT-COUNT',
      '07-partial-write-REJECT',
    ].flatMap((folder) =>
      ['LastSeasonRace.csv', 'LastSeasonRaceSummary.csv'].map((name) => [
        `${folder}/${name}`,
        sample(`race/v4/${folder}/${name}`),
      ]),
    ),
  )
  const files = [
    { name: 'games.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(zipped)) },
    {
      name: 'cut.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\u0003\u0004 and no more'),
    },
    ...Object.entries({
      '38_streamerdata.csv': season.streamerData,
      '38_racerdata.csv': season.viewerData,
      'LastCustomRaceMapPlayed.csv': sample(
        'map/03-comma-in-name-unquoted-REJECT/LastCustomRaceMapPlayed.csv',
      ),
      '1_eventdata.csv': sample('uploads/event/01-normal/278_eventdata.csv'),
    }).map(([name, buffer]) => ({ name, mimeType: 'text/csv', buffer })),
  ]
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, streamer, '/my-uploads')
  const panel = page.getByRole('region', { name: 'Upload files' })
  const items = panel.getByRole('listitem')
  // Files dropped while others wait are added to them.
  await panel.getByLabel('Files to upload').setInputFiles(files.slice(0, 2))
  await expect(panel.getByRole('status')).toHaveText(/^1 race, \d+ racers; 3 refused\.$/)
  await panel.getByLabel('Files to upload').setInputFiles(files.slice(2))
  await expect(panel.getByRole('status')).toHaveText(
    /^1 race, 1 season snapshot, \d+ racers; 5 refused\.$/,
  )
  for (const [file, sentence] of [
    ['cut.zip', 'damaged or has a password'],
    ['05-status-error-REJECT/LastSeasonRace.csv', 'ended with the status "Error"'],
    ['07-partial-write-REJECT/LastSeasonRace.csv', 'line 8: The file ends in the middle'],
    ['LastCustomRaceMapPlayed.csv', 'line 2, column 11: The row has more cells'],
    ['1_eventdata.csv', 'is for the channel Sample_Caster'],
  ] as const) {
    await expect(items.filter({ hasText: file })).toContainText(sentence)
  }
  await expect(items.filter({ hasText: '06-simulation-bots' })).toContainText('does not count')
  await expectAccessibleInBothSchemes(page)
  await panel.getByRole('button', { name: 'Upload 2' }).click()
  await expect(panel.locator(':focus')).toHaveCount(1)
  await expect(panel.getByRole('status')).toHaveText('2 accepted; 5 refused.')
  await expect(outcomes(page)).toHaveCount(1)

  // Files can be dropped anywhere on the page.
  const dropped = await page.evaluateHandle(
    (texts) => {
      const transfer = new DataTransfer()
      for (const [name, text] of texts) transfer.items.add(new File([text], name))
      return transfer
    },
    Object.entries(season).map(([name, bytes]) => [`${name}.csv`, bytes.toString()] as const),
  )
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped })
  await expect(panel.getByRole('status')).toHaveText(
    '1 season snapshot, 1 racer; 1 already uploaded.',
  )
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(items).toHaveCount(0)
})

test('a day log that a snapshot covers says that it does not count towards a season, and why; the undo names its games', async ({
  page,
  companion,
}) => {
  const streamer = 'uploads_logger'
  await companion.uploadFor({ channel: streamer, season: 75 })
  await openAs(page, streamer, '/my-uploads')
  const panel = page.getByRole('region', { name: 'Upload files' })
  const log = 'companion-log/04-three-days/allraces_2026-09-12.csv'
  const zip = zipSync({
    'allraces_2026-09-12.csv': readFileSync(new URL(log, samples)),
    'notes.txt': Buffer.from('not a table'),
    'LastWatchedMarble.csv': Buffer.from('Some,Heading\r\nmarble,7\r\n'),
  })
  await panel
    .getByLabel('Files to upload')
    .setInputFiles([{ name: 'logs.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) }])
  const items = panel.getByRole('listitem')
  await expect(items.filter({ hasText: 'notes.txt' })).toContainText('not a CSV file')
  await expect(items.filter({ hasText: 'LastWatchedMarble' })).toContainText('it is not needed')
  const item = items.filter({ hasText: 'allraces_2026-09-12.csv' })
  await expect(item).toContainText('Ready; does not count towards a season')
  await expect(item).toContainText('None of the 20 games counts in season')
  await expect(panel.getByRole('status')).toContainText(
    '1 does not count towards a season; 2 not used.',
  )
  await panel.getByRole('button', { name: 'Upload it' }).click()
  await expect(panel.getByRole('status')).toContainText(
    '1 accepted; 1 of them did not count towards a season',
  )
  const receipt = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem').first()
  await expect(receipt).toContainText('Accepted; did not count towards a season')
  await expect(receipt).toContainText('choose "Count each game from now on"')
  await expectAccessibleInBothSchemes(page)

  await page
    .getByRole('button', { name: /^Undo / })
    .first()
    .click()
  const question = page.getByRole('alertdialog', { name: 'Undo this upload?' })
  await expect(question).toContainText(/This removes 20 games, played from Sep 1\d, 2026/)
  await expect(question).toContainText('No season or event changes.')
  await question.getByRole('button', { name: 'Cancel' }).click()

  // What several receipts say is said once, where it can be changed.
  const host = await signInStreamer(streamer)
  await raceNow(host, ['logger_ada', 'logger_bea'])
  await raceNow(host, ['logger_bea', 'logger_ada'])
  const counting = page.getByRole('region', { name: 'How your numbers are counted' })
  await expect(counting).toContainText('2 receipts on this page say:It does not count in season 75')
  const races = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem')
  await expect(races.filter({ hasText: 'Race, season 75' })).toHaveCount(2)
  await expect(races.filter({ hasText: 'It does not count' })).toHaveCount(0)
})

test('an equal game without a time counts as one, until the streamer says that it is another', async ({
  page,
}) => {
  const streamer = 'uploads_twice'
  const session = await openAs(page, streamer, '/my-uploads')
  const client = openApiClient(originUnderTest())
  const files = sampleGame('royale/legacy/01-spaces-in-header')
  for (const _ of [1, 2]) {
    await client.uploadForm('/api/app/upload-mpl-data', { files }, session)
  }
  const receipts = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem')
  await expect(page.getByText('A game with the same results is already stored.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Count it as another game' }).click()
  await expect(page.getByText('Counted as another game. Undo takes it back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count it as another game' })).toHaveCount(0)
  await expect(receipts.filter({ hasText: 'Accepted' })).toHaveCount(2)

  await page
    .getByRole('button', { name: /^Undo / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Undo upload' }).click()
  await expect(page.getByRole('button', { name: 'Count it as another game' })).toBeVisible()

  const evening = page.getByRole('region', { name: 'Evenings' }).getByRole('listitem')
  await expect(evening).toContainText(/leads.*1 game/)
  await evening.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/c/${streamer}/\\d{4}-\\d{2}-\\d{2}$`))
})

test('on a phone, files can be chosen at once, and only the latest receipts are open', async ({
  page,
  companion,
}) => {
  const streamer = 'uploads_pocket'
  for (const day of [1, 2, 3, 4, 5, 6]) {
    const racers = [{ name: 'racer', racePoints: day * 100 }]
    const marbleDay = `2026-09-0${day}`
    await companion.uploadFor({ channel: streamer, season: SEASON, marbleDay, racers })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, streamer, '/my-uploads')
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeInViewport({ ratio: 1 })
  const receipts = page
    .getByRole('region', { name: 'Receipts' })
    .getByRole('button', { name: /^Undo |^All / })
  await expect(outcomes(page)).toHaveCount(5)
  await expect(receipts.last()).toHaveText('All 6 receipts on this page')
  await receipts.last().click()
  await expect(outcomes(page)).toHaveCount(6)
})
