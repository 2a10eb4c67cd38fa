/** The racer of the dashboard journeys: their games, and helpers that read their pages. */
import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { type MadeSeason, makeSeason } from '@rollcall/server/testing/season-files'
import { uploadBoard } from './boards.ts'
import { openAs, originUnderTest } from './sessions.ts'

export const RACER = 'dash_racer'
/** The lifetime page's drawn graphs; one with a single point or two parts is shown as figures. */
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
  const client = openApiClient(originUnderTest())
  // One after another, so that the stored data does not depend on who was first.
  for (const season of [
    { channel: 'Dash_Alpha', season: 31, ...raced(1200, 34) },
    { channel: 'Dash_Alpha', season: 32, ...raced(300) },
    { channel: 'dash_bravo', season: 32, ...raced(5000) },
  ]) {
    await client.uploadSeason(makeSeason(season), await client.signIn(season.channel))
  }
  for (const season of [31, 32, 33]) {
    await uploadBoard(season, [{ channel: 'dash_charlie', ...raced(10) }])
  }
}

export const open = (page: Page, path: string) => openAs(page, RACER, path)

/** A widget's number, found by its section and label. */
export const widget = (page: Page, section: string, label: string) =>
  page
    .getByRole('region', { name: section, exact: true })
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')
