/** Presses and answers that come close together, in the control room and on the stage. */
import type { Locator, Page } from '@playwright/test'
import type { ControlRoom } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { createEvent, type Streamer, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { hold } from './network.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { RACERS } from './show-pages.ts'

/** Live, without a blur: the first streamer's rank 11 is uncovered. Returns the event's id. */
async function startShow(streamers: readonly [Streamer, ...Streamer[]], name: string) {
  const [host] = streamers
  const eventId = await createEvent(streamers, name)
  await uploadStanding(host, eventId, RACERS)
  const control = `/api/show/control/${eventId}`
  const client = openApiClient(originUnderTest())
  await client.call(`${control}/settings`, host.session, { pausesOverlays: true }, 'PUT')
  const { version } = await client.call<ControlRoom>(control, host.session)
  const start = { version, move: { kind: 'start', phase: 'live' } }
  const { waitMs } = await client.call<ControlRoom>(`${control}/move`, host.session, start)
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  return eventId
}

/** Cancels the question and presses at once; the browser reports only afterwards that the question was closed. */
async function cancelAndPress(question: Locator, press: 'p' | Locator): Promise<void> {
  const cancel = question.getByRole('button', { name: 'Cancel' })
  const pressed = press === 'p' ? null : await press.elementHandle()
  await cancel.evaluate(async (no: HTMLElement, button) => {
    const closed = new Promise((resolve) => {
      no.closest('dialog')?.addEventListener('close', resolve, { once: true })
    })
    no.click()
    await Promise.resolve()
    if (button instanceof HTMLElement) {
      button.click()
    } else {
      const press = new KeyboardEvent('keydown', { key: 'p', bubbles: true })
      document.activeElement?.dispatchEvent(press)
    }
    await closed
  }, pressed)
}

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a question that is asked again at once stays open', async ({ page }) => {
  const eventId = await startShow([await signInStreamer('press_asker')], 'Asked Cup')
  await openAs(page, 'press_asker', `/stage/${eventId}`)
  await expect(page.getByRole('status')).toContainText('Rank 11: climber_')
  await page.keyboard.press('p')
  const podium = page.getByRole('alertdialog', { name: 'Go straight to the podium?' })
  await expect(podium).toBeVisible()
  await cancelAndPress(podium, 'p')
  await expect(podium).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(podium).toBeHidden()
  // A button keeps only the keys that press it.
  await buttonOf(page, 'Full screen (F)').focus()
  await page.keyboard.press('p')
  await expect(podium).toBeVisible()

  await page.goto(`/my-events/control/${eventId}`)
  await buttonOf(page, 'Finish the show').click()
  const finish = page.getByRole('alertdialog', { name: 'Finish the show?' })
  await expect(finish).toBeVisible()
  await cancelAndPress(finish, buttonOf(page, 'Reset the show'))
  await expect(finish).toBeHidden()
  await expect(page.getByRole('alertdialog', { name: 'Reset the show?' })).toBeVisible()
})

test('what was read before a change does not hide it', async ({ page }) => {
  const host = await signInStreamer('press_switcher')
  const eventId = await startShow([host], 'Switched Cup')
  const control = `/api/show/control/${eventId}`
  await openAs(page, 'press_switcher', `/my-events/control/${eventId}`)
  const listed = page.getByLabel('Search engines may list the public page')
  await expect(listed).not.toBeChecked()

  // The control room reads because of another device's change, and this answer comes last. Nothing is read after it.
  const read = Promise.withResolvers<void>()
  const isSaved = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  let readings = 0
  await page.route(`**${control}`, async (route) => {
    readings += 1
    if (readings > 1) {
      return
    }
    const response = await route.fetch()
    read.resolve()
    await isSaved.promise
    // The page may have given up waiting.
    await route.fulfill({ response }).catch(() => undefined)
    isOver.resolve()
  })
  const body = { viewersDelayS: 3 }
  await openApiClient(originUnderTest()).call(`${control}/settings`, host.session, body, 'PUT')
  await read.promise
  const saving = page.waitForResponse(`**${control}/settings`)
  await listed.check()
  await saving
  await expect(page.getByLabel('Stream delay (seconds)')).toHaveValue('3')
  isSaved.resolve()
  await isOver.promise
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await listed.isChecked()).toBe(true)
})

test('a rank that is typed while a step is under way is still there', async ({ page }) => {
  const eventId = await startShow([await signInStreamer('press_jumper')], 'Jumped Cup')
  await openAs(page, 'press_jumper', `/my-events/control/${eventId}`)
  await buttonOf(page, 'Reveal Rank 10').click()
  const rank = page.getByLabel('Jump to rank')
  await rank.fill('9')
  const jump = buttonOf(page, 'Jump')
  await expect(jump).toHaveAttribute('aria-disabled')
  await rank.press('Enter')
  await expect(rank).toHaveValue('9')
  await expect(jump).not.toHaveAttribute('aria-disabled')
  await rank.press('Enter')
  await expect(page.getByText('Stage: rank 9 of 14')).toBeVisible()
})

test('two shows that are kept from the overlay at once both stay so', async ({ page }) => {
  const [pauser, owner] = [
    await signInStreamer('press_pauser'),
    await signInStreamer('press_owner'),
  ]
  const client = openApiClient(originUnderTest())
  for (const name of ['First Cup', 'Second Cup']) {
    await startShow([pauser, owner], name)
  }
  await openAs(page, 'press_owner', '/my-events/overlays')
  const allow = (name: string) =>
    page.getByLabel(new RegExp(`^Let the show of ${name}, by press_pauser`))
  const release = await hold(page, /\/api\/show\/concerning\/\d+/)
  await allow('First Cup').uncheck()
  await allow('Second Cup').uncheck()
  await expect(allow('First Cup')).not.toBeChecked()
  release()
  await expect
    .poll(async () => {
      const address = '/api/show/concerning'
      const shows = await client.call<{ isAllowed: boolean }[]>(address, owner.session)
      return shows.map(({ isAllowed }) => isAllowed)
    })
    .toEqual([false, false])
  await expect(allow('First Cup')).not.toBeChecked()
  await expect(allow('Second Cup')).not.toBeChecked()
})
