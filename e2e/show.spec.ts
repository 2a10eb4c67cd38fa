/** A show controlled by keyboard alone, and its overlays. */
import type { Page } from '@playwright/test'
import type { ControlRoom } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import {
  createEvent,
  type Streamer,
  signInStreamer,
  uploadRace,
  uploadStanding,
} from './event-boards.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { changeAnswer } from './network.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { FULL_HD, openPage, RACERS } from './show-pages.ts'

async function fullEvent(host: Streamer): Promise<number> {
  const eventId = await createEvent([host], `Final of ${host.name}`)
  await uploadStanding(host, eventId, RACERS)
  return eventId
}

test('an evening by keyboard alone, without motion, and the accessible pages around it', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('show_keys')
  const eventId = await fullEvent(host)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(FULL_HD)
  await openAs(page, 'show_keys', `/stage/${eventId}`)
  await expect(page.getByText('Results are coming soon')).toBeVisible()
  await expectAccessible(page)
  const reached = (rank: number) =>
    expect(page.getByRole('status')).toContainText(`Rank ${rank}: climber_`)
  const key = async (name: string) => {
    // Keys do nothing until the blur has cleared.
    await expect(page.getByRole('main')).not.toHaveAttribute('data-clearing')
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
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Podium' })).toContainText('climber_01')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/my-events/control/${eventId}`)
  await expect(page.getByText('Stage: podium')).toBeVisible()
  await expect(page.locator('h1')).toHaveText(['Control Room'])
  await expectAccessibleInBothSchemes(page)
  const isWider = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await isWider()).toBe(false)
  const finish = page.getByRole('button', { name: 'Finish the show' })
  await finish.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stage: final results, 14 rows')).toBeVisible()

  await page.goto(`/my-events/overlays?event=${eventId}`)
  await page.getByRole('button', { name: 'Create overlay link' }).press('Enter')
  await page.getByLabel('Rows').fill('4')
  await page.getByText('Right', { exact: true }).click()
  const address = page.getByRole('textbox', { name: 'Overlay link' })
  await expect(address).toHaveValue(/\/overlay\/e\/[\w-]{22}\?rows=4&side=right$/)
  const eventAddress = await address.inputValue()
  await page.getByLabel('Standings of').selectOption({ label: 'show_keys' })
  await expect(address).toHaveValue(/&streamer=\d+$/)
  await page.getByLabel('Standings of').selectOption({ label: 'All Streamers' })
  const preview = page.frameLocator('iframe')
  await expect(preview.locator('bdi')).toHaveText([
    'Final of show_keys',
    ...RACERS.slice(0, 4).map(({ name }) => name),
  ])
  await expectAccessible(page)
  expect(await isWider()).toBe(false)

  await uploadRace(host)
  await page.goto('/my-events/overlays')
  await page.getByRole('button', { name: 'Create overlay link' }).press('Enter')
  await page.getByText('The season', { exact: true }).click()
  await expect(preview.getByText('Season 75')).toBeVisible()
  await expect(preview.locator('li bdi')).toHaveCount(6)
  const channel = await address.inputValue()

  for (const [label, value] of [
    ['Columns', '2'],
    ['Text size in percent', '120'],
    ['Opacity of the background in percent', '40'],
    ['Background', '#103050'],
    ['Text', '#ffeeaa'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await expect(address).toHaveValue(
    /\?font=120&opacity=40&columns=2&background=103050&text=ffeeaa&board=season$/,
  )
  await expect(preview.locator('li bdi')).toHaveCount(6)
  const drawn = await preview.locator('li').evaluateAll((rows) =>
    rows.map((row) => {
      const { x, y } = row.getBoundingClientRect()
      const { backgroundColor, color, textShadow } = getComputedStyle(row)
      return { x, y, backgroundColor, color, hasShadow: textShadow !== 'none' }
    }),
  )
  expect(new Set(drawn.slice(0, 3).map(({ x }) => x)).size).toBe(1)
  expect(drawn[3]?.x).toBeGreaterThan(drawn[0]?.x ?? 0)
  expect(drawn[3]?.y).toBe(drawn[0]?.y)
  expect(drawn[5]).toMatchObject({
    ...{ backgroundColor: 'rgba(16, 48, 80, 0.4)', color: 'rgb(255, 238, 170)' },
    hasShadow: true,
  })
  await expectAccessible(page)
  expect(await isWider()).toBe(false)

  // As in OBS 28, whose browser is Chromium 103.
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
  await obs.goto(eventAddress)
  await expect(obs.locator('li bdi')).toHaveCount(4)
  await obs.goto(channel)
  await expect(obs.locator('li bdi')).toHaveCount(6)
  const background = await obs.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toBe('rgba(0, 0, 0, 0)')
  await obs.context().close()
})

test('a press by keyboard leaves the focus where the next press is', async ({ page }) => {
  const host = await signInStreamer('show_focus')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, 'show_focus', `/my-events/control/${await fullEvent(host)}`)
  const focused = page.locator(':focus')
  /** The button may be pressed again only once the blur has cleared. */
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).not.toHaveAttribute('aria-disabled')
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await press('Rehearse')
  await expect(focused).toHaveText('Reveal Rank 10')
  await press('End the rehearsal')
  await expect(focused).toHaveText('Start Show')
  await press('Start Show')
  await expect(focused).toHaveText('Reveal Rank 10')
  await press('Finish the show')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Finish the show' })
    .press('Enter')
  await expect(focused).toHaveText('Reset the show')
  await press('Make a link')
  await expect(focused).toHaveText('Replace the link')
})

test("the stage's keys do what the control room would do next, and P asks first", async ({
  page: room,
  context,
}) => {
  const host = await signInStreamer('show_chooser')
  const eventId = await fullEvent(host)
  await openAs(room, 'show_chooser', `/my-events/control/${eventId}`)
  const awaitSaved = () => room.waitForResponse('**/settings')
  const boardSaved = awaitSaved()
  await room.getByLabel('Board', { exact: true }).selectOption('show_chooser')
  await boardSaved
  const rankSaved = awaitSaved()
  await room.getByLabel('Start at rank').fill('9')
  await room.getByLabel('Start at rank').blur()
  await rankSaved
  await room.reload()
  await expect(room.getByLabel('Start at rank')).toHaveValue('9')

  const stage = await context.newPage()
  await stage.goto(`/stage/${eventId}`)
  await expect(stage.getByText('Results are coming soon')).toBeVisible()
  const reached = (rank: number) =>
    expect(stage.getByRole('status')).toContainText(`Rank ${rank}: climber_`)
  const key = async (name: string) => {
    await expect(stage.getByRole('main')).not.toHaveAttribute('data-clearing')
    await stage.keyboard.press(name)
  }
  await key('Space')
  await reached(9)
  await expect(stage.getByText('Board of show_chooser')).toBeVisible()
  await key('Space')
  await reached(8)

  const question = stage.getByRole('alertdialog', { name: 'Go straight to the podium?' })
  await key('p')
  await expect(question).toContainText("you can't un-show what viewers saw")
  // No has the focus, and the stage's keys do nothing while the question is open.
  await stage.keyboard.press('ArrowLeft')
  await stage.keyboard.press('Space')
  await expect(question).toBeHidden()
  await reached(8)
  await key('p')
  await expect(question).toBeVisible()
  await stage.keyboard.press('Tab')
  await expect(question.locator('button:focus')).toHaveText('Show Podium')
  await stage.keyboard.press('Enter')
  const podium = stage.getByRole('list', { name: 'Podium' })
  await expect(podium).toContainText('climber_01')
  await key('ArrowLeft')
  await expect(podium).toBeHidden()
  await reached(8)

  const rank8 = room.getByText('Stage: rank 8 of 14')
  await expect(rank8).toBeVisible()
  const shortcut = room.getByRole('button', { name: 'Straight to the podium' })
  await expect(shortcut).not.toHaveAttribute('aria-disabled')
  await shortcut.click()
  await room.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(rank8).toBeVisible()
  await stage.close()
})

const ARABIC = 'سباق الكرات الزجاجية الملونة الكبيرة في المدينة القديمة بجوار البحر الأبيض'
const LONGEST = 'mammoth_marble_workwomann'

/** The colour of a picture's pixel. */
async function readColour(page: Page, picture: Buffer, at: { x: number; y: number }) {
  return page.evaluate(
    async ({ source, x, y }) => {
      const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      drawing?.drawImage(bitmap, 0, 0)
      return [...(drawing?.getImageData(x, y, 1, 1).data ?? [])]
    },
    { source: picture.toString('base64'), ...at },
  )
}

test('stage and overlay show long names of any script, without a seam or a background of their own', async ({
  page,
  browser,
}) => {
  const host = await signInStreamer('show_looks')
  const eventId = await createEvent([host], 'Looks')
  await uploadStanding(host, eventId, [
    { name: 'decimal_winner', points: 10_000.25 },
    { name: 'second', points: 9_000 },
    { name: ARABIC, points: 8_000 },
    { name: LONGEST, points: 7_000 },
  ])
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const { overlayToken, version } = await client.call<ControlRoom>(
    `${control}/token`,
    host.session,
    { of: 'overlay' },
  )
  const move = { kind: 'start', phase: 'live', startRank: 3 }
  await client.call(`${control}/move`, host.session, { version, move })

  const overlay = await openPage(browser, FULL_HD)
  await overlay.goto(`/overlay/e/${overlayToken}`)
  await openAs(page, 'show_looks', `/stage/${eventId}`)
  for (const picture of [overlay, page]) {
    // With decimals, because the hidden winner has some.
    await expect(picture.getByText('8,000.00', { exact: true })).toBeVisible()
    const isCut = (name: string) =>
      picture
        .locator('li bdi')
        .filter({ hasText: name })
        .evaluate((shown) => {
          const letters = document.createRange()
          const text = shown.firstChild
          if (text === null) return null
          const box = shown.getBoundingClientRect()
          const isOut = (at: number) => {
            letters.setStart(text, at)
            letters.setEnd(text, at + 1)
            const { left, right } = letters.getBoundingClientRect()
            return left < box.left - 1 || right > box.right + 1
          }
          return { start: isOut(0), end: isOut((text.textContent?.length ?? 0) - 1) }
        })
    await expect.poll(() => isCut(LONGEST)).toEqual({ start: false, end: false })
    expect(await isCut(ARABIC)).toEqual({ start: false, end: true })
  }
  await overlay.context().close()

  await page.setViewportSize({ width: 1920, height: 1200 })
  const stage = await page.screenshot()
  // The picture begins at y = 60, where the glow is brightest.
  const [above, below] = [
    await readColour(page, stage, { x: 576, y: 57 }),
    await readColour(page, stage, { x: 576, y: 63 }),
  ]
  for (const [index, part] of above.entries()) {
    expect(Math.abs(part - (below[index] ?? 0))).toBeLessThanOrEqual(3)
  }

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/my-events/overlays?event=${eventId}`)
  await expect(page.frameLocator('iframe').locator('li bdi').first()).toBeVisible()
  const preview = await page.getByTitle('Preview').locator('..').screenshot()
  // Where the overlay is empty, the chequered background shows.
  const [red = 255] = await readColour(page, preview, { x: 300, y: 20 })
  expect(red).toBeLessThan(150)
})

test('the overlay of a channel: new points slide in, shows of others pause it, and days end', async ({
  page,
  browser,
}) => {
  const caster = await signInStreamer('show_caster')
  const pauser = await signInStreamer('show_pauser')
  const client = openApiClient(originUnderTest())
  await uploadRace(caster)
  const own = '/api/show/own-channel'
  const { token } = await client.call<{ token: string }>(own, caster.session, undefined, 'POST')
  const overlay = await openPage(browser, FULL_HD)
  await overlay.goto(`/overlay/c/${token}?board=season&rows=15`)
  const rows = overlay.locator('li bdi')
  await expect(rows).toHaveCount(12)
  // Its file has no time, so it counts as finished now.
  await uploadRace(caster, 'race/legacy/01-ascii')
  await expect(overlay.getByText('+142', { exact: true })).toBeVisible()
  await expect(rows).toContainText(['PebbleWick'])

  const eventId = await createEvent([pauser, caster], 'Pause Cup')
  await uploadStanding(caster, eventId, RACERS)
  const control = `/api/show/control/${eventId}`
  await client.call(`${control}/settings`, pauser.session, { pausesOverlays: true }, 'PUT')
  const { version } = await client.call<{ version: number }>(control, pauser.session)
  const move = { kind: 'start', phase: 'live' }
  await client.call(`${control}/move`, pauser.session, { version, move })
  await expect(rows).toHaveCount(0)
  await openAs(page, 'show_caster', '/my-events/overlays')
  const allow = page.getByLabel(/^Let the show of Pause Cup, by show_pauser, pause your overlay/)
  await expect(allow).toBeChecked()
  await expectAccessible(page)
  await allow.uncheck()
  await expect(allow).not.toBeChecked()
  await expect(rows).not.toHaveCount(0)

  // A day that ends soon.
  let endsAt = 0
  await changeAnswer<{ rows: object[] }>(overlay, '**/api/show/channel/**', (body) => {
    endsAt ||= Date.now() + 5_000
    return Date.now() < endsAt
      ? { ...body, dayEndsAt: new Date(endsAt).toISOString() }
      : { ...body, rows: [], dayEndsAt: new Date(endsAt + 86_400_000).toISOString() }
  })
  await overlay.goto(`/overlay/c/${token}`)
  await expect(rows).not.toHaveCount(0)
  await expect(rows).toHaveCount(0)
  await overlay.context().close()
})
