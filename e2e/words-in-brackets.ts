/** In the pseudolocale every word of a page is in brackets, except those that come from no catalogue. */
import { expect, type Page } from '@playwright/test'
import { watchUnanswered } from './network.ts'

/** Words that are the same in every language. */
const PRODUCT = ['Rollcall', 'Twitch']
/** Words that `Intl` writes. */
const FORMATTED =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+(?:, \d{4})?|\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b|^,? and $|\d [AP]M(?: UTC)?\b|\d (?:bytes?|kB|MB)\b|\b(?:in )?\d+ (?:minute|hour|day)s?(?: ago)?\b/g
const WIDTHS = [1280, 390] as const

/** Switches the tab to the pseudolocale; returns a check of the open page. */
export async function speakPseudolocale(page: Page) {
  await page.addInitScript(() => localStorage.setItem('language', 'en-XA'))
  const unanswered = watchUnanswered(page)
  return (names: readonly string[]) => expectTranslated(page, { names, unanswered })
}

interface Expected {
  /** Names that somebody chose. */
  readonly names: readonly string[]
  readonly unanswered: () => string[]
}

/**
 * Once the page has loaded, only names are without brackets, no markup is left in texts, and nothing scrolls
 * sideways.
 */
async function expectTranslated(page: Page, { names, unanswered }: Expected): Promise<void> {
  await setWidth(page, WIDTHS[0])
  await expect(page.locator('h1').first()).toBeVisible()
  await expect.poll(unanswered, 'calls without an answer').toEqual([])
  await expect(page.getByText(/^\[?Loading\.\.\./)).toHaveCount(0)
  await expect
    .poll(async () => (await listTexts(page)).filter((text) => hasBareWords(text, names)), {
      message: `words without brackets on ${page.url()}`,
    })
    .toEqual([])
  for (const width of WIDTHS) {
    await setWidth(page, width)
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrollWidth, `${page.url()} at a width of ${width}`).toBeLessThanOrEqual(width)
  }
}

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })

function hasBareWords(text: string, names: readonly string[]): boolean {
  if (/<\/?\w+\/?>/.test(text)) return true
  let rest = text
  for (const name of [...names, ...PRODUCT]) rest = rest.replaceAll(name, '')
  // The innermost first, because a text may contain others.
  while (/\[[^[\]]*\]/.test(rest)) rest = rest.replace(/\[[^[\]]*\]/g, '')
  return /\p{L}/u.test(rest.replace(FORMATTED, ''))
}

/** All texts of the page, seen or heard: its title, its text, and attributes that label something. */
async function listTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title]
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL)
    for (let node = all.nextNode(); node !== null; node = all.nextNode()) {
      if (node instanceof Text && !node.parentElement?.closest('script, style, noscript')) {
        texts.push(node.data)
      }
      if (node instanceof Element) {
        for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']) {
          texts.push(node.getAttribute(name) ?? '')
        }
      }
    }
    return texts
  })
}
