/** The pages that follow a show, and what can be read on them. */
import type { Browser, Page } from '@playwright/test'
import { ladder } from './event-boards.ts'
import { originUnderTest } from './sessions.ts'

export const PHONE = { width: 390, height: 844 }
export const FULL_HD = { width: 1920, height: 1080 }
export const RACERS = ladder(14)

export async function openPage(browser: Browser, viewport: typeof PHONE): Promise<Page> {
  const context = await browser.newContext({ baseURL: originUnderTest(), viewport })
  return context.newPage()
}

/** The readable names of a board, the best first; a hidden row has none. */
export const names = (page: Page) => page.locator('ol li:not([data-hidden])').locator('bdi')
export const uncoveredOnPage = (page: Page) =>
  page.getByRole('list', { name: 'Being revealed' }).locator('li:not([data-hidden]) bdi')
