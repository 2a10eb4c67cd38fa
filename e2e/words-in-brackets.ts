/** With the pseudolocale every word of a page is in brackets, but for those that come from no catalogue. */
import { expect, type Page } from '@playwright/test'
import { watchUnanswered } from './network.ts'

/** What is the same in every language. */
const PRODUCT = ['Rollcall', 'Twitch']
/** What `Intl` writes in letters. */
const FORMATTED =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+(?:, \d{4})?|\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b|\d [AP]M\b|\d (?:bytes?|kB|MB)\b/g
const WIDTHS = [1280, 390]

/** Has the tab's pages be in the pseudolocale from now on; gives what checks the one that is open. */
export async function speakPseudolocale(page: Page) {
  await page.addInitScript(() => localStorage.setItem('language', 'en-XA'))
  const unanswered = watchUnanswered(page)
  return (names: readonly string[]) => expectTranslated(page, { names, unanswered })
}

interface Expected {
  /** That somebody chose. */
  readonly names: readonly string[]
  readonly unanswered: () => string[]
}

/**
 * Once the page has loaded: no word without brackets but in names, no tag of a sentence's part, and nothing that
 * makes it scroll sideways.
 */
async function expectTranslated(page: Page, { names, unanswered }: Expected): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect.poll(unanswered, 'calls without an answer').toEqual([])
  await expect(page.getByText('[Loading...')).toHaveCount(0)
  await expect
    .poll(async () => (await listTexts(page)).filter((text) => hasBareWords(text, names)), {
      message: `words without brackets on ${page.url()}`,
    })
    .toEqual([])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrollWidth, `${page.url()} at a width of ${width}`).toBeLessThanOrEqual(width)
  }
}

function hasBareWords(text: string, names: readonly string[]): boolean {
  if (/<\/?\w+\/?>/.test(text)) return true
  let rest = text
  for (const name of [...names, ...PRODUCT]) rest = rest.replaceAll(name, '')
  // The innermost first: a text may be made of others.
  while (/\[[^[\]]*\]/.test(rest)) rest = rest.replace(/\[[^[\]]*\]/g, '')
  return /\p{L}/u.test(rest.replace(FORMATTED, ''))
}

/** What is read or heard on the page: its title, its texts, and attributes that stand for one. */
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
