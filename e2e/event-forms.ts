/** Events made through the API, and helpers for the event forms. */
import type { Page } from '@playwright/test'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { findStandard } from './configurations.ts'
import { dayFromNow } from './days.ts'
import { expect } from './fixtures.ts'
import { originUnderTest } from './sessions.ts'

export const STREAMERS = ['ev_anna', 'Ev_Bert', 'ev_cleo'] as const
export const CREATE = '/my-events/create'
export const ZONE = 'Europe/Berlin'

export async function call(session: SessionHeader, path: string, body?: object) {
  const response = await fetch(new URL(path, originUnderTest()), {
    method: body ? 'POST' : 'GET',
    headers: { ...session, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, path).toBe(200)
  return response.json()
}

const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day, YYYY-MM-DD, as pages show it. */
export const shownDay = (day: string) => DAYS.format(new Date(day))

export interface NewEvent {
  readonly name: string
  readonly startsIn?: number
  readonly lasts?: number
  readonly participants?: readonly string[]
  /** A configuration; absent: the standard one. */
  readonly leaderboard?: number
}

export async function createSeries(
  session: SessionHeader,
  name: string,
  events: readonly NewEvent[],
) {
  const leaderboard = await findStandard(session)
  const findUser = async (login: string) => {
    const found = await call(session, `/api/dropdowns/users?search=${login}`)
    return found.usersWithLabel[0].value
  }
  const body = {
    seriesName: name,
    events: await Promise.all(
      events.map(async ({ name, startsIn = 10, lasts = 20, participants = [], ...event }) => ({
        name,
        startDate: dayFromNow(startsIn),
        endDate: dayFromNow(startsIn + lasts),
        participants: await Promise.all(participants.map(findUser)),
        leaderboard: event.leaderboard ?? leaderboard,
      })),
    ),
    timeZone: ZONE,
  }
  const { id } = await call(session, '/api/events/createEventSeries', body)
  const [series] = await call(session, `/api/events/getBySeriesId/${id}`)
  return { id, eventIds: series.events.map((event: { id: number }) => event.id) as number[] }
}

export const signInByApi = (name: string) => openApiClient(originUnderTest()).signIn(name)
export const main = (page: Page) => page.getByRole('main')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const streamers = (page: Page) =>
  page.getByRole('combobox', { name: /streamers$|^Participants$/ })
export const chips = (page: Page) =>
  page.getByRole('list', { name: /^Chosen: / }).getByRole('listitem')

export async function answer(page: Page, question: string, choice: 'Yes' | 'No'): Promise<void> {
  await page.getByRole('group', { name: question }).getByLabel(choice).check()
}

export async function choose(page: Page, name: string): Promise<void> {
  await streamers(page).fill(name.toUpperCase())
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
}

export async function startSeries(page: Page): Promise<void> {
  await answer(page, 'Add to existing series', 'No')
  await answer(page, 'Create a series', 'Yes')
}

export async function startSingle(page: Page): Promise<void> {
  await answer(page, 'Add to existing series', 'No')
  await answer(page, 'Create a series', 'No')
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang).toBe(0)
}

/** Signs in the streamers that the journeys choose, because only users can be chosen. */
export async function signInStreamers(): Promise<void> {
  for (const name of STREAMERS) await signInByApi(name)
}
