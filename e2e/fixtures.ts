/**
 * What every journey starts from. There is one server for all of them, so each journey uses channels
 * and, where it looks at ranks, a season of its own.
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
  /** As the streamer's companion does it: without credentials, from the same computer. */
  upload(files: SeasonFiles): Promise<void>
  /** Signs in beside the browser as the channel's streamer and uploads a season made for the test. */
  uploadFor(season: MadeSeason): Promise<void>
}

/**
 * Sets the page's clock. A call under way would be given up when minutes pass at once, so time stops
 * or passes only when every call was answered, but for those that the journey holds.
 */
export interface PageClock {
  install(options?: { time: Date }): Promise<void>
  pause(): Promise<void>
  runFor(ms: number): Promise<void>
  /** Lets as many steps pass as it takes; `isReached` must not wait for long. */
  runUntil(isReached: () => Promise<void>, step: { stepMs: number }): Promise<void>
  resume(): Promise<void>
}

interface Fixtures {
  companion: Companion
  /**
   * Says that the browser will complain like this; whatever else it complains of fails the test. So
   * does a complaint that is expected and does not come.
   */
  expectComplaint(pattern: RegExp): void
  /** The page's clock, for a journey that sets it; its tab is not used again. */
  clock: PageClock
  /** A tab without a past: what a journey before this one left would be noticed. */
  freshTab: undefined
}

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

  // Automatic: a journey that never asks for it is watched all the same.
  expectComplaint: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const expected: RegExp[] = []
      // Refusals by the content security policy come as console errors too.
      context.on('console', (message) => {
        if (message.type() === 'error') {
          complaints.push(message.text())
        }
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use((pattern) => expected.push(pattern))
      const unexpected = complaints.filter((text) => !expected.some((it) => it.test(text)))
      expect(unexpected, 'what the browser complained of').toEqual([])
      const missing = expected.filter((it) => !complaints.some((text) => it.test(text)))
      expect(missing, 'complaints that were expected and did not come').toEqual([])
    },
    { auto: true },
  ],

  // Taking a clock back while its tab goes on leaves documents without half of it, which complain.
  clock: async ({ page }, use) => {
    const { clock } = page
    const unanswered = watchUnanswered(page)
    const allAnswered = () => expect.poll(unanswered, 'calls without an answer').toEqual([])
    await use({
      install: (options) => clock.install(options),
      async pause() {
        await allAnswered()
        // On a slow machine the first try may come too late: time stands by then, and the second is in time.
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
    await page.close()
  },

  // Playwright itself takes back routes, scripts, sizes and times, and most of what is stored.
  freshTab: [
    async ({ page, context, baseURL: origin = '' }, use) => {
      const devTools = await context.newCDPSession(page)
      await devTools.send('Page.resetNavigationHistory')
      await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cache_storage' })
      await devTools.detach()
      await use(undefined)
    },
    { auto: true },
  ],
})

export { expect }

/** Through the login page and the practice platform, as a person does it. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login With Twitch' }).click()
  await page.getByLabel('Type a name').fill(name)
  await page.getByRole('button', { name: 'Sign in with this name' }).click()
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No finding of WCAG 2.2 A and AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFindings(new AxeBuilder({ page }).withTags(WCAG), page)
}

/** The same in dark and in light colours, of which only the contrast can differ; ends in dark. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await expectNoFindings(new AxeBuilder({ page }).withRules('color-contrast'), page)
  await page.getByRole('button', { name: 'Use dark colours' }).click()
}

async function expectNoFindings(axe: AxeBuilder, page: Page): Promise<void> {
  // The other mode opens a tab for each look, to reach into frames of other origins: there are none.
  const { violations } = await axe.setLegacyMode().analyze()
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`,
  )
  expect(findings, page.url()).toEqual([])
}
