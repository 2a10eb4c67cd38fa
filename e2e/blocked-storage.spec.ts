/** The browser of somebody who blocks site data, and a web view that has none of it. */
import type { Page } from '@playwright/test'
import { raceNow } from './event-boards.ts'
import { expectWhole, listPages, makeSite, type Site } from './every-page.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** What browsers deny together: reading throws, or there is nothing to read. */
type Denial = 'throws' | 'is missing'

async function deny(page: Page, denial: Denial): Promise<void> {
  await page.addInitScript((how) => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    const isMissing = how === 'is missing'
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: isMissing ? () => undefined : refuse })
    }
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
    Object.defineProperty(navigator, 'locks', {
      value: isMissing ? undefined : { query: async () => refuse(), request: async () => refuse() },
    })
    Object.defineProperty(window, 'BroadcastChannel', {
      value: isMissing
        ? undefined
        : class {
            constructor() {
              refuse()
            }
          },
    })
  }, denial)
}

let site: Site
test.beforeAll(async () => {
  site = await makeSite('blocked')
})

for (const denial of ['throws', 'is missing'] as const) {
  test(`every page is as a stranger sees it where storage ${denial}`, async ({ page }) => {
    await deny(page, denial)
    for (const { address, isForEverybody } of await listPages(site)) {
      await page.goto(address)
      await expectWhole(page, address)
      // A page that needs a session leads to the sign-in, which says why it cannot work.
      if (!isForEverybody) {
        await expect(page, address).toHaveURL('/login')
        await expect(page.getByRole('alert'), address).toContainText('blocks storage')
      }
    }
  })

  test(`signing in says that the browser keeps nothing where storage ${denial}`, async ({
    page,
  }) => {
    await deny(page, denial)
    await page.goto('/login')
    await expect(page.getByRole('alert')).toHaveText(/Your browser blocks storage for this site/)
    await expect(page.getByRole('button', { name: 'Login With Twitch' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByLabel('Language').selectOption('Deutsch')
    await expect(page.getByRole('alert')).toHaveText(/Dein Browser sperrt den Speicher/)
    // The colours change for as long as the page is open.
    await page.getByRole('button', { name: 'Use light colours' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  })

  test(`a channel's page asks for what is new where storage ${denial}`, async ({ page }) => {
    await deny(page, denial)
    let asked = 0
    page.on('request', (request) => {
      if (/\/board\?/.test(request.url())) asked += 1
    })
    for (const address of [`/c/${site.channel}`, `/embed/c/${site.channel}`]) {
      asked = 0
      await page.goto(address)
      await expectWhole(page, address)
      await expect.poll(() => asked, 'how often it asked').toBeGreaterThan(1)
      const name = `blocked_late_${denial.length}_${address.length}`
      await raceNow(site.host, [
        name,
        'blocked_second',
        ...Array.from({ length: 70 }, (_, i) => `blocked_${i}`),
      ])
      await expect(page.getByText(name).first()).toBeVisible()
    }
  })
}
