/** Pages in a browser that translates them: none breaks, and none keeps an old number. */
import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { ladder, raceNow, uploadStanding } from './event-boards.ts'
import { expectWhole, listPages, makeSite, type Site } from './every-page.ts'
import { expect, test } from './fixtures.ts'
import { openAs, openAsAdmin, originUnderTest } from './sessions.ts'
import { lostTexts, translate } from './translator.ts'

let site: Site
test.beforeAll(async () => {
  site = await makeSite('translated')
})
test.beforeEach(({ page }) => translate(page))

for (const [who, signIn] of [
  ['a stranger', null],
  ['somebody signed in', openAs],
  ['an admin', openAsAdmin],
] as const) {
  test(`every page that ${who} can open stays whole`, async ({ page }) => {
    if (signIn === openAs) await openAs(page, site.host.name, '/favicon.svg')
    if (signIn === openAsAdmin) await openAsAdmin(page, '/favicon.svg')
    const pages = (await listPages(site)).filter(({ isForEverybody, address }) =>
      signIn === null
        ? isForEverybody
        : (signIn === openAsAdmin) === address.startsWith('/admin') && address !== '/logout',
    )
    for (const { address } of pages) {
      await page.goto(address)
      await expectWhole(page, address)
      // A way to another page and back, without loading it.
      const link = page.locator('nav a[href^="/"]:not([aria-current])').first()
      if (!address.startsWith('/embed') && (await link.isVisible())) {
        const here = page.url()
        await link.click()
        await expect(page).not.toHaveURL(here)
        await page.goBack()
        await expectWhole(page, address)
      }
      expect(await lostTexts(page), address).toEqual([])
    }
  })
}

async function expectNothingLost(page: Page): Promise<void> {
  await expect(page).not.toHaveTitle(/Unexpected Application Error/)
  expect(await lostTexts(page), page.url()).toEqual([])
}

test("a channel's page and a season's follow their games, search and turn pages", async ({
  page,
}) => {
  const { host, channel } = site
  await page.goto(`/c/${channel}`)
  const board = page.getByRole('list', { name: 'Racers' })
  // More than fit on a page.
  const racers = Array.from({ length: 110 }, (_, index) => `translated_late_${index}`)
  const first = board.getByRole('listitem').first()
  const before = await first.textContent()
  await raceNow(host, ['translated_racer_01', ...racers])
  await expect(first).not.toHaveText(before ?? '')
  const points = await first.textContent()
  await page.reload()
  // What the live update left on the page is what a new page shows.
  await expect(first).toHaveText(points ?? '')
  await page.getByRole('button', { name: /^All \d+ racers$/ }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Page 2 of').first()).toBeVisible()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByLabel('Find a racer').fill('racer_01')
  await expect(page.getByRole('region', { name: 'Place of translated_racer_01' })).toBeVisible()
  await expect(board).toHaveCount(0)
  await page.getByLabel('Find a racer').fill('')
  await expect(board.getByRole('listitem').nth(1)).toBeVisible()
  await expectNothingLost(page)

  await page.goto(`/seasons/${site.season}?channel=${channel}`)
  // Not its rank, which depends on other journeys.
  const row = page.getByRole('row').filter({ hasText: channel }).getByRole('cell').nth(1)
  const total = (await row.textContent()) ?? ''
  await raceNow(host, ['translated_racer_02', ...racers.slice(0, 40)])
  await expect(row).not.toHaveText(total)
  const after = (await row.textContent()) ?? ''
  await page.getByLabel('Lookup Channel').fill('')
  await expect(page).toHaveURL(`/seasons/${site.season}`)
  await page.goto(`/seasons/${site.season}?channel=${channel}`)
  await expect(row).toHaveText(after)
  await expectNothingLost(page)
})

test('a reveal goes on, step by step and back, on every page that follows it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { host, event, token } = site
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${event}`
  // A step is refused while the one before is still being uncovered.
  const move = (next: object) =>
    expect(async () => {
      const { version } = await client.call<{ version: number }>(control, host.session)
      await client.call(`${control}/move`, host.session, { version, move: next })
    }).toPass()
  await openAs(page, host.name, `/my-events/control/${event}`)
  const viewer = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  const [room, stage, publicPage, embed] = [
    page,
    ...(await Promise.all([1, 2, 3].map(() => viewer.newPage()))),
  ]
  for (const each of [stage, publicPage, embed]) {
    if (each) await translate(each)
  }
  if (!stage || !publicPage || !embed) throw new Error('No pages.')
  await openAs(stage, host.name, `/stage/${event}`)
  await publicPage.goto(`/e/${token}`)
  await embed.goto(`/embed/e/${token}`)
  await expect(publicPage.getByRole('heading', { level: 1 })).toBeVisible()
  await move({ kind: 'start', phase: 'live', startRank: 30 })
  const revealed = (each: Page, name: string) => expect(each.getByText(name).first()).toBeVisible()
  for (const kind of ['next', 'next', 'back', 'next', 'next', 'next', 'next']) {
    await move({ kind })
    await expectNothingLost(publicPage)
  }
  await move({ kind: 'finish' })
  for (const each of [room, stage, publicPage, embed]) {
    await revealed(each, ladder(1, 'translated_racer')[0]?.name ?? '')
    await expectNothingLost(each)
  }
  // Results that come late.
  await uploadStanding(host, event, ladder(61, 'translated_racer'))
  await publicPage.reload()
  await publicPage.getByLabel('Find a racer').fill('racer_33')
  await revealed(publicPage, 'translated_racer_33')
  await expectNothingLost(publicPage)
  await viewer.close()
})

test("an organiser's board is revealed to the podium and back", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, site.host.name, `/my-events/view-leaderboard/${site.event}`)
  const button = page.getByRole('button', { name: /^(Start Reveal|Reveal Rank \d+|Show Podium)$/ })
  await expect(button).toHaveText('Start Reveal')
  while ((await button.textContent()) !== 'Show Podium') {
    const label = (await button.textContent()) ?? ''
    await button.press('Enter')
    await expect(button).not.toHaveText(label)
  }
  await button.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('translated_racer_01')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show Details' }).click()
  await expect(page.getByRole('rowheader').first()).toContainText('translated_racer_01')
  await expectNothingLost(page)
})

test('receipts and places of somebody who is signed in follow a game that arrives', async ({
  page,
}) => {
  const { host } = site
  const racers = [host.name]
  // One more each time, so that no receipt is like the one before.
  const race = () => {
    racers.push(`translated_own_${racers.length}`)
    return raceNow(host, racers)
  }
  await race()
  for (const [address, part] of [
    ['/my-uploads', page.getByRole('region', { name: 'Receipts' })],
    ['/dashboard', page.getByRole('region', { name: 'Your ranks this season' })],
  ] as const) {
    await openAs(page, host.name, address)
    const first = part.getByRole('listitem').first()
    const before = await first.textContent()
    await race()
    await expect(first, address).not.toHaveText(before ?? '')
    await expectNothingLost(page)
  }
})

test('the preview of a patch note follows what an admin types', async ({ page }) => {
  await openAsAdmin(page, '/admin/create-patch-notes')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('one **two** three *four* five')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toHaveText('one two three four five')
  await page.keyboard.type(' six **seven**')
  await expect(preview).toHaveText('one two three four five six seven')
  await expectNothingLost(page)
})
