/**
 * The fixtures of every journey. All journeys share one server, so each uses its own channels and, if it looks at
 * ranks, its own season.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import {
  type MadeSeason,
  makeSeason,
  type SeasonFiles,
  seasonUpload,
} from '@rollcall/server/testing/season-files'
import { watchUnanswered } from './network.ts'

interface Companion {
  /** Uploads like a streamer's companion: without credentials, from the same computer. */
  upload(files: SeasonFiles): Promise<void>
  /** Signs in through the API as the channel's streamer and uploads a season made for the test. */
  uploadFor(season: MadeSeason): Promise<void>
}

/**
 * Sets the page's clock. A call would time out if minutes passed at once, so time stops or passes only once all calls
 * are answered, except those that the journey holds.
 */
export interface PageClock {
  install(options?: { time: Date }): Promise<void>
  pause(): Promise<void>
  runFor(ms: number): Promise<void>
  /** Lets time pass in steps until `isReached` succeeds, which must not wait for long. */
  runUntil(isReached: () => Promise<void>, step: { stepMs: number }): Promise<void>
  resume(): Promise<void>
}

interface Fixtures {
  companion: Companion
  /**
   * Expects an error on the browser's console. Any other error fails the test, and so does an expected one that does
   * not come.
   */
  expectComplaint(pattern: RegExp): void
  /** The page's clock, for journeys that set it; their tabs are not reused. */
  clock: PageClock
  /** Clears the history and caches that earlier journeys left in the tab. */
  freshTab: undefined
}

/** Chromium's words for a WebSocket whose session has ended. A page opens one only if no call was refused before. */
const REFUSED_SOCKET = /^WebSocket connection to .* failed: HTTP Authentication failed.*$/

export const test = base.extend<Fixtures>({
  companion: async ({ baseURL: given }, use) => {
    const origin = given ?? ''
    const upload = async (files: SeasonFiles, session: Record<string, string> = {}) => {
      const { url, headers, payload } = seasonUpload(files, { headers: session })
      const response = await fetch(new URL(String(url), origin), {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: payload as Buffer<ArrayBuffer>,
      })
      expect(response.status, await response.text()).toBe(200)
    }
    await use({
      upload: (files) => upload(files),
      async uploadFor(season) {
        await upload(makeSeason(season), await openApiClient(origin).signIn(season.channel))
      },
    })
  },

  // Automatic, so that every journey is watched.
  expectComplaint: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const expected: RegExp[] = []
      // Violations of the content security policy are console errors too.
      context.on('console', (message) => {
        if (message.type() === 'error') {
          complaints.push(message.text().replace(REFUSED_SOCKET, 'status of 401'))
        }
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use((pattern) => expected.push(pattern))
      const unexpected = complaints.filter((text) => !expected.some((it) => it.test(text)))
      expect(unexpected, 'unexpected complaints of the browser').toEqual([])
      const missing = expected.filter((it) => !complaints.some((text) => it.test(text)))
      expect(missing, 'expected complaints that did not come').toEqual([])
    },
    { auto: true },
  ],

  // Removing the clock from a tab in use would leave documents with half of it, so the tab is closed.
  clock: async ({ page }, use) => {
    const { clock } = page
    const unanswered = watchUnanswered(page)
    const allAnswered = () => expect.poll(unanswered, 'calls without an answer').toEqual([])
    await use({
      install: (options) => clock.install(options),
      async pause() {
        await allAnswered()
        // On a slow machine the first try may come too late; it stops the time, so the second one succeeds.
        await expect(async () => {
          await clock.pauseAt(await page.evaluate(() => Date.now() + 100))
        }).toPass()
      },
      async runFor(ms) {
        await allAnswered()
        await clock.runFor(ms)
      },
      async runUntil(isReached, { stepMs }) {
        await expect(async () => {
          await clock.runFor(stepMs)
          await isReached()
        }).toPass({ intervals: [50] })
      },
      resume: () => clock.resume(),
    })
    await forgetRoutes(page)
    await page.close()
  },

  // Playwright itself resets routes, scripts, sizes, clocks and most of what is stored.
  freshTab: [
    async ({ page, context, baseURL: origin = '' }, use) => {
      const devTools = await context.newCDPSession(page)
      await devTools.send('Page.resetNavigationHistory')
      await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cache_storage' })
      await devTools.detach()
      await use(undefined)
      await forgetRoutes(page)
    },
    { auto: true },
  ],
})

/** Otherwise an answer that a journey changes and that comes after its end would fail it. */
async function forgetRoutes(page: Page): Promise<void> {
  if (!page.isClosed()) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

export { expect }

/** Signs in through the login page and the practice platform, as people do. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login With Twitch' }).click()
  await page.getByLabel('Type a name').fill(name)
  await page.getByRole('button', { name: 'Sign in with this name' }).click()
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page, as it is now, violates no rule of WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFindings(new AxeBuilder({ page }).withTags(WCAG), page)
}

/** The same in dark and in light colours, where only the contrast can differ. Ends in dark. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await expectNoFindings(new AxeBuilder({ page }).withRules('color-contrast'), page)
  await page.getByRole('button', { name: 'Use dark colours' }).click()
}

async function expectNoFindings(axe: AxeBuilder, page: Page): Promise<void> {
  // The other mode opens a tab each time, for frames of other origins, and there are none.
  const { violations } = await axe.setLegacyMode().analyze()
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`,
  )
  expect(findings, page.url()).toEqual([])
}
