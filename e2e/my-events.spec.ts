/** My Events: what there is, where it leads, and what is said when it does not load. */
import type { Page } from '@playwright/test'
import type { SessionHeader } from '@rollcall/server/demo/api-client'
import { callAs, createConfiguration, createEvent } from './configurations.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { openAs } from './sessions.ts'

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, columnName: string, name: string) =>
  column(page, columnName)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

/** As the companion does when the streamer presses End. */
async function uploadStanding(session: SessionHeader, channel: string, eventId: number) {
  const heading =
    'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'
  const form = new FormData()
  form.set('eventId', String(eventId))
  const row = `oatmilk_otis,${channel},502,1,14,0,0,3,0,2,144,0,41`
  form.set('eventData', new Blob([`${heading}\r\n${row}\r\n`]), 'eventdata.csv')
  await callAs(session, { method: 'POST', path: '/api/app/upload-event-data', body: form })
}

test('a new user sees empty lists, and where to begin', async ({ page }) => {
  const letGo = await hold(page, '**/api/events/*')
  await openAs(page, 'mine_newcomer', '/my-events')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  letGo()
  await expect(page).toHaveTitle('Rollcall - My Events')
  await expect(page.getByText('No event series available.')).toBeVisible()
  await expect(page.getByText('You are not currently participating in any events.')).toBeVisible()
  await expect(card(page, 'Leaderboard Configurations', 'Standard')).toContainText('Default')
  await expect(page.getByRole('link', { name: 'Create Event' })).toHaveAttribute(
    'href',
    '/my-events/create',
  )
  await expect(page.getByRole('link', { name: 'New Config' })).toHaveAttribute(
    'href',
    '/new-leaderboard-config',
  )
})

test('each thing leads to its page, and events only their creator may manage', async ({ page }) => {
  const creator = await openAs(page, 'mine_creator', '/favicon.svg')
  const { id: creatorId } = await callAs<{ id: number }>(creator, {
    method: 'GET',
    path: '/api/user',
  })
  const leaderboard = await createConfiguration(creator, { name: 'Mine alone' })
  const guest = await openAs(page, 'mine_guest', '/favicon.svg')
  const [standard] = await callAs<{ id: number }[]>(guest, {
    method: 'GET',
    path: '/api/events/leaderboards',
  })
  const theirs = await createEvent(guest, {
    name: 'Visit',
    day: '2099-02-01',
    leaderboard: standard?.id ?? 0,
    participants: [creatorId],
  })
  const played = await createEvent(creator, { name: 'Played', day: '2020-01-02', leaderboard })
  await uploadStanding(creator, 'mine_creator', played)
  const event = { startDate: '2099-01-01', endDate: '2099-01-01', participants: [], leaderboard }
  const series = await callAs<{ id: number }>(creator, {
    method: 'POST',
    path: '/api/events/createEventSeries',
    body: {
      seriesName: 'Winter',
      events: [
        { ...event, name: 'One' },
        { ...event, name: 'Two' },
      ],
    },
  })

  await openAs(page, 'mine_creator', '/my-events')
  const winter = card(page, 'Event Series', 'Winter')
  await expect(winter).toContainText('2 events')
  await expect(winter.getByRole('link', { name: 'Manage' })).toHaveAttribute(
    'href',
    `/my-events/manage-series/${series.id}`,
  )
  const own = card(page, 'Single Events', 'Played')
  await expect(own).toContainText('Created by mine_creator')
  await expect(own.getByRole('link', { name: 'Manage Event' })).toHaveAttribute(
    'href',
    `/my-events/manage/${played}`,
  )
  await expect(own.getByRole('link', { name: 'Leaderboard' })).toHaveAttribute(
    'href',
    `/my-events/view-leaderboard/${played}`,
  )
  const visit = card(page, 'Single Events', 'Visit')
  await expect(visit).toContainText('Created by mine_guest')
  const noResults = visit.getByRole('button', { name: 'Leaderboard' })
  await expect(noResults).toBeDisabled()
  await expect(noResults).toHaveAccessibleDescription('Event has no results')
  await expect(visit.getByRole('link')).toHaveCount(0)
  const configuration = card(page, 'Leaderboard Configurations', 'Mine alone')
  await expect(configuration.getByRole('link', { name: 'Manage' })).toHaveAttribute(
    'href',
    `/manage-leaderboard-config/${leaderboard}`,
  )
  await expectAccessibleInBothSchemes(page)

  await openAs(page, 'mine_guest', '/my-events')
  const link = card(page, 'Single Events', 'Visit').getByRole('link', { name: 'Manage Event' })
  await expect(link).toHaveAttribute('href', `/my-events/manage/${theirs}`)
})

test('long names leave room on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const session = await openAs(page, 'mine_long', '/favicon.svg')
  const name = 'W'.repeat(200)
  const leaderboard = await createConfiguration(session, { name })
  await createEvent(session, { name, day: '2099-01-01', leaderboard })
  await page.goto('/my-events')
  await expect(card(page, 'Single Events', name)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('what does not load says so, beside what does, and loads on request', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 500/)
  const call = '**/api/events/getAll'
  await page.route(call, faults['status 500'].answer)
  await openAs(page, 'mine_unlucky', '/my-events')
  await expect(page.getByRole('alert')).toContainText('Error: HTTP error! status: 500')
  await expect(column(page, 'Single Events')).toContainText('Could not be loaded.')
  await expect(card(page, 'Leaderboard Configurations', 'Standard')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No event series available.')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('without a valid session it leads to the login page', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 401/)
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('jwtToken', 'over'))
  await page.goto('/my-events')
  await expect(page).toHaveURL('/login')
})
