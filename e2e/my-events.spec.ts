/** My Events: what it lists, where that leads, and what it says when it does not load. */
import type { Page } from '@playwright/test'
import type { SessionHeader } from '@rollcall/demo/api-client'
import { callAs, createConfiguration, createEvent, findStandard } from './configurations.ts'
import { dayFromNow } from './days.ts'
import { shownDay } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { faults, hold } from './network.ts'
import { openAs, openAsAdmin } from './sessions.ts'

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, columnName: string, name: string) =>
  column(page, columnName)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Uploads like the companion when the streamer presses End. */
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
  const release = await hold(page, '**/api/events/*')
  await openAs(page, 'mine_newcomer', '/my-events')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeVisible()
  release()
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

test('each item leads to its page, and only its creator may manage an event', async ({ page }) => {
  const creator = await openAs(page, 'mine_creator', '/favicon.svg')
  const { id: creatorId } = await callAs<{ id: number }>(creator, {
    method: 'GET',
    path: '/api/user',
  })
  const leaderboard = await createConfiguration(creator, { name: 'Mine alone' })
  const guest = await openAs(page, 'mine_guest', '/favicon.svg')
  const theirs = await createEvent(guest, {
    name: 'Visit',
    day: '2099-02-01',
    leaderboard: await findStandard(guest),
    participants: [creatorId],
  })
  const day = dayFromNow(-2)
  const played = await createEvent(creator, { name: 'Played', day, leaderboard })
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
  await expect(own).toContainText(shownDay(day))
  await expect(own).toContainText('Ready to reveal')
  await expect(own).toContainText('Results in: 1 of 1')
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
  await expect(visit).toContainText('Upcoming')
  const noResults = visit.getByRole('button', { name: 'Leaderboard' })
  await expect(noResults).toBeDisabled()
  await expect(noResults).toHaveAccessibleDescription('Event has no results')
  await expect(visit.getByRole('link')).toHaveText(['mine_guest'])
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

const unfoldEnded = (page: Page) => column(page, 'Single Events').getByText('1 ended').click()

test('what is to be done comes first, with one way on, and what is over is folded', async ({
  page,
}) => {
  const session = await openAs(page, 'mine_todo', '/favicon.svg')
  const leaderboard = await findStandard(session)
  const make = (name: string, startsIn: number) =>
    createEvent(session, { name, day: dayFromNow(startsIn), leaderboard })
  await make('Coming Cup', 9)
  await createEvent(session, {
    name: 'Running Cup',
    day: dayFromNow(-1),
    lastDay: dayFromNow(1),
    leaderboard,
  })
  const ready = await make('Ready Cup', -2)
  await uploadStanding(session, 'mine_todo', ready)
  for (const number of [1, 2, 3]) await make(`Old Cup ${number}`, -60)
  const round = {
    startDate: dayFromNow(-2),
    endDate: dayFromNow(-2),
    participants: [],
    leaderboard,
  }
  const series = await callAs<{ id: number }>(session, {
    method: 'POST',
    path: '/api/events/createEventSeries',
    body: { seriesName: 'League', events: [{ ...round, name: 'Round 1' }] },
  })
  await page.goto('/my-events')
  const events = column(page, 'Single Events')
  await expect(events.getByRole('heading', { level: 3 }).filter({ visible: true })).toHaveText([
    'Ready Cup',
    'Running Cup',
    'Coming Cup',
  ])
  await expect(card(page, 'Single Events', 'Running Cup')).toContainText('Collecting 0 of 1')
  await expect(card(page, 'Single Events', 'Coming Cup')).toContainText('Upcoming')
  await expect(card(page, 'Single Events', 'Ready Cup')).toContainText('Ready to reveal')
  await expect(card(page, 'Event Series', 'League')).toContainText('Collecting 0 of 1Round 1')
  await expect(
    card(page, 'Event Series', 'League').getByRole('link', { name: 'Manage' }),
  ).toHaveAttribute('href', `/my-events/manage-series/${series.id}`)
  await expectAccessibleInBothSchemes(page)

  await events.getByText('3 ended').click()
  await expect(card(page, 'Single Events', 'Old Cup 2')).toContainText('Ended')

  await page.getByLabel('Filter by name').fill('cup 2')
  await expect(page).toHaveURL('/my-events?filter=cup+2')
  await expect(events.getByRole('heading', { level: 3 })).toHaveText(['Old Cup 2'])
  await expect(column(page, 'Event Series')).toContainText('Nothing matches.')
  await page.getByRole('button', { name: 'Clear events' }).click()
  await card(page, 'Single Events', 'Ready Cup').getByRole('link', { name: 'Control Room' }).click()
  await expect(page).toHaveURL(`/my-events/control/${ready}`)
})

/** Makes upcoming events, an old event and a series of the organiser, all with the guest in them. */
async function inviteToEvents(
  page: Page,
  { organiser, guest }: { organiser: string; guest: string },
) {
  const theirs = await openAs(page, guest, '/favicon.svg')
  const { id } = await callAs<{ id: number }>(theirs, { method: 'GET', path: '/api/user' })
  const session = await openAs(page, organiser, '/favicon.svg')
  const leaderboard = await createConfiguration(session, { name: 'Theirs' })
  const participants = [id]
  const coming = { day: '2099-02-01', leaderboard, participants }
  const event = await createEvent(session, { ...coming, name: 'First Cup' })
  await createEvent(session, { ...coming, name: 'Second Cup' })
  await createEvent(session, { ...coming, name: 'Old Cup', day: '2020-01-02' })
  const day = { startDate: '2099-01-01', endDate: '2099-01-01', participants, leaderboard }
  const series = await callAs<{ id: number }>(session, {
    method: 'POST',
    path: '/api/events/createEventSeries',
    body: {
      seriesName: 'Tour',
      events: [
        { ...day, name: 'Opening' },
        { ...day, name: 'Finale' },
      ],
    },
  })
  return { event, series: series.id }
}

test('a participant leaves an event, one of a series, and the series', async ({
  page,
  expectComplaint,
}) => {
  await inviteToEvents(page, { organiser: 'mine_host', guest: 'mine_leaver' })
  await openAs(page, 'mine_leaver', '/my-events')
  await unfoldEnded(page)
  await expect(card(page, 'Single Events', 'Old Cup')).toBeVisible()
  await expect(
    card(page, 'Single Events', 'Old Cup').getByRole('button', { name: 'Leave' }),
    'an ended event cannot be left',
  ).toHaveCount(0)

  // By keyboard; the first try fails.
  expectComplaint(/status of 500/)
  await page.route('**/api/events/leave/*', faults['status 500'].answer)
  await page.getByRole('button', { name: 'Leave First Cup' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Leave Event' })
  await expect(dialog).toContainText(
    'You will leave First Cup, and your results will no longer count in it.',
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Leave' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('status: 500')
  await page.unroute('**/api/events/leave/*')
  await dialog.getByRole('button', { name: 'Leave' }).press('Enter')
  await expect(notice(page, 'You have left First Cup.')).toBeFocused()
  await expect(card(page, 'Single Events', 'First Cup')).toHaveCount(0)
  await notice(page, 'You have left First Cup.').getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, 'You have rejoined First Cup.')).toBeFocused()
  await expect(card(page, 'Single Events', 'First Cup')).toBeVisible()
  await page.getByRole('button', { name: 'Leave First Cup' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(card(page, 'Single Events', 'First Cup')).toHaveCount(0)
  await expect(card(page, 'Single Events', 'Second Cup')).toBeVisible()

  await card(page, 'Event Series', 'Tour').getByRole('link', { name: 'View' }).click()
  const opening = page.getByRole('article', { name: 'Opening' })
  await opening.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(notice(page, 'You have left Opening.')).toBeFocused()
  await expect(opening.getByRole('button', { name: 'Leave' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to My Events' }).click()
  await page.getByRole('button', { name: 'Leave Tour' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(notice(page, 'You have left Tour.')).toBeFocused()
  await expect(page.getByText('No event series available.')).toBeVisible()

  const left = column(page, 'Events You Left')
  await expect(left.getByRole('listitem')).toHaveText([/^Tour/, /^First Cup/])
  await expectAccessibleInBothSchemes(page)
  await left.getByRole('button', { name: 'Rejoin Tour' }).click()
  await expect(card(page, 'Event Series', 'Tour')).toBeVisible()
  await expect(left.getByRole('listitem')).toHaveText([/^First Cup/])
})

test('an organiser is blocked with all of their events, and unblocked', async ({ page }) => {
  await inviteToEvents(page, { organiser: 'mine_pest', guest: 'mine_blocker' })
  await openAs(page, 'mine_blocker', '/my-events')
  await page.getByRole('button', { name: 'Leave Second Cup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave Event' })
  await dialog.getByLabel('Block mine_pest').check()
  await dialog.getByRole('button', { name: 'Leave and Block' }).click()
  await expect(notice(page, 'You have left Second Cup and blocked mine_pest.')).toBeFocused()
  await expect(page.getByText('No event series available.')).toBeVisible()
  await expect(page.getByText('You are not currently participating in any events.')).toBeVisible()

  const blocked = column(page, 'Blocked Organisers')
  await expectAccessibleInBothSchemes(page)
  await blocked.getByRole('button', { name: 'Unblock mine_pest' }).click()
  await blocked.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, 'mine_pest is blocked again.')).toBeFocused()
  await blocked.getByRole('button', { name: 'Unblock mine_pest' }).click()
  await expect(notice(page, 'mine_pest is no longer blocked.')).toBeFocused()
  await expect(blocked.getByRole('button', { name: 'Unblock' })).toHaveCount(0)
  await unfoldEnded(page)
  await expect(card(page, 'Single Events', 'Old Cup')).toBeVisible()
  await expect(card(page, 'Single Events', 'Second Cup')).toHaveCount(0)

  // An organiser whose events have all ended can be blocked, too.
  await blocked.getByRole('combobox', { name: 'Organiser' }).selectOption('mine_pest')
  const press = { name: 'Block', exact: true }
  await blocked.getByRole('button', press).click()
  await page.getByRole('dialog').getByRole('button', press).click()
  await expect(blocked.getByRole('button', { name: 'Unblock mine_pest' })).toBeVisible()
  await expect(card(page, 'Single Events', 'Old Cup')).toHaveCount(0)
})

test('admins and creators delete events and series, and learn before what is deleted with them', async ({
  page,
  expectComplaint,
}) => {
  const ids = await inviteToEvents(page, { organiser: 'mine_spammer', guest: 'mine_victim' })
  await openAs(page, 'mine_victim', `/my-events/manage-series/${ids.series}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event Series: Tour')
  await expect(page.getByRole('button', { name: 'Delete Series' })).toHaveCount(0)

  // From its leaderboard, where a report leads.
  await openAsAdmin(page, `/my-events/view-leaderboard/${ids.event}`)
  const button = page.getByRole('button', { name: 'Delete Event' })
  const dialog = page.getByRole('dialog', { name: 'Delete Event' })
  await button.press('Enter')
  await expect(dialog).toContainText('First Cup will be deleted for everybody')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(button).toBeFocused()

  await page.goto(`/my-events/manage/${ids.event}`)
  expectComplaint(/status of 500/)
  await page.route('**/api/events/event/*', faults['status 500'].answer)
  await button.press('Enter')
  await dialog.getByRole('button', { name: 'Delete Event' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('status: 500')
  await page.unroute('**/api/events/event/*')
  await dialog.getByRole('button', { name: 'Delete Event' }).press('Enter')
  await expect(page).toHaveURL('/my-events')
  await expect(notice(page, 'First Cup was deleted.')).toBeVisible()

  await openAs(page, 'mine_spammer', `/my-events/manage-series/${ids.series}`)
  await page.getByRole('button', { name: 'Delete Series' }).click()
  const series = page.getByRole('dialog', { name: 'Delete Series' })
  await expect(series).toContainText('Tour will be deleted for everybody, with all its events')
  await series.getByRole('button', { name: 'Delete Series' }).click()
  await expect(page).toHaveURL('/my-events')

  await openAs(page, 'mine_victim', '/my-events')
  await expect(card(page, 'Single Events', 'Second Cup')).toBeVisible()
  await expect(card(page, 'Single Events', 'First Cup')).toHaveCount(0)
  await expect(page.getByText('No event series available.')).toBeVisible()
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

test('a list that does not load says so beside the others, and can be loaded again', async ({
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
