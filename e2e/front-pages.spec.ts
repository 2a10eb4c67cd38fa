/** What everybody sees first: the front page, the list of events, and seasons. On a server of its own. */
import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { makeSeason, seasonUpload } from '@rollcall/server/testing/season-files'
import { languages } from '@rollcall/web/login-texts'
import { dayFromNow } from './days.ts'
import { createEvent, ladder, raceNow, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { MAX_SHIFT, watchShifts } from './layout-shifts.ts'
import { BESIDE_THE_LOGIN, faults, hold } from './network.ts'
import { openAs, originUnderTest, useServer } from './sessions.ts'
import { PHONE } from './show-pages.ts'
import { ADMIN, type RunningRollcall, startRollcall } from './start-server.ts'
import { speakPseudolocale } from './words-in-brackets.ts'

const SEASON = 75

let server: RunningRollcall
let leaveServer: () => void
test.beforeAll(async () => {
  server = await startRollcall('front-pages', { SEASON: String(SEASON), ADMIN_LOGINS: ADMIN })
  leaveServer = useServer(server.origin)
})
test.afterAll(async () => {
  leaveServer?.()
  await server?.stop()
})
// Known only once the server runs.
test.use({ baseURL: ({ browserName: _ }, use) => use(server?.origin ?? '') })

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login With Twitch' })
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const site = (page: Page) => page.getByRole('navigation', { name: 'Site' })

test('without any data each page says what it will show, and what to do for it', async ({
  page,
}) => {
  await page.goto('/')
  await expect(loginButton(page)).toBeVisible()
  await expect(page.getByText('Nobody is racing now.')).toBeVisible()
  await expect(page.getByText('No channel has results yet.')).toBeVisible()
  await expect(page.getByText('No game is public yet.')).toBeVisible()
  await expect(page.getByText('No event is running or announced.')).toBeVisible()
  await expectAccessible(page)
  await site(page).getByRole('link', { name: 'Events' }).click()
  await expect(page.getByText('An event appears here once its organiser')).toBeVisible()
  await expectAccessible(page)
  await site(page).getByRole('link', { name: 'Seasons' }).click()
  await expect(page).toHaveURL(`/seasons/${SEASON}`)
  await expect(page.getByText('Season 75 has no results yet')).toBeVisible()
  await expectAccessible(page)
  await site(page).getByRole('link', { name: 'Maps' }).click()
  await expect(page.getByText('A map appears here after the first game')).toBeVisible()
})

test('a stranger gets from the front page to an event, a season, a channel and a racer', async ({
  page,
}) => {
  const host = await signInStreamer('front_host')
  const guest = await signInStreamer('front_guest')
  await raceNow(host, ['front_ada', 'front_bea', 'front_cai'])
  await raceNow(guest, ['front_ada', 'front_bea'])
  const event = await createEvent([host, guest], 'Front Cup', {
    startDate: dayFromNow(-1),
    endDate: dayFromNow(1),
  })
  await uploadStanding(host, event, ladder(12))
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${event}`
  const settings = { isPublic: true, isListed: true }
  await client.call(`${control}/settings`, host.session, settings, 'PUT')
  await client.call(`${control}/token`, host.session, { of: 'public' })

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Rollcall' })).toBeVisible()
  const top = list(page, 'Top ten channels of Season 75').getByRole('listitem')
  await expect(top).toHaveText([/1.*front_host.*6/, /2.*front_guest.*3/])
  await expect(page).toHaveTitle('Rollcall – marble race standings and live reveals')
  await expect(list(page, 'Live now').getByRole('listitem')).toHaveText([
    /front_guest.*Race on Hill/,
    /front_host.*Race on Hill/,
  ])
  const games = list(page, 'Latest games').getByRole('listitem')
  await expect(games.first()).toContainText('front_ada won · 2 marbles · front_guest')
  const soon = list(page, 'Events now and soon')
  await expect(soon).toContainText('Organised by front_host')
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('link', { name: 'All events' }).click()
  await expect(page).toHaveTitle('Rollcall - Events')
  const now = list(page, 'Now')
  await expect(now).toContainText('Taking part: front_guest and front_host.')
  await expectAccessibleInBothSchemes(page)
  await now.getByRole('link', { name: 'Front Cup' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Front Cup' })).toBeVisible()

  await site(page).getByRole('link', { name: 'Seasons' }).click()
  await expect(page).toHaveTitle('Rollcall - Season 75')
  await expect(page.getByText('This season is running: 2 channels so far.')).toBeVisible()
  const board = page.getByRole('region', { name: 'Leaderboard' })
  await expect(board.getByRole('rowheader')).toHaveText(['front_host', 'front_guest'])
  await board.getByRole('button', { name: 'Total Points' }).click()
  await expect(page).toHaveURL(`/seasons/${SEASON}?order=asc`)
  await expect(board.getByRole('rowheader')).toHaveText(['front_guest', 'front_host'])
  await page.getByLabel('Lookup Channel').fill('HOST')
  await expect(page).toHaveURL(`/seasons/${SEASON}?channel=HOST&order=asc`)
  await expect(board.getByRole('rowheader')).toHaveText(['front_host'])
  const racers = list(page, 'Top racers').getByRole('listitem')
  await expect(racers.first()).toHaveText(/1.*front_ada.*3.*on front_host/)
  await expect(list(page, 'Events of this season')).toContainText('Front Cup')
  await expectAccessibleInBothSchemes(page)

  await board.getByRole('link', { name: 'front_host' }).click()
  await expect(page).toHaveURL('/c/front_host')
  await list(page, 'Racers').getByRole('link', { name: 'front_ada' }).click()
  await expect(page).toHaveURL('/r/twitch/front_ada')
})

test('a stranger learns which game this is, sees a reveal, and finds a racer', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/')
  const about = page.getByRole('heading', { name: 'The leaderboard for Marbles on Stream' })
  await expect(about).toBeVisible()
  await expect(page.getByRole('heading', { name: 'I stream' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'I run events' })).toBeVisible()
  await expect(page.getByRole('img', { name: /A reveal on stream/ })).toBeVisible()
  const hasStage = () => scripts.some((url) => /\/trailer-stage-/.test(url))
  expect(hasStage()).toBe(false)

  await page.clock.install()
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
  expect(hasStage()).toBe(true)
  await expect(page.getByText('owl_is_lucky')).toBeVisible()
  await page.clock.runFor(8_000)
  await expect(page.getByText('kettle_2008')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play again' })).toBeFocused()
  await expectAccessibleInBothSchemes(page)

  const search = page.getByRole('combobox', { name: /^Search/ })
  await search.fill('front_a')
  await page.clock.runFor(1_000)
  await page.getByRole('option', { name: 'front_ada' }).click()
  await expect(page).toHaveURL('/r/twitch/front_ada')
  await page.getByRole('banner').getByRole('link', { name: 'Rollcall' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Create an event' }).click()
  await expect(page).toHaveURL('/login')
})

test('the front page is there for people who are signed in, and so is their dashboard', async ({
  page,
}) => {
  await openAs(page, 'front_ada', '/leaderboards')
  await page.getByRole('link', { name: 'Front Page' }).click()
  await expect(page.getByRole('heading', { name: 'The leaderboard for Marbles' })).toBeVisible()
  await expect(loginButton(page)).toHaveCount(0)
  await page.reload()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/season')
})

test('a finished season has champions, and boards open with it until the new one has results', async ({
  page,
}) => {
  const client = openApiClient(originUnderTest())
  const admin = await client.signIn(ADMIN)
  const season = { season: String(SEASON + 1) }
  await client.call('/api/admin/updateSettings?isConfirmed=true', admin, season, 'PUT')
  await page.goto('/seasons')
  await expect(page).toHaveURL(`/seasons/${SEASON}`)
  await expect(page.getByText('This season is finished: 2 channels took part.')).toBeVisible()
  const champions = page.getByRole('region', { name: 'Champions', exact: true })
  await expect(champions.getByText('Total points')).toBeVisible()
  await expect(champions.getByRole('link', { name: 'front_host' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Season 76' }).click()
  await expect(page.getByText('Season 76 has no results yet')).toBeVisible()
  await page.goto('/c/front_host')
  await expect(page.getByText('this is how Season 75 ended')).toBeVisible()
  await expect(list(page, 'Racers').getByRole('listitem')).toHaveCount(3)

  await client.signIn('front_new')
  const { url, headers, payload } = seasonUpload(
    makeSeason({ channel: 'front_new', season: SEASON + 1 }),
    { headers: await client.signIn('front_new') },
  )
  const sent = await fetch(new URL(String(url), originUnderTest()), {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: payload as Buffer<ArrayBuffer>,
  })
  expect(sent.status, await sent.text()).toBe(200)
  await page.setViewportSize(PHONE)
  await openAs(page, 'front_reader', '/seasons')
  await expect(page).toHaveURL(`/seasons/${SEASON + 1}`)
  await expect(page.getByRole('rowheader')).toHaveText(['front_new'])
  await expectAccessible(page)
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)
})

test('the login neither waits for what is beside it, nor fails with it, nor moves', async ({
  page,
  expectComplaint,
}) => {
  const totalShift = await watchShifts(page)
  const release = await hold(page, BESIDE_THE_LOGIN)
  await page.goto('/')
  await expect(loginButton(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top ten channels' })).toBeVisible()
  const before = await loginButton(page).boundingBox()
  release()
  await expect(list(page, 'Latest games')).toBeVisible()
  await expect(list(page, 'Top ten channels of Season 76')).toBeVisible()
  expect(await loginButton(page).boundingBox()).toEqual(before)
  expect(await totalShift()).toBeLessThan(MAX_SHIFT)

  expectComplaint(faults['status 503'].complaint)
  await page.unroute(BESIDE_THE_LOGIN)
  await page.route(BESIDE_THE_LOGIN, faults['status 503'].answer)
  await page.goto('/login')
  await expect(page.getByRole('alert')).toHaveCount(4)
  await loginButton(page).click()
  await expect(page.getByLabel('Type a name')).toBeVisible()
})

test('all words of these pages come from catalogues, and nothing scrolls sideways', async ({
  page,
}) => {
  const expectTranslated = await speakPseudolocale(page)
  const own = Object.values(languages.en.texts).map((text) =>
    typeof text === 'string' ? text : text('Twitch'),
  )
  const names = ['front_host', 'front_guest', 'front_new', 'front_ada', 'front_bea', 'front_cai']
  for (const path of ['/login', '/events', `/seasons/${SEASON}`, `/seasons/${SEASON + 1}`]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('bdi').first()).toBeVisible()
      await expectTranslated([
        ...own,
        ...Object.values(languages).map(({ name }) => name),
        ...names,
        ...['Front Cup', 'Hill', 'racer'],
      ])
    })
  }
})
