/** The show of an event: one moves it, on a phone or by keys, and everybody follows. */
import type { Browser, Page } from '@playwright/test'
import {
  createEvent,
  ladder,
  type Streamer,
  signInStreamer,
  uploadRace,
  uploadStanding,
} from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { hold } from './network.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { NOBODY_LISTENS } from './start-server.ts'

const PHONE = { width: 390, height: 844 }
const FULL_HD = { width: 1920, height: 1080 }
const RACERS = ladder(14)
/** A blur of the first ranks takes up to 4.5 s. */
const BLUR = { timeout: 15_000 }

async function openPage(browser: Browser, viewport: typeof PHONE): Promise<Page> {
  const context = await browser.newContext({ baseURL: originUnderTest(), viewport })
  return context.newPage()
}

/** What can be read of a board, the best first; a hidden row has no name. */
const names = (page: Page) => page.locator('ol li:not([data-hidden])').locator('bdi')
const uncoveredOnPage = (page: Page) =>
  page.getByRole('list', { name: 'Being revealed' }).locator('li:not([data-hidden]) bdi')

async function fullEvent(host: Streamer): Promise<number> {
  const eventId = await createEvent([host], `Final of ${host.name}`)
  await uploadStanding(host, eventId, RACERS)
  return eventId
}

test('an evening: moved on a phone and on the stage, followed on overlay and public page', async ({
  page: remote,
  browser,
  expectComplaint,
}) => {
  test.setTimeout(120_000)
  const host = await signInStreamer('show_host')
  const second = await signInStreamer('show_second')
  const eventId = await createEvent([host, second], 'Grand Final')
  await uploadStanding(host, eventId, RACERS)
  await remote.setViewportSize(PHONE)
  await openAs(remote, 'show_host', `/my-events/control/${eventId}`)
  const press = (name: string) => remote.getByRole('button', { name, exact: true }).click()

  // Results arrive by themselves.
  const tile = remote.getByRole('listitem').filter({ hasText: 'show_second' }).first()
  await expect(tile).toContainText('Waiting for results')
  await uploadStanding(second, eventId, RACERS.slice(0, 3))
  await expect(tile).toContainText('3 racers')
  await expect(tile).toContainText('Received')

  await remote.getByLabel('Results sealed until the reveal').check()
  await expect(remote.getByLabel('Results sealed until the reveal')).toBeChecked()
  await remote.getByLabel('Public page').first().check()
  await press('Make a link')
  const link = await remote.getByRole('textbox', { name: 'Public page' }).inputValue()
  await press('Make an address')
  const overlayAddress = await remote.getByRole('textbox', { name: 'Overlay for OBS' }).inputValue()

  const stage = await openPage(browser, FULL_HD)
  await openAs(stage, 'show_host', `/stage/${eventId}`)
  const [viewer, onPhone, overlay] = [
    await openPage(browser, FULL_HD),
    await openPage(browser, PHONE),
    await openPage(browser, FULL_HD),
  ]
  await viewer.goto(link)
  await onPhone.goto(link)
  await overlay.goto(overlayAddress)
  const followers = [viewer, onPhone]
  const all = [stage, overlay, ...followers]
  for (const follower of followers) {
    await expect(follower.getByText('The results are still sealed')).toBeVisible()
  }
  await expect(overlay.getByText('Sealed until the reveal')).toBeVisible()

  const next = remote.getByRole('button', { name: /^Reveal Rank/ })
  /** Nothing is blurred any more: the show can be moved again. */
  const isReady = () => expect(next).not.toHaveAttribute('aria-disabled', BLUR)

  await press('Rehearse')
  await expect(stage.getByText('Rehearsal: these names are invented')).toBeVisible()
  await expect(names(stage)).not.toHaveCount(0)
  await expect(viewer.getByText('The results are still sealed')).toBeVisible()
  await isReady()
  await press('End the rehearsal')
  await expect(stage.getByText('The results come soon')).toBeVisible()

  /** Everybody sees the same first name, and nobody a name above it. */
  async function expectReached(rank: number): Promise<void> {
    const name = RACERS[rank - 1]?.name ?? ''
    for (const follower of followers) {
      await expect(uncoveredOnPage(follower).first()).toHaveText(name, BLUR)
    }
    for (const picture of [stage, overlay]) {
      await expect(names(picture).first()).toHaveText(name, BLUR)
    }
    const hidden = RACERS.slice(0, rank - 1)
    for (const follower of all) {
      const content = await follower.content()
      expect(hidden.filter((racer) => content.includes(racer.name))).toEqual([])
    }
  }
  await press('Start Show')
  await expectReached(11)
  await expect(next).toHaveText('Reveal Rank 10')
  await isReady()
  // On two devices at once, and twice on the one: it moves once. The press that comes late changes nothing.
  expectComplaint(/status of 409/)
  await expect(stage.getByRole('main')).not.toHaveAttribute('data-clearing', BLUR)
  const letGo = await hold(remote, '**/api/show/control/*/move')
  await next.dblclick()
  await stage.keyboard.press('Space')
  await expectReached(10)
  letGo()
  await expect(next).toHaveText('Reveal Rank 9')
  await isReady()
  await expectReached(10)
  await stage.reload()
  await expectReached(10)

  // What comes in meanwhile changes nothing that is shown.
  await uploadStanding(second, eventId, [{ name: 'late_winner', points: 5_000 }])
  await expect(remote.getByText('New results have come in.')).toBeVisible()
  await isReady()
  await press('Back')
  await expectReached(11)
  await remote.getByLabel('Jump to rank').fill('2')
  await press('Jump')
  await expectReached(2)
  await expect(next).toHaveText('Reveal Rank 1')
  await isReady()
  await press('Reveal Rank 1')
  await expectReached(1)
  const show = remote.getByRole('button', { name: 'Show Podium' })
  await expect(show).not.toHaveAttribute('aria-disabled', BLUR)
  await show.click()
  for (const page of [stage, overlay]) {
    await expect(page.getByRole('list', { name: 'Podium' })).toContainText('climber_01')
  }
  for (const follower of followers) {
    await expect(follower.getByText('The winner: climber_01.')).toBeAttached()
  }
  await press('Finish the show')
  await remote.getByRole('alertdialog').getByRole('button', { name: 'Finish the show' }).click()
  await expect(overlay.getByText('Final results')).toBeVisible()

  // What cannot have been posted is tried again, and the page says so.
  expectComplaint(/status of 422/)
  const address = remote.getByLabel('Webhook address')
  await address.fill('https://example.org/hook')
  await press('Save the address')
  await expect(remote.getByText('That is not the address of a Discord webhook.')).toBeVisible()
  await address.fill(`${NOBODY_LISTENS}/hook`)
  await press('Save the address')
  await expect(address).toBeHidden()
  await press('Post to Discord')
  await expect(remote.getByText('Not posted yet: Discord could not be reached.')).toBeVisible()
  await expectAccessible(remote)

  await viewer.getByLabel('Find a racer').fill('climber_13')
  const board = viewer.getByRole('list', { name: 'The whole board' })
  await expect(board.locator('bdi')).toHaveText(['climber_13'])
  await viewer.getByRole('button', { name: 'Points explained for climber_13' }).click()
  await expect(viewer.getByText('Event points')).toBeVisible()
  const picture = viewer.getByRole('img', { name: 'The first three of Grand Final' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1200)
  await expectAccessible(viewer)
  for (const page of all) {
    await page.context().close()
  }
})

test('an evening by keys alone, without motion, and what is around it can be used by all', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const host = await signInStreamer('show_keys')
  const eventId = await fullEvent(host)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(FULL_HD)
  await openAs(page, 'show_keys', `/stage/${eventId}`)
  await expect(page.getByText('The results come soon')).toBeVisible()
  await expectAccessible(page)
  const reached = (rank: number) =>
    expect(page.getByRole('status')).toContainText(`Rank ${rank}: climber_`, BLUR)
  const key = async (name: string) => {
    // A blur refuses keys; the next one is pressed once it has cleared.
    await expect(page.getByRole('main')).not.toHaveAttribute('data-clearing', BLUR)
    await page.keyboard.press(name)
  }
  await key('Space')
  await reached(11)
  await key('ArrowRight')
  await reached(10)
  await key('Space')
  await reached(9)
  const moving = await page.evaluate(
    () => document.getAnimations().filter((it) => it instanceof CSSAnimation).length,
  )
  expect(moving).toBe(0)
  await key('ArrowLeft')
  await reached(10)
  await key('Home')
  await reached(11)
  await expectAccessible(page)
  await key('p')
  await expect(page.getByRole('list', { name: 'Podium' })).toContainText('climber_01')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/my-events/control/${eventId}`)
  await expect(page.getByText('The podium is on stage.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const isWider = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await isWider()).toBe(false)
  const finish = page.getByRole('button', { name: 'Finish the show' })
  await finish.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All 14 racers are uncovered.')).toBeVisible()

  await page.goto(`/my-events/overlays?event=${eventId}`)
  await page.getByRole('button', { name: 'Make an address' }).press('Enter')
  await page.getByLabel('Rows').fill('4')
  await page.getByText('Right', { exact: true }).click()
  const address = page.getByRole('textbox', { name: 'Address of the overlay' })
  await expect(address).toHaveValue(/\/overlay\/e\/[\w-]{22}\?rows=4&side=right$/)
  const ofEvent = await address.inputValue()
  const preview = page.frameLocator('iframe')
  await expect(preview.locator('bdi')).toHaveText([
    'Final of show_keys',
    ...RACERS.slice(0, 4).map(({ name }) => name),
  ])
  await expectAccessible(page)
  expect(await isWider()).toBe(false)

  await uploadRace(host)
  await page.goto('/my-events/overlays')
  await page.getByRole('button', { name: 'Make an address' }).press('Enter')
  await page.getByText('The season', { exact: true }).click()
  await expect(preview.getByText('Season 75')).toBeVisible()
  await expect(preview.locator('li bdi')).toHaveCount(6)
  const channel = await address.inputValue()

  // In OBS 28, whose browser is Chromium 103.
  const obs = await openPage(browser, FULL_HD)
  await obs.addInitScript(() => {
    const later: [object, string[]][] = [
      [Promise, ['withResolvers', 'try']],
      [AbortSignal, ['any']],
      [URLSearchParams.prototype, ['size']],
      [Array.prototype, ['toSorted', 'toReversed', 'with', 'toSpliced']],
      [Array, ['fromAsync']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Set.prototype, ['union', 'intersection', 'difference']],
    ]
    for (const [owner, members] of later) {
      for (const member of members) {
        Reflect.deleteProperty(owner, member)
      }
    }
  })
  await obs.goto(ofEvent)
  await expect(obs.locator('li bdi')).toHaveCount(4)
  await obs.goto(channel)
  await expect(obs.locator('li bdi')).toHaveCount(6)
  const ground = await obs.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(ground).toBe('rgba(0, 0, 0, 0)')
  await obs.context().close()
})
