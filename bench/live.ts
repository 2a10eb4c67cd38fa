/**
 * How long it takes from the answer to an upload until its numbers are on a season's and an event's leaderboard, each
 * open in two browsers.
 *
 * Run with `npm run bench`.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { uploadBoard } from '../e2e/boards.ts'
import { createEvent, ladder, signInStreamer, uploadStanding } from '../e2e/event-boards.ts'
import { findChromium } from '../e2e/find-chromium.ts'
import { openAs } from '../e2e/sessions.ts'
import { ADMIN } from '../e2e/start-server.ts'
import { judge } from './figures.ts'
import { buildPages, startMeasured } from './measured-server.ts'

const UPLOADS = 30
const MAX_MS = 1_000
/** Short enough that an upload often arrives while the pages pause after the previous one. */
const BETWEEN_MS = 300
const SEASON = 75

buildPages()
const server = await startMeasured({ ADMIN_LOGINS: ADMIN })
const browsers: Browser[] = []
try {
  process.env.E2E_ORIGIN = server.origin
  const caster = await signInStreamer('bench_caster')
  await uploadBoard(SEASON, [{ channel: 'bench_caster', points: 1 }])
  const eventId = await createEvent([caster], 'Bench cup')
  await uploadStanding(caster, eventId, ladder(10))
  const seasonPages = await openInTwo(`/leaderboards?season=${SEASON}`)
  const season = await measure(seasonPages, async (time) => {
    const points = 100_000 + time
    await uploadBoard(SEASON, [{ channel: 'bench_caster', points }])
    const text = points.toLocaleString('en-US')
    return (page) => page.getByRole('row').filter({ hasText: text }).waitFor()
  })
  const eventPages = await openInTwo(`/my-events/view-leaderboard/${eventId}`)
  const event = await measure(eventPages, async (time) => {
    // Before the reveal, all that is visible of a row is that it exists.
    const hasEleventh = time % 2 === 1
    await uploadStanding(caster, eventId, ladder(hasEleventh ? 11 : 10))
    return (page) =>
      page
        .getByRole('rowheader')
        .nth(10)
        .waitFor({ state: hasEleventh ? 'visible' : 'hidden' })
  })
  const isSeasonGood = judge('season, slowest, ms', Math.max(...season), { most: MAX_MS })
  const isEventGood = judge('event, slowest, ms', Math.max(...event), { most: MAX_MS })
  process.exitCode = isSeasonGood && isEventGood ? 0 : 1
} finally {
  for (const browser of browsers) await browser.close()
  await server.stop()
}

async function openInTwo(address: string): Promise<Page[]> {
  const pages = []
  for (let index = 0; index < 2; index += 1) {
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    browsers.push(browser)
    const page = await browser.newPage({ baseURL: server.origin })
    await openAs(page, 'bench_caster', address)
    await page.getByRole('rowheader').first().waitFor()
    pages.push(page)
  }
  return pages
}

/**
 * The time from each upload's answer until the slower browser shows it. `upload` returns a function that waits for
 * the numbers.
 */
async function measure(
  pages: readonly Page[],
  upload: (time: number) => Promise<(page: Page) => Promise<void>>,
): Promise<number[]> {
  const timesMs: number[] = []
  for (let time = 1; time <= UPLOADS; time += 1) {
    const seeOn = await upload(time)
    const began = performance.now()
    await Promise.all(pages.map(seeOn))
    timesMs.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
  }
  return timesMs
}
