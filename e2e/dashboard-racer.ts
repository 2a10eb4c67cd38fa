/** The racer of the dashboards' journeys: what they have raced, and how their pages are read. */
import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { type MadeSeason, makeSeason } from '@rollcall/server/testing/season-files'
import { uploadBoard } from './boards.ts'
import { openAs, originUnderTest } from './sessions.ts'

export const RACER = 'dash_racer'
/** Of the lifetime; a graph with a single point, or with two parts, is told by figures. */
export const GRAPHS = [
  'Points per season, line chart',
  'Points per channel, bar chart',
  'Wins per season, bar chart',
] as const

/** Every row of the racer counts 5 races with 1 win, and 2 royales. */
const raced = (racePoints: number, royalePoints = 0): Pick<MadeSeason, 'racers'> => ({
  racers: [{ name: RACER, racePoints, royalePoints }],
})

/** May be called again: the same upload changes nothing. */
export async function uploadRacer(): Promise<void> {
  const door = openApiClient(originUnderTest())
  // One after the other: what two streamers upload must not depend on who was first.
  for (const season of [
    { channel: 'Dash_Alpha', season: 31, ...raced(1200, 34) },
    { channel: 'Dash_Alpha', season: 32, ...raced(300) },
    { channel: 'dash_bravo', season: 32, ...raced(5000) },
  ]) {
    await door.uploadSeason(makeSeason(season), await door.signIn(season.channel))
  }
  for (const season of [31, 32, 33]) {
    await uploadBoard(season, [{ channel: 'dash_charlie', ...raced(10) }])
  }
}

export const open = (page: Page, path: string) => openAs(page, RACER, path)

/** A widget: its number under its label, in the races or the royales. */
export const widget = (page: Page, section: string, label: string) =>
  page
    .getByRole('region', { name: section, exact: true })
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
